package retract

import (
	"slices"
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/testkit"
	"chesscensus/legality/retro"
)

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
