package recheck_test

import (
	"errors"
	"strings"
	"testing"

	"chesscensus/internal/testing/devdata"
	"chesscensus/internal/testing/testkit"
	"chesscensus/recheck"
	"chesscensus/recheck/internal/board"
)

// TestKnownKernels checks candidates that texelutil has judged. Those that it refutes by kernels must be confirmed. Others, if they are not
// illegal for another reason, must be denied.
func TestKnownKernels(t *testing.T) {
	testkit.Medium(t)
	confirmed, denied, open, asked := 0, 0, 0, 0
	for i, c := range devdata.Candidates(t, devdata.Fresh) {
		refuted := strings.Contains(c.Reason, "kernel")
		if !refuted && (c.Truth == "illegal" || testkit.Brief() && i%100 != 0) {
			continue
		}
		if asked++; testkit.Brief() && asked%3 != 0 && refuted {
			continue
		}
		if n := testkit.Stride(); asked%n != 1%n { // others than the short form takes
			continue
		}
		name := "NoExtendedKernel"
		if refuted && !strings.Contains(c.Reason, "extended") {
			name = "NoProofKernel"
		}
		q := claim(c.Setup.String(), name)
		_, _, err := recheck.Checker{States: 40_000}.Check(t.Context(), line(t, &q))
		switch {
		case errors.Is(err, recheck.ErrLimit):
			open++
		case refuted && err == nil:
			confirmed++
		case !refuted && errors.Is(err, recheck.ErrWrong):
			denied++
		default:
			t.Errorf("%v, %s: %v", c.Setup, c.Reason, err)
		}
	}
	t.Logf("confirmed %d, denied %d, too large %d", confirmed, denied, open)
	if confirmed < 100/min(testkit.Stride(), 2) || denied < 5 {
		t.Errorf("confirmed %d, denied %d: too few to be a test", confirmed, denied)
	}
}

// colorsExchanged returns the setup with colors exchanged: each man on the mirrored row, and the other side to move.
func colorsExchanged(s board.Setup) board.Setup {
	m := board.Setup{Black: !s.Black, Rights: s.Rights>>2 | s.Rights<<2&15, EP: s.EP}
	for sq, man := range s.Men {
		if man != 0 {
			m.Men[sq^56] = man ^ 0x20
		}
	}
	if s.EP != board.None {
		m.EP = s.EP ^ 56
	}
	return m
}

// filesExchanged returns the mirrored setup: a for h, b for g and so on, without castling rights.
func filesExchanged(s board.Setup) board.Setup {
	f := board.Setup{Black: s.Black, EP: s.EP}
	for sq, man := range s.Men {
		f.Men[sq^7] = man
	}
	if s.EP != board.None {
		f.EP = s.EP ^ 7
	}
	return f
}

// TestMirrors checks that a theorem gives the same answer for a setup and the one with colors exchanged; MoveParity does not, as White begins.
// For some setups it also checks the mirrored one, where neither castling nor the homes of king and queen matter.
func TestMirrors(t *testing.T) {
	for _, e := range examples(t) {
		if e.illegal == "" {
			continue
		}
		for name := range strings.SplitSeq(e.title, ", ") {
			if name == "MoveParity" || name == "Faults" || e.tree != "" {
				continue
			}
			s := testkit.Must(board.ParseFEN(e.illegal))(t)
			want := check(t, claim(s.String(), name)) == nil
			if got := check(t, claim(colorsExchanged(s).String(), name)) == nil; got != want {
				t.Errorf("%s of %v: %v, but turned around %v", name, s, want, got)
			}
		}
	}
	for name, fen := range map[string]string{
		"ManyPromotions": "4k3/8/8/B1B5/8/3P4/PPP1PPPP/4K3 w - -",
		"PawnHomes":      "4k3/8/8/P7/8/8/PPPP4/4K3 w - -",
		"PawnCaptures":   "1qbkrbn1/pppppppp/8/8/1P6/8/PPP1PPPP/1QBKRBN1 w - -",
		"CrossedPawns":   "rnbqkbnr/pppp1ppp/8/4P3/4p3/8/PPPP1PPP/RNBQKBNR w - -",
		"CagedBishop":    "4k3/8/8/8/8/8/1P6/B3K3 w - -",
		"DoubleCheck":    "4k3/8/8/8/r1K5/8/2r5/8 w - -",
		"NoProofKernel":  "rnbqkb1r/1ppppppp/P7/p7/8/8/1PPPPPPP/RNBQKBNR b - -",
		"TrappedMan":     "rnbqkb1r/pppppppp/8/8/3P4/6P1/PPP1PPPB/RN1QKBNR b - -",
		"Deadlock":       "rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQ1BRK b - -",
	} {
		s := testkit.Must(board.ParseFEN(fen))(t)
		want := check(t, claim(fen, name))
		if got := check(t, claim(filesExchanged(s).String(), name)); (got == nil) != (want == nil) {
			t.Errorf("%s of %s: %v, but with files exchanged %v", name, fen, want, got)
		}
	}
}
