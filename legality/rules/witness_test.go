package rules

import (
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/testkit"
)

// twoQueens is a game that ends in a double check by two queens, both disclosed by one en passant capture.
const twoQueens = "h2h4 g7g5 h4g5 h7h6 g5h6 a7a6 h6h7 a6a5 h7g8q d7d5 e2e4 a5a4 e4d5 e8d7 " +
	"d1e2 d7d6 e2d3 a8a5 g8g3 e7e5 d5e6"

// TestPrefilterWitness checks that a double check of a game, which the pre-filter calls impossible, is
// accepted by the rules.
func TestPrefilterWitness(t *testing.T) {
	p := testkit.Played(t, twoQueens)
	const fen = "1nbq1b1r/1pp2p2/3kP3/r7/p7/3Q2Q1/PPPP1PP1/RNB1KBNR b KQ -"
	if p.String() != fen {
		t.Fatalf("the game leads to %s, not %s", p, fen)
	}
	s := p.Setup()
	if got := Prefilter(&s); got != doubleCheck {
		t.Errorf("Prefilter(%s) = %v, but the documentation says %v", fen, got, doubleCheck)
	}
	acceptSetup(t, s, "played")
}

// TestRulesAcceptWitnesses checks that the rules accept legal positions that other programs refute. A to D
// are from docs/REFERENCE.md, section 5.
func TestRulesAcceptWitnesses(t *testing.T) {
	for _, tc := range []struct{ name, fen string }{
		{"A, promoted bishop in a cage", "rnbqkbnr/2pppppp/8/1P6/8/7R/1PPPPPPP/bNBQKBNR w - - 0 1"},
		{"B, like-colored bishops", "rnb2bnr/ppB1pp2/q1p1p1p1/1k5p/7P/4P3/PPP2PP1/RNBQK1NR w - - 0 1"},
		{"C, backed by a queen, with capture", "rnb1r1k1/ppp2ppp/5n2/q2P4/2B4P/PNb5/1PP2PP1/R1BQK2R w - - 0 1"},
		{"D, arrived along the line by capture", "rnbqk1nr/pppp1ppp/4p3/8/8/PPP1P3/3P1bPP/RNBQKBNR w KQkq - 0 4"},
	} {
		s := *setup(t, tc.fen)
		acceptSetup(t, s, tc.name)
		acceptSetup(t, s.Mirror(), tc.name+" mirrored")
	}
}

// TestKnownDoubleSteps checks double steps that can, or cannot, have been the last move with the checks on
// the board.
func TestKnownDoubleSteps(t *testing.T) {
	for _, tc := range []struct {
		name, fen string
		legal     bool
	}{
		{"quiet", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", true},
		{"the pawn gives check", "4k3/8/8/3pP3/4K3/8/8/8 w - d6 0 1", true},
		{"the king was in check before", "4k3/8/b7/3pP3/2K5/8/8/8 w - d6 0 1", false},
		{"pawn stepped out of the own king's check", "3k4/8/8/3pP3/8/8/8/3RK3 w - d6 0 1", true},
		{"step interposed against a check", "k7/8/8/3pP3/8/5B2/8/4K3 w - d6 0 1", true},
		{"step interposed against a bishop that has moved", "8/k7/8/2pP4/3B4/4P3/5P2/4K3 w - c6 0 1", true},
		{"step interposed against a bishop that cannot have", "8/6k1/8/4pP2/8/8/8/B6K w - e6 0 1", false},
	} {
		s := setup(t, tc.fen)
		r, e := doubleStepRule.RefutesSetup(s)
		if (r == 0) != tc.legal {
			t.Errorf("%s: DoubleStep on %s = %v (%v)", tc.name, tc.fen, r, e.Describe(s))
		}
		if v := s.Violations() &^ chess.IdleEnPassant; v != 0 {
			t.Errorf("%s: %s is not a test: %v", tc.name, tc.fen, v)
		}
	}
}
