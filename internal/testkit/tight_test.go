package testkit

import (
	"testing"

	"chesscensus/chess"
)

// TestTightGames plays them: Line fails where a move is not legal.
func TestTightGames(t *testing.T) {
	why, n := map[string]bool{}, 0
	PlayTight(t, func(g Tight, p chess.Position) {
		if why[g.Why] = true; p.Setup().Violations() != 0 {
			t.Errorf("%s: %v", g.Why, p)
		}
		n++
	})
	if len(why) != len(TightGames) || n < 100 {
		t.Errorf("%d games of %d, %d positions", len(why), len(TightGames), n)
	}
}
