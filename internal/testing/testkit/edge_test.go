package testkit

import (
	"testing"

	"chesscensus/chess"
)

// TestEdgeGames plays all edge games: Line fails if a move is not legal.
func TestEdgeGames(t *testing.T) {
	why, n := map[string]bool{}, 0
	PlayEdgeGames(t, func(g EdgeGame, p chess.Position) {
		if why[g.Why] = true; p.Setup().Violations() != 0 {
			t.Errorf("%s: %v", g.Why, p)
		}
		n++
	})
	if len(why) != len(EdgeGames) || n < 100 {
		t.Errorf("%d games of %d, %d positions", len(why), len(EdgeGames), n)
	}
}
