package proofgame

import (
	"context"
	"hash/fnv"
	"math/rand/v2"

	"chesscensus/chess"
	"chesscensus/legality/proofkernel/named"
	"chesscensus/legality/proofkernel/search"
)

// Numbers of states of the solver, of which most are there from the goal before, and of nodes of the explicit search that take as long
// as a planned ply. See BenchmarkUnits.
const (
	statesPerPly = 20
	nodesPerPly  = 5
)

// KernelNodes is the budget of the explicit search for a kernel, at the default budget of plies. It is needed from another start than
// the initial position, or if the class of a kernel cannot be named. A search takes a fifth of the remaining plies, which is
// KernelNodes if none are spent.
const KernelNodes = 200_000

// A kernelRequest says which kernel to find.
type kernelRequest struct {
	seed   uint64
	number int   // 0 is the first kernel, which depends on the goal alone unless random is set
	random bool  // the first kernel depends on the seed, too
	plies  int64 // remaining budget
}

// states returns the budget of the solver: half of the remaining plies, but enough for a goal of the usual kind.
func (kr *kernelRequest) states() int64 {
	return min(max(kr.plies/2, leastPlies), unlimited) * statesPerPly
}

// unlimited replaces half of a budget without end.
const unlimited = 1 << 40

// leastPlies is the least budget of a kernel, so that a budget is exceeded by no more than that.
const leastPlies = 1000

// nodes returns the budget of the explicit search: a fifth of the remaining plies, at most maxKernelNodes.
func (kr *kernelRequest) nodes() int64 {
	return min(max(kr.plies/5, leastPlies)*nodesPerPly, maxKernelNodes)
}

// maxKernelNodes is the largest budget of one explicit search: that of the sixth pass.
const maxKernelNodes = KernelNodes << 5

// findKernel returns a kernel and its cost in planned plies. The error is that of a [named.Namer].
func (b *Builder) findKernel(ctx context.Context, start chess.Setup, goal *chess.Setup, request *kernelRequest) (
	kernel search.Kernel, plies int64, err error) {
	var random rand.Source
	if request.number > 0 || request.random {
		h := fnv.New64a()
		h.Write([]byte(goal.String()))
		random = rand.NewPCG(request.seed+uint64(request.number)<<32, h.Sum64())
	}
	if start == chess.InitialSetup() {
		b.namer.Nodes, b.namer.States = request.nodes(), request.states()
		kernel, err = b.namer.Name(ctx, *goal, random)
		return kernel, b.addKernelCost(b.namer.Spent), err
	}
	b.kernels.Options = search.Options{Nodes: request.nodes(), Random: random}
	result := b.kernels.First(ctx, start, *goal)
	plies = b.addKernelCost(named.Cost{Nodes: result.Nodes})
	switch result.Status {
	case search.Found:
		return result.Kernel, plies, nil
	case search.Unknown:
		return result.Kernel, plies, named.ErrBudget
	}
	return result.Kernel, plies, named.ErrNone
}

// addKernelCost adds the cost of a kernel to kernelCosts and returns it in planned plies.
func (b *Builder) addKernelCost(c named.Cost) int64 {
	b.kernelCosts.States += c.States
	b.kernelCosts.Nodes += c.Nodes
	return c.States/statesPerPly + c.Nodes/nodesPerPly
}
