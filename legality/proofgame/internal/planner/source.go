package planner

import (
	"context"

	"chesscensus/chess"
	"chesscensus/legality/proofkernel/search"
)

// kernels finds kernels for targets.
type kernels struct {
	pl   *Planner
	p    *Problem
	dead int // targets without a kernel
}

// triesPerKernel is the number of restarts with a kernel before another one is asked
// for; one that was expensive is kept until as much has been planned with it as it cost.
const triesPerKernel = 6

// kernel sees to it that a target has a kernel, another one after some restarts with one,
// and reports whether it has.
func (s *kernels) kernel(ctx context.Context, t *target) bool {
	if t.dead {
		return false
	}
	if t.kernel != nil {
		if t.tries++; t.tries < triesPerKernel || t.planned < t.cost {
			return true
		}
		t.tries = 0
	}
	b := s.p.Start.Board()
	captures := b.Men() - t.Setup.Board.Men()
	if t.kernel == nil && t.Quiet && captures == 0 { // nothing to ask
		t.kernel = new(search.Kernel)
		return true
	}
	k, ok := search.Kernel{}, false
	t.cost, t.planned = 0, 0
	if s.p.Guess && captures >= manyCaptures && t.number%4 != 3 {
		k, t.cost, ok = s.guess(&t.Setup, t.number)
	}
	if !ok {
		k, t.cost, ok = s.p.More(ctx, &t.Setup, t.number, s.pl.budget.Limit-s.pl.budget.Spent)
		s.pl.budget.Spent += t.cost
	}
	t.number++
	if ok && len(k.Moves) == captures {
		t.kernel, t.tries = &k, 0
	} else if t.kernel == nil {
		t.dead = true
		s.dead++
	}
	return t.kernel != nil
}

// guess asks the guesser. What a guess backwards costs does not count against the budget of restarts if it succeeds.
func (s *kernels) guess(goal *chess.Setup, k int) (kernel search.Kernel, plies int64, ok bool) {
	start := s.p.Start.Setup()
	g := &s.pl.guesser
	before := g.expanded
	g.deep = s.p.Deep
	kernel, ok = g.guess(&start, goal, uint64(k))
	plies = int64(g.expanded-before) * pliesPerSkeleton
	budget := &s.pl.budget
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
	manyCaptures     = 10
	pliesPerSkeleton = 8   // what a skeleton counts that is expanded
	guessPlies       = 400 // what a failed guess counts, of 400 attempts at 2 us
)
