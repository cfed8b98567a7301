package retro

import (
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/testkit"
)

// TestTakesEdgeGamesBack finds the last move of every position that theorems just do not refute, once, with the setup before.
func TestTakesEdgeGamesBack(t *testing.T) {
	game, before := testkit.EdgeGame{}, initial
	testkit.PlayEdgeGames(t, func(g testkit.EdgeGame, p chess.Position) {
		s := p.Setup()
		if g != game {
			game, before = g, initial
		}
		found := 0
		for _, u := range Unmoves(nil, s, Options{AllEP: true}) {
			if Undo(s, u) == before {
				found++
			}
		}
		if found != 1 {
			t.Errorf("%s: %v became %v: found %d times", g.Why, before, s, found)
		}
		before = s
	})
}
