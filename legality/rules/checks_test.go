package rules

import (
	"testing"

	"chesscensus/chess"
	"chesscensus/legality/verdict"
)

// ruleCase is a setup and whether a rule must accept it.
type ruleCase struct {
	name, fen string
	accepted  bool
}

// check applies the rules to the setup and its color mirror.
func (tc *ruleCase) check(t *testing.T, rules ...Rule) {
	t.Helper()
	s := setup(t, tc.fen)
	m := s.Mirror()
	for _, s := range []*chess.Setup{s, &m} {
		var got verdict.Reason
		for _, r := range rules {
			reason, _ := r.RefutesSetup(s)
			got |= reason
		}
		if (got == 0) != tc.accepted {
			t.Errorf("%s: %s: refuted by %v, want accepted: %v", tc.name, s, got, tc.accepted)
		}
	}
}

// White is to move in all cases of this file, in check by one or two black men.

// TestSingleChecks checks by which last moves one man may have given check.
func TestSingleChecks(t *testing.T) {
	for _, tc := range []ruleCase{
		{"rook came along its row", "4k3/8/8/8/8/8/4r3/4K3 w - - 0 1", true},
		{"rook in the corner", "4k3/8/8/8/8/8/8/r3K3 w - - 0 1", true},
		{"bishop in the far corner cannot have come", "k6b/8/8/8/8/8/8/K7 w - - 0 1", false},
		{"a knight can have left the bishop's diagonal", "k6b/8/8/5n2/8/8/8/K7 w - - 0 1", true},
		{"the king left the bishop's diagonal", "7b/7k/8/8/8/8/8/K7 w - - 0 1", true},
		{"a pawn left the diagonal by a step", "k6b/8/8/8/8/3p4/8/K7 w - - 0 1", true},
		{"a pawn left the diagonal by a capture", "k6b/8/8/8/8/4p3/8/K7 w - - 0 1", true},
		{"pawn came straight", "4k3/8/8/8/8/4p3/3K4/8 w - - 0 1", true},
		{"pawn came by a double step", "4k3/8/8/3p4/2K5/8/8/8 w - - 0 1", true},
		{"the same, but men stand behind it and beside them", "4k3/8/2PBP3/3p4/2K5/8/8/8 w - - 0 1", false},
		{"pawn on its second row has never moved", "4k3/3p4/2K5/8/8/8/8/8 w - - 0 1", false},
		{"queen beside the king, from elsewhere", "4k3/8/8/8/8/8/3q4/3K4 w - - 0 1", true},
		{"queen promoted straight", "4k3/8/8/8/8/8/8/q2K4 w - - 0 1", true},
		{"rook that has just castled", "2kr4/8/8/8/3K4/8/8/8 w - - 0 1", true},
		{"rook castled along its own row", "2kr2K1/3p4/8/8/8/8/8/8 w - - 0 1", true},
		{"the same, but the rook cannot have gone round", "1kr3K1/pppp4/8/8/8/8/8/8 w - - 0 1", false},
		{"rook on its own row, and a man on b8 where it cannot have castled past", "1nkr2K1/3p4/8/8/8/8/8/8 w - - 0 1", false},
	} {
		if n := checkers(t, tc.fen); n != 1 {
			t.Errorf("%s: %d checkers", tc.name, n)
		}
		tc.check(t, OneChecker)
	}
}

// TestRightsKeepMenHome checks that a castling right keeps king and rook from having
// moved last.
func TestRightsKeepMenHome(t *testing.T) {
	// The rook on h8 attacks the king on h1; it must have come, or a man have left the line. With Black's right it
	// has not come, and the king, the only other man, has not moved either.
	for _, tc := range []ruleCase{
		{"without right", "4k2r/8/8/8/8/8/8/7K w - - 0 1", true},
		{"with right", "4k2r/8/8/8/8/8/8/7K w k - 0 1", false},
		{"a row that the king can have left", "N3k2r/r5K1/N7/8/8/8/8/8 w - - 0 1", true},
		{"the same, with right", "N3k2r/r5K1/N7/8/8/8/8/8 w k - 0 1", false},
		{"with right, and a pawn that can have left", "4k2r/8/8/8/6p1/8/8/7K w k - 0 1", true},
	} {
		tc.check(t, OneChecker)
	}
}

// TestDoubleChecks checks by which last moves two men may have given check.
func TestDoubleChecks(t *testing.T) {
	for _, tc := range []ruleCase{
		{"rook and bishop, the bishop moved", "2r1k3/8/8/8/b7/8/2K5/8 w - - 0 1", true},
		{"two rooks", "4k3/8/8/8/r1K5/8/2r5/8 w - - 0 1", false},
		{"two knights", "4k3/8/8/8/8/1n6/2n5/K7 w - - 0 1", false},
		{"two bishops", "4k3/8/8/8/1b3b2/8/3K4/8 w - - 0 1", false},
		{"queen and knight, the knight left the file from a3", "4k3/8/8/q7/8/8/2n5/K7 w - - 0 1", true},
		{"queen and knight, the queen on the knight's square of origin", "4k3/8/8/q7/8/1n6/8/K7 w - - 0 1", false},
		{"queen far off and knight that left the file", "q3k3/8/8/8/8/1n6/8/K7 w - - 0 1", true},
		{"pawn left the rook's file by capture", "4k2r/8/8/8/8/6p1/7K/8 w - - 0 1", true},
		{"pawn left the rook's file, but nothing is missing", "4k2r/8/8/8/1PPPPPP1/P5p1/P6K/RNBQ1BNR w - - 0 1", false},
		{"promotion by capture, with a rook behind on the file", "2r1k3/8/8/8/8/8/8/2Kr4 w - - 0 1", true},
		{"the same without a missing pawn", "2r1k3/8/8/p7/pp1ppppp/8/8/2Kr4 w - - 0 1", false},
		{"two queens by en passant", "1nbq1b1r/1pp2p2/3kP3/r7/p7/3Q2Q1/PPPP1PP1/RNB1KBNR b KQ - 0 11", true},
		{"the same with the victim's home occupied", "1nbq1b1r/1pp1np2/3kP3/r7/p7/3Q2Q1/PPPP1PP1/RNB1KBNR b KQ - 0 11", false},
	} {
		if n := checkers(t, tc.fen); n != 2 {
			t.Errorf("%s: %d checkers", tc.name, n)
		}
		tc.check(t, TwoCheckers)
	}
}

// checkers returns the number of men that give check.
func checkers(t *testing.T, fen string) int {
	t.Helper()
	var f Facts
	f.Reset(setup(t, fen))
	return f.Checkers().Count()
}
