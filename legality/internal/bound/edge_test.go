package bound

import (
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/testkit"
)

// TestBoundEdgeGames checks the bounds between every two positions of the games that come
// close to violating a theorem.
func TestBoundEdgeGames(t *testing.T) {
	tables := new(Tables)
	for _, edge := range testkit.EdgeGames {
		moves := testkit.Line(t, chess.InitialPosition(), edge.Moves)
		game := []chess.Position{chess.InitialPosition()}
		for _, m := range moves {
			game = append(game, game[len(game)-1].Play(m))
		}
		for j := range game {
			g := NewGoal(game[j], tables)
			for i := range j + 1 {
				checkBound(t, g, game, moves, i, j)
			}
		}
	}
}
