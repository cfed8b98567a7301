package proofgame

import (
	"context"
	"hash/fnv"
	"math/rand/v2"

	"chesscensus/chess"
	"chesscensus/legality/proofkernel/named"
	"chesscensus/legality/proofkernel/search"
)

// What a kernel costs in planned plies: so many states of the solver, of which most are there
// from the goal before, or nodes of the explicit search take as long as one. See
// BenchmarkUnits.
const (
	statesPerPly = 20
	nodesPerPly  = 5
)

// KernelNodes is the budget of the explicit search for a kernel, at the default budget of plies and where it
// is needed: from another start than the initial position, or if the class of a kernel cannot be
// named. A search takes a fifth of the plies that are left, and that is it where all are.
const KernelNodes = 200_000

// A kernelRequest is what is asked of a kernel.
type kernelRequest struct {
	seed   uint64
	number int   // 0 is the first kernel, which depends on the goal alone unless random is set
	random bool  // the first one depends on the seed, too
	plies  int64 // left
}

// states returns how much the solver may spend: half of what is left, but never so little that
// a goal of the usual kind is not answered.
func (w *kernelRequest) states() int64 { return min(max(w.plies/2, leastPlies), noEnd) * statesPerPly }

// noEnd stands for half of a budget without end.
const noEnd = 1 << 40

// leastPlies is what is given to a kernel however little is left, so that a budget is exceeded by no
// more than that.
const leastPlies = 1000

// nodes returns the same for the explicit search, a fifth of what is left, bounded where the budget has no end.
func (w *kernelRequest) nodes() int64 { return min(max(w.plies/5, leastPlies)*nodesPerPly, mostNodes) }

// mostNodes is the largest budget of one explicit search: that of the sixth pass.
const mostNodes = KernelNodes << 5

// kernel returns a kernel and what it cost in planned plies. The error is that of a
// [named.Namer].
func (b *Builder) kernel(ctx context.Context, start chess.Setup, goal *chess.Setup, w *kernelRequest) (search.Kernel, int64, error) {
	var rnd rand.Source
	if w.number > 0 || w.random {
		h := fnv.New64a()
		h.Write([]byte(goal.String()))
		rnd = rand.NewPCG(w.seed+uint64(w.number)<<32, h.Sum64())
	}
	if start == chess.InitialSetup() {
		b.namer.Nodes, b.namer.States = w.nodes(), w.states()
		kernel, err := b.namer.Name(ctx, *goal, rnd)
		return kernel, b.pay(b.namer.Spent), err
	}
	b.kernels.Options = search.Options{Nodes: w.nodes(), Random: rnd}
	res := b.kernels.First(ctx, start, *goal)
	plies := b.pay(named.Cost{Nodes: res.Nodes})
	switch res.Status {
	case search.Found:
		return res.Kernel, plies, nil
	case search.Unknown:
		return res.Kernel, plies, named.ErrBudget
	}
	return res.Kernel, plies, named.ErrNone
}

// pay notes what a kernel cost and returns it in planned plies.
func (b *Builder) pay(c named.Cost) int64 {
	b.costs.States += c.States
	b.costs.Nodes += c.Nodes
	return c.States/statesPerPly + c.Nodes/nodesPerPly
}
