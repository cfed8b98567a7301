package recheck_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"chesscensus/internal/testing/testkit"
	"chesscensus/recheck"
)

// Setups of forgeries: legal ones, one with a pawn on row 8, and two that a theorem refutes.
const (
	start     = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -"
	afterNc3  = "rnbqkbnr/pppppppp/8/8/8/2N5/PPPPPPPP/R1BQKBNR b KQkq -"
	kingsOnly = "7k/8/8/8/8/8/8/K7 w - -"
	endRow    = "k6P/8/8/8/8/8/8/7K w - -"

	lastMovesRefuted = "r1bqkb1r/pppppppp/8/8/8/P7/1PPPPPPP/R1BQKB1R b KQkq -"  // LastMovesRejected
	columnsRefuted   = "rnbqkb1r/1ppppppp/P7/p7/8/8/1PPPPPPP/RNBQKBNR b KQkq -" // NoProofKernel: by the columns of its pawns
)

// gameLine returns the line of a game.
func gameLine(fen, proof string) string {
	return fmt.Sprintf(`{"fen":%q,"stage":"proofgame","reasons":[],"proof":%q}`, fen, proof)
}

// theoremLine returns the line of a theorem that needs the setup alone.
func theoremLine(fen, reason string) string {
	return fmt.Sprintf(`{"fen":%q,"stage":"rules","reasons":[%q]}`, fen, reason)
}

// treeLine returns the line of a tree of last moves.
func treeLine(fen, rest string) string {
	return fmt.Sprintf(`{"format":2,"fen":%q,"stage":"retro","reasons":["LastMovesRejected"],%s}`, fen, rest)
}

// oldCageLine returns a line of version 1 on cages.
func oldCageLine(fen, reason, evidence string) string {
	return fmt.Sprintf(`{"fen":%q,"stage":"cage","reasons":["%s"],"evidence":%q}`, fen, reason, evidence)
}

// A forgery is a line whose claim is false, or that claims nothing, with the answer that it gets and a part of its text.
type forgery struct{ Kind, Answer, Text, Line string }

// answers are the errors of forgeries.
var answers = map[string]error{"form": recheck.ErrForm, "wrong": recheck.ErrWrong, "limit": recheck.ErrLimit, "unable": recheck.ErrUnable}

// forgeries returns one forgery of each kind: those of the table, and long ones.
func forgeries(t testkit.Failer) []forgery {
	t.Helper()
	return append(testkit.Table[forgery](t, "forged.tsv"),
		forgery{"a reason of a thousand letters", "form", `xxxx"`, theoremLine(endRow, strings.Repeat("x", 1000))},
		forgery{"a reason of stage cage ten thousand times", "form", "10000 reasons", oldCageLine("rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQ1BRK b kq -",
			strings.Repeat(`Deadlock","`, 9_999)+"Deadlock", "")},
		forgery{"longer than a line may be", "form", "want at most", strings.Repeat("x", recheck.MaxBytes+1)},
		forgery{"brackets in brackets in JSON", "form", "not a certificate", strings.Repeat(`{"fen":`, 20_000)},
		forgery{"a FEN record of a kilobyte", "form", "at most 200", theoremLine(strings.Repeat("8/", 500), "NoWhiteKing")},
		forgery{"brackets in brackets", "form", "deeper", treeLine(lastMovesRefuted, `"tree":"a2a3`+strings.Repeat("(a2a3", 200)+strings.Repeat(")", 200)+`"`)})
}

// TestForged checks that no forgery is confirmed, and that each gets its error with its text of at most 700 bytes, and none of the other three.
// No two are of one kind, or the same line.
func TestForged(t *testing.T) {
	seen := map[string]bool{}
	for _, f := range forgeries(t) {
		if line := "line " + f.Line; seen[f.Kind] || seen[line] {
			t.Errorf("%s: another forgery has this name or this line", f.Kind)
		} else {
			seen[f.Kind], seen[line] = true, true
		}
		_, _, err := recheck.Checker{}.Check(t.Context(), []byte(f.Line))
		for answer, e := range answers {
			if errors.Is(err, e) != (answer == f.Answer) {
				t.Errorf("%s: %.120s: %v, want %s", f.Kind, f.Line, err, f.Answer)
			}
		}
		if text := fmt.Sprint(err); !strings.Contains(text, f.Text) || len(text) > 700 {
			t.Errorf("%s: %.120s: %v, want %q in at most 700 bytes", f.Kind, f.Line, err, f.Text)
		}
	}
}

