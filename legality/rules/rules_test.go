package rules

import (
	"context"
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/devdata"
	"chesscensus/internal/testing/testkit"
	"chesscensus/legality/verdict"
)

// TestRuleExamples: every rule refutes its example, and accepts the near miss, which no
// other rule refutes either; both also with colors exchanged.
func TestRuleExamples(t *testing.T) {
	names := map[string]bool{}
	for _, r := range All() {
		if names[r.Name] || r.Theorem == "" || r.Reasons == 0 {
			t.Errorf("rule %q: name not unique, or fields missing", r.Name)
		}
		names[r.Name] = true
		bad, good := setup(t, r.Refuted), setup(t, r.Accepted)
		badMirror, goodMirror := bad.Mirror(), good.Mirror()
		for _, s := range []*chess.Setup{bad, &badMirror} {
			reason, e := r.RefutesSetup(s)
			if reason == 0 || reason&^r.Reasons != 0 || e.Note == "" {
				t.Errorf("%s on %s = %v, %v", r.Name, s, reason, e)
			}
		}
		for _, s := range []*chess.Setup{good, &goodMirror} {
			if reason, e := r.RefutesSetup(s); reason != 0 {
				t.Errorf("%s refutes the near miss %s: %v, %v", r.Name, s, reason, e)
			}
			accepts(t, *s, r.Name+": the near miss should be possible")
		}
	}
}

// TestEveryReasonHasARule: a reason that no rule gives belongs to no static verdict.
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

// TestRulesAcceptLegalCandidates: no candidate that is known to be legal is refuted.
func TestRulesAcceptLegalCandidates(t *testing.T) {
	var st Stage
	for _, row := range append(devdata.Candidates(t, devdata.Known), devdata.Candidates(t, devdata.Fresh)...) {
		if v, _ := st.Judge(context.Background(), row.Setup, verdict.Budget{}); v.Outcome == verdict.Illegal && row.Truth == "legal" {
			t.Errorf("legal, but refuted: %s %v", row.FEN, v)
		}
	}
}

// swapped exchanges the reasons that name a color.
func swapped(r verdict.Reason) verdict.Reason {
	const kings = verdict.NoWhiteKing | verdict.NoBlackKing | verdict.ManyWhiteKings | verdict.ManyBlackKings
	const white = verdict.NoWhiteKing | verdict.ManyWhiteKings
	return r&^kings | r&white<<1 | r>>1&white
}

// checkMirrors fails the test if the reasons change when the colors are exchanged, or
// the files when there are no castling rights. Castling itself tells the files apart,
// so that checks by a rook that may just have castled are left out of the second.
func checkMirrors(t testing.TB, s chess.Setup) {
	t.Helper()
	r, _ := refutedBy(s)
	if m, _ := refutedBy(s.Mirror()); m != swapped(r) {
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

func TestRulesKeepMirrors(t *testing.T) {
	testkit.Medium(t)
	src := testkit.Rand("mirror")
	for range 20_000 {
		s := randomBoard(src, 30)
		s.EP = chess.NewSquare(src.IntN(8), 5-3*int(s.Turn))
		checkMirrors(t, s)
		s.EP = chess.NoSquare
		checkMirrors(t, s)
	}
	for _, row := range devdata.Rows(t, devdata.Prefilter, 2) {
		checkMirrors(t, *setup(t, row[0]))
	}
}

// checkViolations fails the test unless what the gate of package chess rejects is
// refuted here, too, by a reason of the same name.
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

// TestFirstReason: the stage refutes what some rule refutes, for one of its reasons.
func TestFirstReason(t *testing.T) {
	var st Stage
	for _, row := range devdata.Rows(t, devdata.Prefilter, 2) {
		s := *setup(t, row[0])
		v, decided := st.Judge(context.Background(), s, verdict.Budget{})
		r, _ := refutedBy(s)
		if decided != (r != 0) || v.Reasons&^r != 0 {
			t.Errorf("%s: %v first, but %v in all", s, v.Reasons, r)
		}
	}
}

// TestPrefilterIllegalMeansRefuted: what the reference calls illegal the rules refute,
// except double checks, of which they refute all that it should.
func TestPrefilterIllegalMeansRefuted(t *testing.T) {
	for _, row := range devdata.Rows(t, devdata.Prefilter, 2) {
		s := *setup(t, row[0])
		if r, _ := refutedBy(s); r == 0 && !Prefilter(&s).PossiblyLegal() {
			t.Errorf("%v, but not refuted: %s", Prefilter(&s), s)
		}
	}
}
