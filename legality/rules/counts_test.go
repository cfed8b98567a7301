package rules

import (
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/testkit"
)

// TestCagesCountPromotions checks the numbers of promoted men that follow from bishops
// whose homes are shut.
func TestCagesCountPromotions(t *testing.T) {
	for _, tc := range []struct {
		name, fen    string
		white, black int
	}{
		{"free bishops", "4k3/8/8/8/2B2B2/8/8/4K3 w - - 0 1", 0, 0},
		{"c1 shut and empty: the dark bishop is promoted", "4k3/8/8/8/5B2/8/1P1P4/4K3 w - - 0 1", 1, 0},
		{"c1 shut with its bishop", "4k3/8/8/8/8/8/1P1P4/2B1K3 w - - 0 1", 0, 0},
		{"c1 shut with its bishop and another dark one", "4k3/8/8/8/5B2/8/1P1P4/2B1K3 w - - 0 1", 1, 0},
		{"f1 shut and empty: the dark bishop is not concerned", "4k3/8/8/8/5B2/8/4P1P1/4K3 w - - 0 1", 0, 0},
		{"black bishop promoted on h1", "4k3/8/8/8/8/8/6P1/4K2b w - - 0 1", 0, 1},
		{"two black bishops, one of them promoted on h1", "4k3/8/8/8/6b1/8/6P1/4K2b w - - 0 1", 0, 1},
		{"c8 shut, so both", "4k3/1p1p4/8/8/6b1/8/6P1/4K2b w - - 0 1", 0, 2},
	} {
		s := setup(t, tc.fen)
		check := func(s *chess.Setup, white, black int) {
			t.Helper()
			var f Facts
			f.Reset(s)
			st := f.statistics()
			if w, b := st.Army[0].Promotions, st.Army[1].Promotions; w != white || b != black {
				t.Errorf("%s: %s has %d and %d promoted men, want %d and %d", tc.name, s, w, b, white, black)
			}
		}
		check(s, tc.white, tc.black)
		m := s.Mirror()
		check(&m, tc.black, tc.white)
		m = testkit.FlipFiles(*s)
		check(&m, tc.white, tc.black)
	}
}
