package planner

import (
	"context"
	"math/rand/v2"

	"chesscensus/chess"
	"chesscensus/legality/proofgame/internal/base"
	"chesscensus/legality/proofkernel/search"
)

// kernels finds kernels for targets.
type kernels struct {
	pl   *Planner
	p    *Problem
	dead int  // targets without a kernel
	lost bool // a search has spent its nodes
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
	if t.kernel == nil && t.Quiet && len(s.p.Kernel.Moves) == captures {
		t.kernel = &s.p.Kernel
		return true
	}
	k, ok, more := search.Kernel{}, false, false
	if s.p.Guess && captures >= manyCaptures && t.number%4 != 3 {
		k, ok = s.guess(&t.Setup, t.number)
	}
	if ok {
		t.cost, t.planned = 0, 0
	} else if s.p.More != nil {
		var plies int64
		k, plies, ok = s.p.More(ctx, &t.Setup, t.number, s.pl.budget.Limit-s.pl.budget.Spent)
		s.pl.budget.Spent += plies
		t.cost, t.planned = plies, 0
	} else {
		k, ok, more = s.search(ctx, &t.Setup, t.number)
	}
	t.number++
	if ok && len(k.Moves) == captures {
		t.kernel, t.tries = &k, 0
	} else if t.kernel == nil && !more {
		t.dead = true
		s.dead++
	}
	return t.kernel != nil
}

// nodesPerPly is the number of nodes of the search for kernels that take as long as a ply.
const nodesPerPly = 5

// search is the default source: a guess where many men have to fall, or when a search has
// spent its nodes, else a search. It reports also whether asking again may help.
func (s *kernels) search(ctx context.Context, goal *chess.Setup, k int) (search.Kernel, bool, bool) {
	start := s.p.Start.Setup()
	many := start.Board.Men()-goal.Board.Men() >= manyCaptures
	if many && k%4 != 3 || s.lost && k%2 != 0 {
		if kernel, ok := s.guess(goal, k); ok {
			return kernel, true, true
		}
	}
	sr := &s.pl.kernels
	sr.Options = search.Options{Nodes: 10_000 << min(k/2, 4)}
	if k > 0 {
		sr.Random = rand.NewPCG(base.Mix(uint64(k)), base.Hash(goal))
	}
	res := sr.First(ctx, start, *goal)
	s.pl.budget.Spent += res.Nodes / nodesPerPly
	s.lost = s.lost || res.Status == search.Unknown
	return res.Kernel, res.Status == search.Found, res.Status == search.Unknown && k < 40
}

// guess asks the guesser.
func (s *kernels) guess(goal *chess.Setup, k int) (search.Kernel, bool) {
	start := s.p.Start.Setup()
	kernel, ok := s.pl.guesser.Guess(&start, goal, uint64(k))
	if !ok {
		s.pl.budget.Spent += guessPlies
	}
	return kernel, ok
}

const (
	manyCaptures = 10
	guessPlies   = 400 // what a failed guess counts, of 400 attempts at 2 us
)
