package rules

import (
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/testkit"
)

// TestCagedBishops checks bishops behind pawns at home.
func TestCagedBishops(t *testing.T) {
	for _, tc := range []ruleCase{
		{"own bishop at home", "4k3/8/8/8/8/8/1P1P4/2B1K3 w - - 0 1", true},
		{"own bishop in a foreign cage", "4k3/8/8/8/8/8/P1P5/1B2K3 w - - 0 1", false},
		{"one square open", "4k3/8/8/8/8/8/P7/1B2K3 w - - 0 1", true},
		{"corner", "4k3/8/8/8/8/8/6P1/4K2B w - - 0 1", false},
		{"pawn not at home is no wall", "4k3/8/8/8/8/6P1/8/4K2B w - - 0 1", true},
		{"enemy pawn is no wall", "4k3/8/8/8/8/8/6p1/4K2B w - - 0 1", true},
		{"enemy bishop promoted straight", "4k3/8/8/8/8/8/6P1/4K2b w - - 0 1", true},
		{"enemy bishop behind three pawns", "4k3/8/8/8/8/8/5PPP/4K1b1 w - - 0 1", false},
	} {
		tc.check(t, cagesRule)
	}
}

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

// TestPawnStructures checks groups of pawns for which there are, or are not, home squares
// and captures enough.
func TestPawnStructures(t *testing.T) {
	for _, tc := range []ruleCase{
		// The patterns of ChessCounter's rule 5, first edge and center ones.
		{"a2 b2 a3", "4k3/8/8/8/8/P7/PP6/4K3 w - - 0 1", false},
		{"a2 b2 c2 a4", "4k3/8/8/8/P7/8/PPP5/4K3 w - - 0 1", false},
		{"a2 c2 b3 a4", "4k3/8/8/8/P7/1P6/P1P5/4K3 w - - 0 1", false},
		{"c2 a3 b3 a4", "4k3/8/8/8/P7/PP6/2P5/4K3 w - - 0 1", false},
		{"c2 d2 e2 d3", "4k3/8/8/8/8/3P4/2PPP3/4K3 w - - 0 1", false},
		{"c2 e2 f2 d3 e3", "4k3/8/8/8/8/3PP3/2P1PP2/4K3 w - - 0 1", false},
		{"a2 a3", "4k3/8/8/8/8/P7/P7/4K3 w - - 0 1", true},
		{"a2 b2 a4 needs the c pawn", "4k3/8/8/8/P7/8/PP6/4K3 w - - 0 1", true},
		{"eight on the a file and two more cannot be", "4k3/8/P7/P7/P7/P7/P7/4K3 w - - 0 1", true},
		{"six on a file", "4k3/P7/P7/P7/P7/P7/P7/4K3 w - - 0 1", true},
		{"a7 to a3 without a2, the b pawn at home", "4k3/P7/P7/P7/P7/P7/1P6/4K3 w - - 0 1", true},
		{"fifteen captures fit, sixteen do not", "rnbqkbnr/pppppppp/P7/P7/P7/P7/P7/4K3 w - - 0 1", false},
	} {
		tc.check(t, homesRule, changesRule)
	}
}

// TestCrossedPawns checks that pawns that have passed each other on a file need a
// capture.
func TestCrossedPawns(t *testing.T) {
	for _, tc := range []ruleCase{
		{"crossed on one file, two men missing", "rnbqkbn1/1ppppppp/P7/p7/8/8/1PPPPPPP/RNBQKBN1 w - - 0 1", true},
		{"crossed on one file, none missing", "rnbqkbnr/1ppppppp/P7/p7/8/8/1PPPPPPP/RNBQKBNR w - - 0 1", false},
		{"officers are missing but no pawn can have captured", "rn1qkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQK1NR w - - 0 1", true},
		{"not crossed", "rnbqkbnr/1ppppppp/p7/P7/8/8/1PPPPPPP/RNBQKBNR w - - 0 1", true},
	} {
		tc.check(t, crossedRule, pairsRule)
	}
}
