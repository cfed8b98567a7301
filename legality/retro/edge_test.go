package retro

import (
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/testkit"
)

// TestTakesEdgeGamesBack checks that in the games that come close to violating a theorem, the
// unmoves of each position lead to the position before exactly once.
func TestTakesEdgeGamesBack(t *testing.T) {
	game, before := testkit.EdgeGame{}, initial
	testkit.PlayEdgeGames(t, func(g testkit.EdgeGame, p chess.Position) {
		s := p.Setup()
		if g != game {
			game, before = g, initial
		}
		times := 0
		for _, u := range Unmoves(nil, s, Options{AllEP: true}) {
			if Undo(s, u) == before {
				times++
			}
		}
		if times != 1 {
			t.Errorf("%s: %v became %v: found %d times", g.Why, before, s, times)
		}
		before = s
	})
}