// TestLimits checks that a check which runs out of states or time, or is canceled, answers ErrLimit with the reason, whatever is claimed.
func TestLimits(t *testing.T) {
	const pawns = "4B1R1/b2Nk1P1/NRnb2pQ/1NR4r/6qN/3qnq2/1q5P/qr1BK1R1 w - -" // its kernels take long
	const cage = "rnbqkb1r/pppppppp/8/8/3P4/6P1/PPP1PPPB/RN1QKBNR b KQkq -"
	const shut = "rn1qkbbr/ppp1pp2/3p2p1/7p/6Q1/8/PPPPPPP1/RNBQKBNR b KQkq -"
	canceled, cancel := context.WithCancel(t.Context())
	cancel()
	for _, test := range []struct {
		kind, line string
		ctx        context.Context
		checker    recheck.Checker
		text       string // a part of the error
	}{
		{"states for columns", theoremLine(pawns, "NoProofKernel"), t.Context(), recheck.Checker{States: 100}, "100 states"},
		{"states for squares", theoremLine(pawns, "NoExtendedKernel"), t.Context(), recheck.Checker{States: 2000}, "2000 states"},
		{"states for a cage", theoremLine(cage, "TrappedMan"), t.Context(), recheck.Checker{States: 1}, "1 states"},
		{"states for a projection", theoremLine(shut, "ShutOut"), t.Context(), recheck.Checker{States: 50}, "50 states"},
		{"states for barred squares", theoremLine(pawns, "BarredPromotions"), t.Context(), recheck.Checker{States: 50}, "50 states"},
		{"states for ways", theoremLine(afterNc3, "Unreachable"), t.Context(), recheck.Checker{States: 5}, "5 states"},
		{"states for a tree", treeLine(lastMovesRefuted, `"tree":"a2a3=KQkq"`), t.Context(), recheck.Checker{States: 1}, "1 states"},
		{"states for a game", gameLine(kingsOnly, "e4 e5 d4 d5"), t.Context(), recheck.Checker{States: 2}, "2 states"},
		{"time", theoremLine(pawns, "NoProofKernel"), t.Context(), recheck.Checker{Time: time.Nanosecond}, "time"},
		{"cancellation", theoremLine(pawns, "NoProofKernel"), canceled, recheck.Checker{}, "canceled"},
	} {
		_, states, err := test.checker.Check(test.ctx, []byte(test.line))
		if !errors.Is(err, recheck.ErrLimit) || !strings.Contains(fmt.Sprint(err), test.text) {
			t.Errorf("%s: %v, want %q", test.kind, err, test.text)
		}
		if isCanceled := errors.Is(err, context.Canceled); isCanceled != (test.ctx == canceled) {
			t.Errorf("%s: %v, want the error of the context: %v", test.kind, err, !isCanceled)
		}
		if test.checker.States > 0 && states > test.checker.States+100_000 {
			t.Errorf("%s: %d states of %d", test.kind, states, test.checker.States)
		}
	}
}

// TestTrueLinesAreConfirmed checks that the true lines, from which the forgeries were made, are confirmed. So what is wrong with a forgery is
// what was changed in it.
func TestTrueLinesAreConfirmed(t *testing.T) {
	for _, c := range testkit.Table[struct{ Line string }](t, "true.tsv") {
		if _, _, err := (recheck.Checker{}).Check(t.Context(), []byte(c.Line)); err != nil {
			t.Errorf("%s: %v", c.Line, err)
		}
	}
}

// FuzzCheck checks that every line gets an answer without a panic, and that no refutation of two legal positions is confirmed.
func FuzzCheck(f *testing.F) {
	for _, g := range forgeries(f) {
		if len(g.Line) < 1000 {
			f.Add(g.Line)
		}
	}
	f.Add(treeLine(lastMovesRefuted, `"tree":"a2a3=KQkq"`))
	f.Add(theoremLine(columnsRefuted, "NoProofKernel"))
	f.Fuzz(func(t *testing.T, line string) {
		c, _, err := recheck.Checker{States: 2000, Time: time.Second}.Check(t.Context(), []byte(line))
		if err == nil && len(c.Reasons) > 0 && (c.FEN == afterNc3 || c.FEN == start) {
			t.Errorf("a legal position is refuted: %q", line)
		}
	})
}
