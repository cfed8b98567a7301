package retro

import (
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testkit"
)

// TestTakesTightGamesBack finds the last move of every position that theorems just do not refute, once, with the setup before.
func TestTakesTightGamesBack(t *testing.T) {
	game, before := testkit.Tight{}, initial
	testkit.PlayTight(t, func(g testkit.Tight, p chess.Position) {
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
