package retract

import (
	"slices"
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/testkit"
	"chesscensus/legality/proofgame/internal/plantest"
	"chesscensus/legality/retro"
)

// clusterOf returns the cluster of a setup.
func clusterOf(t *testing.T, fen string) *cluster {
	t.Helper()
	p := testkit.Position(t, fen)
	board := p.Setup().Board
	cl := new(cluster)
	cl.findLeaveCosts(&board)
	return cl
}

// TestFindLeaveCosts checks the costs of single men, counted by hand.
func TestFindLeaveCosts(t *testing.T) {
	for _, row := range []struct {
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
		if got := clusterOf(t, row.fen).leaveCost[row.man]; got != row.want {
			t.Errorf("%s (%s): %v needs %d, want %d", row.name, row.fen, row.man, got, row.want)
		}
	}
}

// TestEntanglement checks that it is 0 at the start and where all men are free, the same with colors exchanged, and less when a man has
// left a cluster.
func TestEntanglement(t *testing.T) {
	var x Retractor
	measure := func(fen string) int32 {
		s := testkit.Setup(t, fen)
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
	together := measure("4BBrk/3ppK1p/4p1p1/8/8/8/8/8 b - -")
	afterBishop := measure("4B1rk/3ppK1p/4p1pB/8/8/8/8/8 b - -")
	if together <= afterBishop || afterBishop <= 0 {
		t.Errorf("a cluster measures %d, and %d when a bishop has left it", together, afterBishop)
	}
	afterPawn := measure("4B1rk/3ppKpp/4p2B/8/8/8/8/8 b - -")
	if afterPawn <= afterBishop {
		t.Errorf("a pawn that has gone home too early makes %d of %d", afterPawn, afterBishop)
	}
}

// TestStepsToOpen checks the steps of kings, counted by hand.
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
		cl := cluster{}
		s := p.Setup()
		cl.findLeaveCosts(&s.Board)
		if got := cl.stepsToOpen(s.Board.King(chess.White), chess.White); got != want {
			t.Errorf("%s: %d, want %d", fen, got, want)
		}
	}
}

// TestDisentangle disentangles goals in which free squares alone show no way: in the second the rook has to go to g7 before the pawn
// does.
func TestDisentangle(t *testing.T) {
	testkit.Medium(t)
	for _, fen := range []string{
		"4nb1k/p1pppKpB/1p3pp1/8/8/8/8/8 b - -",
		"4BBrk/3ppK1p/4p1p1/8/8/8/8/8 b - -",
	} {
		goal := testkit.Position(t, fen)
		loose := false
		for seed := uint64(0); seed < 8 && !loose; seed++ {
			line, ok := new(Retractor).Disentangle(t.Context(), goal.Setup(), seed, 16_000, nil)
			if loose = ok && line.ShutMeasure == 0; loose {
				plantest.Replay(t, line.Setup, line.Moves, goal)
			}
		}
		if !loose {
			t.Errorf("%s: none of 8 variants leads to a loose setup", fen)
		}
	}
}

// silentKernels are kernels that spend their budget and refute nothing.
type silentKernels struct{ budgets *[]int64 }

func (k silentKernels) Refutes(_ chess.Setup, budget int64) (bool, int64) {
	*k.budgets = append(*k.budgets, budget)
	return false, budget
}

func (silentKernels) Forget() {}

// TestKernelBudgetFalls checks that kernels without answers get smaller budgets each time.
func TestKernelBudgetFalls(t *testing.T) {
	var budgets []int64
	var kernels retro.Kernels = silentKernels{&budgets}
	goal := testkit.Position(t, denseGoals[3])
	line, _ := new(Retractor).Disentangle(t.Context(), goal.Setup(), 1, 5000, kernels)
	budgets = slices.DeleteFunc(budgets, func(budget int64) bool { return budget == fullCheckStates })
	for i, budget := range budgets {
		if want := max(int64(kernelSteps)>>i, leastStateBudget); budget != want {
			t.Errorf("question %d may spend %d, want %d", i, budget, want)
		}
	}
	if len(budgets) == 0 || line.States >= int64(len(budgets)+1)*kernelSteps+fullChecks*fullCheckStates {
		t.Errorf("%d questions, %d states", len(budgets), line.States)
	}
}
