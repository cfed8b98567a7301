package planner

import (
	"context"

	"chesscensus/chess"
	"chesscensus/legality/proofkernel/search"
)

// A kernelSource finds kernels for targets.
type kernelSource struct {
	pl            *Planner
	problem       *Problem
	failedTargets int // number of targets without a kernel
}

// triesPerKernel is the number of restarts with a kernel before another one is looked for. A kernel that was expensive is kept until
// restarts have spent as much on it as it cost.
const triesPerKernel = 6

// ensureKernel gives a target its first kernel, or another one after some restarts, and reports whether the target has a kernel.
func (ks *kernelSource) ensureKernel(ctx context.Context, t *target) bool {
	if t.hasNoKernel {
		return false
	}
	if t.kernel != nil {
		if t.restarts++; t.restarts < triesPerKernel || t.pliesSince < t.kernelCost {
			return true
		}
		t.restarts = 0
	}
	b := ks.problem.Start.Board()
	captures := b.Men() - t.Setup.Board.Men()
	if t.kernel == nil && t.Quiet && captures == 0 { // an empty kernel will do
		t.kernel = new(search.Kernel)
		return true
	}
	k, ok := search.Kernel{}, false
	t.kernelCost, t.pliesSince = 0, 0
	if ks.problem.Guess && captures >= manyCaptures && t.nextKernel%4 != 3 {
		k, t.kernelCost, ok = ks.guess(&t.Setup, t.nextKernel)
	}
	if !ok {
		k, t.kernelCost, ok = ks.problem.NextKernel(ctx, &t.Setup, t.nextKernel, ks.pl.budget.Limit-ks.pl.budget.Spent)
		ks.pl.budget.Spent += t.kernelCost
	}
	t.nextKernel++
	if ok && len(k.Moves) == captures {
		t.kernel, t.restarts = &k, 0
	} else if t.kernel == nil {
		t.hasNoKernel = true
		ks.failedTargets++
	}
	return t.kernel != nil
}

// guess guesses kernel number k for a goal. If it succeeds, the cost of a guess backwards does not count against the budget of
// restarts.
func (ks *kernelSource) guess(goal *chess.Setup, k int) (kernel search.Kernel, plies int64, ok bool) {
	start := ks.problem.Start.Setup()
	g := &ks.pl.guesser
	before := g.expanded
	g.maxSkeletons = ks.problem.MaxSkeletons
	kernel, ok = g.guess(&start, goal, uint64(k))
	plies = int64(g.expanded-before) * pliesPerSkeleton
	budget := &ks.pl.budget
	budget.Spent += plies
	switch {
	case !ok:
		budget.Spent += guessPlies
	case budget.Limit > 0:
		budget.Limit += plies
	}
	return kernel, plies, ok
}

const (
	manyCaptures     = 10  // captures from which on kernels are guessed
	pliesPerSkeleton = 8   // cost in plies of an expanded skeleton
	guessPlies       = 400 // cost in plies of a failed guess, of 400 attempts at 2 us
)
