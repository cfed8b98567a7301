package recheck_test

import (
	"errors"
	"testing"

	"chesscensus/internal/testing/testkit"
	"chesscensus/recheck"
	"chesscensus/recheck/internal/board"
)

// A hypothesis is a claim that a theorem refutes a setup, and whether it does.
type hypothesis struct {
	Theorem, FEN, Evidence string
	Refutes                bool
	Why                    string
}

// claimBy returns the claim that a theorem refutes a setup, with evidence.
func claimBy(theorem, fen, evidence string) recheck.Certificate {
	c := claim(fen, theorem)
	c.Evidence = evidence
	return c
}

// withColorsExchanged returns the same of the setup with colors exchanged.
func (h hypothesis) withColorsExchanged(t *testing.T) hypothesis {
	t.Helper()
	other := colorsExchanged(testkit.Must(board.ParseFEN(h.FEN))(t))
	h.FEN, h.Theorem, h.Evidence = other.String(), exchanged(h.Theorem), rowsMirrored(h.Evidence)
	return h
}

// checkHypotheses checks the claims of a table, also with colors exchanged. Claims that do not hold must be denied: a limit is no answer.
func checkHypotheses(t *testing.T, checker recheck.Checker, file string) []hypothesis {
	t.Helper()
	list := testkit.Table[hypothesis](t, file)
	for _, h := range list {
		for i, h := range []hypothesis{h, h.withColorsExchanged(t)} {
			if h.Theorem == "MoveParity" && i == 1 {
				continue // White begins
			}
			c := claimBy(h.Theorem, h.FEN, h.Evidence)
			_, _, err := checker.Check(t.Context(), line(t, &c))
			mayBeUnable := h.Theorem == "BarredPromotions" || h.Theorem == "Unreachable"
			isDenied := errors.Is(err, recheck.ErrWrong) || mayBeUnable && errors.Is(err, recheck.ErrUnable)
			if h.Refutes && err != nil || !h.Refutes && !isDenied {
				t.Errorf("%s of %s, %s (%s): %v, want confirmed: %v", h.Theorem, h.FEN, h.Evidence, h.Why, err, h.Refutes)
			}
		}
	}
	return list
}

// TestHypotheses checks each theorem with setups of both kinds, but for those on last moves.
func TestHypotheses(t *testing.T) {
	refuted, others := map[string]int{}, map[string]int{} // setups by theorem
	for _, h := range checkHypotheses(t, recheck.Checker{}, "hypotheses.tsv") {
		if h.Refutes {
			refuted[h.Theorem]++
		} else {
			others[h.Theorem]++
		}
	}
	for _, name := range theoremNames {
		if (refuted[name] == 0 || others[name] == 0) && name != "NoLastMove" && name != "LastMovesRejected" {
			t.Errorf("%s: %d setups that it refutes, %d that it does not", name, refuted[name], others[name])
		}
	}
}

// TestShutInAtHome checks NoProofKernel where rooks or queens were captured where they were shut in.
func TestShutInAtHome(t *testing.T) { checkHypotheses(t, recheck.Checker{}, "rookshome.tsv") }

// TestBishopsAtHome checks NoExtendedKernel where a rook would have had to pass a bishop at home, or a pawn to step to its square.
func TestBishopsAtHome(t *testing.T) { checkHypotheses(t, recheck.Checker{}, "bishopshome.tsv") }

// TestFallen checks ShutOut for bishops that are gone (together.go).
func TestFallen(t *testing.T) { checkHypotheses(t, recheck.Checker{}, "fallen.tsv") }

// TestTogether checks ShutOut for several men at once (together.go): whether all of them can have come to their squares.
func TestTogether(t *testing.T) {
	checkHypotheses(t, recheck.Checker{}, "together.tsv")
	if !testkit.Brief() {
		checkHypotheses(t, recheck.Checker{}, "togetherslow.tsv")
	}
}

// TestPromotionsBarredByMan checks BarredPromotions (d): the promoted man cannot have left before the other one came.
func TestPromotionsBarredByMan(t *testing.T) {
	checkHypotheses(t, recheck.Checker{States: 400_000}, "barred.tsv")
}

// TestHardMen confirms refutations by men that cannot have come to their squares, from settled draws of the record and draws of seed 16. Those
// of the first table are confirmed without the squares that the evidence names, too, but for BarredPromotions.
func TestHardMen(t *testing.T) {
	testkit.Medium(t)
	for _, file := range []string{"hardmen.tsv", "engine.tsv"} {
		for _, h := range testkit.Table[struct{ Theorem, FEN, Evidence, Why string }](t, file) {
			if err := check(t, claimBy(h.Theorem, h.FEN, h.Evidence)); err != nil {
				t.Errorf("%s of %s, %s: %v", h.Theorem, h.FEN, h.Evidence, err)
			}
			if file == "engine.tsv" || h.Theorem == "BarredPromotions" {
				continue
			}
			if err := check(t, claimBy(h.Theorem, h.FEN, "misleading: h9 Kz3 e4 \xff")); err != nil {
				t.Errorf("%s of %s without help: %v", h.Theorem, h.FEN, err)
			}
		}
	}
}

// rowsMirrored returns a text with the squares that it names on the mirrored rows. The letters of men stay, since only the squares of evidence
// are read.
func rowsMirrored(names string) string {
	text := []byte(names)
	for i, c := range text {
		if c >= '1' && c <= '8' {
			text[i] = '1' + '8' - c
		}
	}
	return string(text)
}

// exchanged returns the name of a theorem with colors exchanged.
func exchanged(name string) string {
	switch name {
	case "NoWhiteKing":
		return "NoBlackKing"
	case "NoBlackKing":
		return "NoWhiteKing"
	case "ManyWhiteKings":
		return "ManyBlackKings"
	case "ManyBlackKings":
		return "ManyWhiteKings"
	}
	return name
}

// TestLastMoves checks trees of setups in which most men have never moved, so that the last moves can be counted by hand.
func TestLastMoves(t *testing.T) {
	for _, test := range testkit.Table[struct {
		FEN, Tree string
		Refutes   bool
		Why       string
	}](t, "lastmoves.tsv") {
		c := claim(test.FEN, "LastMovesRejected")
		c.Tree = test.Tree
		if err := check(t, c); test.Refutes && err != nil || !test.Refutes && !errors.Is(err, recheck.ErrWrong) {
			t.Errorf("%s, %s (%s): %v, want confirmed: %v", test.FEN, test.Tree, test.Why, err, test.Refutes)
		}
	}
}
