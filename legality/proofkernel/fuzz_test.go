package proofkernel

import (
	"math/rand/v2"
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/testkit"
)

// FuzzExists checks that no setup makes the solver panic or exceed its budget, and that exchanging the colors changes nothing
// but, within a budget, whether it gives up.
func FuzzExists(f *testing.F) {
	for _, w := range witnesses {
		f.Add(w.fen)
	}
	f.Add(hardFEN)
	f.Add("4k3/pppppppp/pppppppp/pppppppp/PPPPPPPP/PPPPPPPP/PPPPPPPP/4K3 w - - 0 1")
	f.Add("QQQQQQQQ/4k3/8/8/8/8/8/4K3 b - - 0 1")
	var s Solver
	f.Fuzz(func(t *testing.T, text string) {
		fen, err := chess.ParseFEN(text)
		if err != nil {
			return
		}
		if _, err := fen.Setup.Position(); err != nil {
			return
		}
		checkBothColors(t, &s, fen.Setup)
	})
}

// checkBothColors compares the results of a setup and of the one with colors exchanged.
func checkBothColors(t *testing.T, s *Solver, setup chess.Setup) {
	t.Helper()
	const budget = 1 << 13
	m := setup.Mirror()
	mirrored, _ := s.Exists(&m, budget)
	got, n := s.Exists(&setup, budget)
	if n > budget || got != mirrored && got != GaveUp && mirrored != GaveUp {
		t.Errorf("%v: %v in %d states, with colors exchanged %v", setup, got, n, mirrored)
	}
	if got.Refutes() {
		if e := s.evidence(&setup); e.Note == "" {
			t.Errorf("%v: no evidence", setup)
		}
	}
}

// TestAnyNumberOfMen tries setups from bare kings to full boards.
func TestAnyNumberOfMen(t *testing.T) {
	testkit.Medium(t)
	r := rand.New(rand.NewPCG(71, 72))
	var s Solver
	for range testkit.Size(500, 3000) {
		setup := randomSetup(r, r.IntN(9), r.IntN(9))
		if r.IntN(8) == 0 { // more than there can be
			setup = randomSetup(r, r.IntN(20), r.IntN(6))
		}
		checkBothColors(t, &s, setup)
	}
}
