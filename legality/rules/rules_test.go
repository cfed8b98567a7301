package rules

import (
	"context"
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/chesstest"
	"chesscensus/internal/testing/devdata"
	"chesscensus/internal/testing/testkit"
	"chesscensus/legality/verdict"
)

// TestRuleExamples checks that every rule refutes its example Refuted, and no rule refutes
// Accepted; both also with exchanged colors.
func TestRuleExamples(t *testing.T) {
	names := map[string]bool{}
	for _, r := range All() {
		if names[r.Name] || r.Theorem == "" || r.Reasons == 0 {
			t.Errorf("rule %q: name not unique, or fields missing", r.Name)
		}
		names[r.Name] = true
		refuted, accepted := setup(t, r.Refuted), setup(t, r.Accepted)
		refutedMirror, acceptedMirror := refuted.Mirror(), accepted.Mirror()
		for _, s := range []*chess.Setup{refuted, &refutedMirror} {
			reason, e := r.RefutesSetup(s)
			if reason == 0 || reason&^r.Reasons != 0 || e.Note == "" {
				t.Errorf("%s on %s = %v, %v", r.Name, s, reason, e)
			}
		}
		for _, s := range []*chess.Setup{accepted, &acceptedMirror} {
			if reason, e := r.RefutesSetup(s); reason != 0 {
				t.Errorf("%s refutes the near miss %s: %v, %v", r.Name, s, reason, e)
			}
			acceptSetup(t, *s, r.Name+": the near miss should be possible")
		}
	}
}

// TestEveryReasonHasARule checks that every reason of static verdicts is that of exactly one rule.
func TestEveryReasonHasARule(t *testing.T) {
	var have verdict.Reason
	for _, r := range All() {
		if have&r.Reasons != 0 {
			t.Errorf("%s shares reasons %v with another rule", r.Name, have&r.Reasons)
		}
		have |= r.Reasons
	}
	for r := range verdict.KnownReasons() {
		if r <= verdict.EnPassantOrigin && have&r == 0 {
			t.Errorf("no rule gives %v", r)
		}
	}
}

// TestRulesAcceptLegalCandidates checks that no candidate that is known to be legal is refuted.
func TestRulesAcceptLegalCandidates(t *testing.T) {
	var st Stage
	for _, row := range append(devdata.Candidates(t, devdata.Known), devdata.Candidates(t, devdata.Fresh)...) {
		if v, _ := st.Judge(context.Background(), row.Setup, verdict.Budget{}); v.Outcome == verdict.Illegal && row.Truth == "legal" {
			t.Errorf("legal, but refuted: %s %v", row.FEN, v)
		}
	}
}

// swapColors exchanges the colors in the reasons that name one.
func swapColors(r verdict.Reason) verdict.Reason {
	const kings = verdict.NoWhiteKing | verdict.NoBlackKing | verdict.ManyWhiteKings | verdict.ManyBlackKings
	const white = verdict.NoWhiteKing | verdict.ManyWhiteKings
	return r&^kings | r&white<<1 | r>>1&white
}

// checkMirrors fails the test if the reasons change when the colors are exchanged, or when the
// files are reversed without castling rights. Castling is not symmetric, so that the files are
// not reversed if the side that moved last may have castled.
func checkMirrors(t testing.TB, s chess.Setup) {
	t.Helper()
	r, _ := refutedBy(s)
	if m, _ := refutedBy(s.Mirror()); m != swapColors(r) {
		t.Fatalf("%s: %v, but with colors exchanged %v", s, r, m)
	}
	them := s.Turn.Other()
	home := chess.RowBB(7 * int(them&1))
	if s.Castling == 0 && s.Board.Pieces(them, chess.King)&home&^chess.FileBB(4)&^chess.FileBB(3) == 0 {
		if m, _ := refutedBy(testkit.FlipFiles(s)); m != r {
			t.Fatalf("%s: %v, but with files exchanged %v", s, r, m)
		}
	}
}

// TestRulesKeepMirrors compares the rules on random boards, and on draws, with those on their
// mirror images.
func TestRulesKeepMirrors(t *testing.T) {
	testkit.Medium(t)
	src := testkit.Rand("mirror")
	for range 20_000 {
		s := chesstest.RandomSetup(src, 30, 0)
		s.EP = chess.NewSquare(src.IntN(8), 5-3*int(s.Turn))
		checkMirrors(t, s)
		s.EP = chess.NoSquare
		checkMirrors(t, s)
	}
	for _, row := range devdata.Rows(t, devdata.Prefilter, 2) {
		checkMirrors(t, *setup(t, row[0]))
	}
}

// checkViolations fails the test unless the rules refute exactly the violations of package chess,
// by reasons of the same names.
func checkViolations(t testing.TB, s chess.Setup) {
	t.Helper()
	r, _ := refutedBy(s)
	v := s.Violations()
	if v != 0 && r == 0 {
		t.Fatalf("%s is invalid (%v), but not refuted", s, v)
	}
	for bit, reason := range map[chess.Violations]verdict.Reason{
		chess.NoWhiteKing: verdict.NoWhiteKing, chess.NoBlackKing: verdict.NoBlackKing,
		chess.ManyWhiteKings: verdict.ManyWhiteKings, chess.ManyBlackKings: verdict.ManyBlackKings,
		chess.PawnOnEndRow: verdict.PawnOnEndRow, chess.OppositeCheck: verdict.OppositeCheck,
		chess.BadCastling: verdict.BadCastling, chess.BadEnPassant: verdict.BadEnPassant,
		chess.IdleEnPassant: verdict.IdleEnPassant,
	} {
		if (v&bit != 0) != (r&reason != 0) {
			t.Fatalf("%s: chess says %v, the rules %v", s, v, r)
		}
	}
}

// TestFirstReason checks that the stage refutes a setup exactly if some rule does, for reasons of
// such rules.
func TestFirstReason(t *testing.T) {
	var st Stage
	for _, row := range devdata.Rows(t, devdata.Prefilter, 2) {
		s := *setup(t, row[0])
		v, decided := st.Judge(context.Background(), s, verdict.Budget{})
		all, _ := refutedBy(s)
		if decided != (all != 0) || v.Reasons&^all != 0 {
			t.Errorf("%s: %v first, but %v in all", s, v.Reasons, all)
		}
	}
}

// TestPrefilterIllegalMeansRefuted checks that the rules refute all draws that the pre-filter
// calls illegal.
func TestPrefilterIllegalMeansRefuted(t *testing.T) {
	for _, row := range devdata.Rows(t, devdata.Prefilter, 2) {
		s := *setup(t, row[0])
		if r, _ := refutedBy(s); r == 0 && !Prefilter(&s).PossiblyLegal() {
			t.Errorf("%v, but not refuted: %s", Prefilter(&s), s)
		}
	}
}
