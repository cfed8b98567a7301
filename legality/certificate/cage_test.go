package certificate

import (
	"errors"
	"strings"
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/testkit"
	"chesscensus/legality/cage"
	"chesscensus/legality/verdict"
)

// TestCagesAreConfirmed checks that a refutation by package cage is confirmed, and not for another setup, stage or reason.
func TestCagesAreConfirmed(t *testing.T) {
	testkit.LongInFull(t)
	p := testkit.Must(chess.ParsePosition("bN2Q1Br/4RprB/1B3Rpp/b7/bNn1Q1R1/4KRP1/r1B2Pk1/1b5r w - -"))(t)
	s := p.Setup()
	v, decided := new(cage.Stage).Judge(t.Context(), s, verdict.Budget{})
	if !decided {
		t.Fatal("not refuted")
	}
	r := testkit.Must(New(&s, &v))(t)
	var c Checker
	if err := c.Check(t.Context(), throughJSON(t, r)); err != nil {
		t.Error(err)
	}
	forged := *r
	forged.Reasons = verdict.TakenAtHome
	if err := c.Check(t.Context(), &forged); !errors.Is(err, ErrRefuted) ||
		!strings.Contains(err.Error(), "but "+verdict.Deadlock.String()+" refutes it") {
		t.Errorf("another reason: %v", err)
	}
	forged = *r
	forged.Stage, forged.Reasons = "retro", verdict.Deadlock
	if err := c.Check(t.Context(), &forged); err == nil {
		t.Error("confirmed as a refutation by another stage")
	}
	if testing.Short() {
		return // the next check searches for seconds
	}
	forged = *r
	forged.FEN = "8/3R1pRb/3nk1PP/bbb3pQ/K4Rr1/B1NQN3/3B1pB1/3rBrN1 w - - 0 1"
	testkit.FailsWith(t, c.Check(t.Context(), &forged), ErrRefuted, "another setup")
}

// TestTakenBishopIsConfirmed checks that a refutation by Lemma 16 is confirmed, of a draw of the second edition. With the limit of
// a check the earlier searches use the whole budget, so that the lemma must be evaluated alone.
func TestTakenBishopIsConfirmed(t *testing.T) {
	testkit.Medium(t)
	r := Record{
		FEN:   "q2B3Q/rP6/B2R3P/N3rpP1/5Rpn/k1nK2Q1/2Qp1P1p/1R1qq2n w - -",
		Stage: cage.StageName, Reasons: verdict.ShutOut,
		Evidence: "the bishop of this square was taken by a pawn, but never came to where one can have taken it: c8",
	}
	var c Checker
	if err := c.Check(t.Context(), &r); err != nil {
		t.Error(err)
	}
}

// TestFormerReasons checks that refutations by version 1 of the engine are confirmed, with their present reasons, and not without
// their evidence.
func TestFormerReasons(t *testing.T) {
	testkit.Medium(t)
	for _, c := range []struct {
		fen, evidence string
		was, is       verdict.Reason
	}{
		{"bN2Q1Br/4RprB/1B3Rpp/b7/bNn1Q1R1/4KRP1/r1B2Pk1/1b5r w - -", "none of these men can have come last: rg8",
			verdict.LastMovesRejected, verdict.Deadlock},
		{"KRkq1n2/p1Pb1pPb/Q2b2p1/pp3q1N/5R2/nrB3RB/4Pr2/7r b - -", "pawns can never have let this man in: bh7",
			verdict.LastMovesRejected, verdict.TrappedMan},
		{"kQ1rqRbr/qq3p1B/N1B1R1p1/q1N4Q/2K4Q/R7/n2P2PQ/4Bn1N b - -", "whatever pawns have captured, they can never have let this man in: bg8",
			verdict.LastMovesRejected, verdict.ShutOut},
		{"r1BKbq1N/1N3p2/1P3Np1/p1n4R/2p1n3/2b1nB1B/1k1b1N1p/2Rb2r1 w - -", "no kernel without men promoted on squares that they cannot have left: g8",
			verdict.NoProofKernel, verdict.BarredPromotions},
		// This engine finds ShutOut first.
		{"1N4B1/k1r5/1b3b2/1r3Brq/2KN1n2/Nr1RPPPR/3q1RpR/3Q2Qb w - -", "no kernel without men promoted on squares that they cannot have left: bh1",
			verdict.NoProofKernel, verdict.BarredPromotions},
	} {
		r := Record{FEN: c.fen, Stage: cage.StageName, Reasons: c.was, Evidence: c.evidence}
		testkit.Equal(t, r.Reason(), c.is, c.was, c.evidence)
		var checker Checker
		if err := checker.Check(t.Context(), &r); err != nil {
			t.Errorf("%s: %v", c.fen, err)
		}
		r.Evidence = "something else"
		testkit.FailsWith(t, checker.Check(t.Context(), &r), ErrRefuted, c.fen, c.was)
	}
	r := Record{Stage: "retro", Reasons: verdict.LastMovesRejected, Evidence: "none of these men"}
	if r.Reason() != verdict.LastMovesRejected {
		t.Error("a reason of stage retro is changed")
	}
}

// TestExplicitRefutations checks that refutations of the stages that build games are confirmed by the explicit search, and not
// taken for games.
func TestExplicitRefutations(t *testing.T) {
	const illegal = "rnbqkbnr/pppp1ppp/8/4P3/4p3/8/PPPP1PPP/RNBQKBNR w KQkq -"
	const legal = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq -"
	var c Checker
	for _, stage := range []string{"path", "proofgame"} {
		r := Record{FEN: illegal, Stage: stage, Reasons: verdict.NoExtendedKernel}
		if err := c.Check(t.Context(), &r); err != nil {
			t.Errorf("%s: %v", stage, err)
		}
		r.FEN = legal
		testkit.FailsWith(t, c.Check(t.Context(), &r), ErrRefuted, stage)
	}
	testkit.FailsWith(t, c.Check(t.Context(), &Record{FEN: illegal, Stage: "proofgame", Proof: "e4"}), ErrRefuted, "a game that does not lead there")
}

// TestRulesOfGames checks that a game must keep the rules that its record names.
func TestRulesOfGames(t *testing.T) {
	const after = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq -"
	game := strings.Repeat("Nf3 Nf6 Ng1 Ng8 ", 4) + "e4"
	var c Checker
	for rules, want := range map[string]string{"fide": "over after ply 16 by fivefold repetition", "basic": "", "uscf": "unknown rules"} {
		r, err := Parse([]byte(`{"fen":"` + after + `","stage":"proofgame","rules":"` + rules + `","proof":"` + game + `"}`))
		if err == nil {
			err = c.Check(t.Context(), r)
		}
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("rules %s: %v, want %q", rules, err, want)
		}
	}
}

// TestParityIsConfirmed checks that a refutation by the theorem of parity is confirmed, and not with the other side to move.
func TestParityIsConfirmed(t *testing.T) {
	var c Checker
	r := Record{FEN: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b - -", Stage: "parity", Reasons: verdict.MoveParity}
	if err := c.Check(t.Context(), throughJSON(t, &r)); err != nil {
		t.Error(err)
	}
	r.FEN = strings.Replace(r.FEN, " b ", " w ", 1)
	testkit.FailsWith(t, c.Check(t.Context(), &r), ErrRefuted, "a legal position")
}
