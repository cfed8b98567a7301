package retract

import (
	"slices"
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/testkit"
	"chesscensus/legality/proofgame/internal/plantest"
	"chesscensus/legality/retro"
)

// tied returns the cluster of a setup.
func tied(t *testing.T, fen string) *cluster {
	t.Helper()
	p := testkit.Position(t, fen)
	b := p.Setup().Board
	z := new(cluster)
	z.findLeaveCosts(&b)
	return z
}

// TestLeaveCost: what single men need, counted by hand.
func TestLeaveCost(t *testing.T) {
	for _, c := range []struct {
		name, fen string
		man       chess.Square
		want      int32
	}{
		{"a free knight", "4k3/8/8/3N4/8/8/8/4K3 w - -", chess.D5, 1},
		{"a pawn at home", "4k3/8/8/8/8/8/4P3/4K3 w - -", chess.E2, neverLeaves},
		{"a pawn with nothing behind it", "4k3/8/8/4P3/8/8/8/4K3 w - -", chess.E5, 1},
		{"a pawn behind which an officer stands: that one leaves first", "4k3/8/4P3/4N3/8/8/8/4K3 w - -", chess.E6, 2},
		{"a pawn before one at home gives a man back", "4k3/8/8/8/8/4P3/4P3/4K3 w - -", chess.E3, 1 + leaveCapture},
		{"a rook in the corner, behind a knight and a pawn", "4k3/8/8/8/8/8/P7/RN2K3 w - -", chess.A1, 2},
		{"a bishop behind pawns at home", "4k3/8/8/8/8/8/1P1P4/2B1K3 w - -", chess.C1, neverLeaves},
		{"a bishop on the last row becomes a pawn", "B3k3/1p6/8/8/8/8/8/4K3 w - -", chess.A8, leavePromote},
		{"a bishop passes a square that gives check", "4BB1k/3ppK1p/4p1p1/8/8/8/8/8 b - -", chess.F8, 1},
		{"a rook that has only squares with check", "8/8/8/8/8/8/P2P4/1RK1k3 b - -", chess.B1, 1},
		{"a man between its rook and the enemy king", "4k3/8/8/8/8/4N3/4R3/4K3 b - -", chess.E3, 1 + leaveShield},
	} {
		if got := tied(t, c.fen).leaveCost[c.man]; got != c.want {
			t.Errorf("%s (%s): %v needs %d, want %d", c.name, c.fen, c.man, got, c.want)
		}
	}
}

// TestEntanglement: nothing is tied at the start, nor where all men are free; a cluster is measured alike for both colors, and less
// when a man has left it.
func TestEntanglement(t *testing.T) {
	var x Retractor
	measure := func(fen string) int32 {
		p := testkit.Position(t, fen)
		s := p.Setup()
		mirrored := s
		mirrored.Board = s.Board.Mirror()
		got := x.entanglement(&s)
		if other := x.entanglement(&mirrored); other != got {
			t.Errorf("%s: %d, with colors exchanged %d", fen, got, other)
		}
		return got
	}
	for _, fen := range []string{
		"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - -",
		"8/3k4/8/1n6/4B3/8/3K4/8 w - -",
	} {
		if n := measure(fen); n != 0 {
			t.Errorf("%s: %d, want 0", fen, n)
		}
	}
	whole := measure("4BBrk/3ppK1p/4p1p1/8/8/8/8/8 b - -")
	without := measure("4B1rk/3ppK1p/4p1pB/8/8/8/8/8 b - -")
	if whole <= without || without <= 0 {
		t.Errorf("a cluster measures %d, and %d when a bishop has left it", whole, without)
	}
	wrong := measure("4B1rk/3ppKpp/4p2B/8/8/8/8/8 b - -")
	if wrong <= without {
		t.Errorf("a pawn that has gone home too early makes %d of %d", wrong, without)
	}
}

// TestStepsToOpen: a king's way to a square with free squares.
func TestStepsToOpen(t *testing.T) {
	for fen, want := range map[string]int32{
		"8/8/8/3K4/8/8/8/k7 b - -":                   0,
		"K7/8/8/8/8/8/8/k7 b - -":                    1,
		"2bK4/1pppp1p1/6kp/8/8/8/8/8 b - -":          4, // e8, f7, g6, and f5
		"k7/8/8/8/8/2p5/p7/K7 b - -":                 farFromOpen,
		"3K4/2pppppp/8/8/8/8/8/k7 b - -":             2, // c8 and b7
		"rnbqkbnr/pppppppp/8/8/4K3/8/PPP3PP/8 b - -": 0,
	} {
		p := testkit.Position(t, fen)
		z := cluster{}
		s := p.Setup()
		z.findLeaveCosts(&s.Board)
		if got := z.stepsToOpen(s.Board.King(chess.White), chess.White); got != want {
			t.Errorf("%s: %d, want %d", fen, got, want)
		}
	}
}

// TestDisentangle: records of last moves in which free squares alone shows no way: the rook of the second has to go to g7 before the
// pawn does.
func TestDisentangle(t *testing.T) {
	testkit.Medium(t)
	for _, fen := range []string{
		"4nb1k/p1pppKpB/1p3pp1/8/8/8/8/8 b - -",
		"4BBrk/3ppK1p/4p1p1/8/8/8/8/8 b - -",
	} {
		goal := testkit.Position(t, fen)
		loose := false
		for seed := uint64(0); seed < 8 && !loose; seed++ {
			w, ok := new(Retractor).Disentangle(t.Context(), goal.Setup(), seed, 16_000, nil)
			if loose = ok && w.ShutMeasure == 0; loose {
				plantest.Replay(t, w.Setup, w.Moves, goal)
			}
		}
		if !loose {
			t.Errorf("%s: none of 8 variants leads to a loose setup", fen)
		}
	}
}

// costly are kernels that refute nothing, however much they may spend.
type costly struct{ budgets *[]int64 }

func (k costly) Refutes(_ chess.Setup, budget int64) (bool, int64) {
	*k.budgets = append(*k.budgets, budget)
	return false, budget
}

func (costly) Forget() {}

// TestKernelBudgetFalls: kernels that answer nothing get less and less, so that most of a search is left.
func TestKernelBudgetFalls(t *testing.T) {
	var budgets []int64
	var kernels retro.Kernels = costly{&budgets}
	goal := testkit.Position(t, dense[3])
	w, _ := new(Retractor).Disentangle(t.Context(), goal.Setup(), 1, 5000, kernels)
	budgets = slices.DeleteFunc(budgets, func(n int64) bool { return n == fullCheckStates })
	for i, n := range budgets {
		if want := max(int64(kernelSteps)>>i, leastStateBudget); n != want {
			t.Errorf("question %d may spend %d, want %d", i, n, want)
		}
	}
	if len(budgets) == 0 || w.States >= int64(len(budgets)+1)*kernelSteps+fullChecks*fullCheckStates {
		t.Errorf("%d questions, %d states", len(budgets), w.States)
	}
}
