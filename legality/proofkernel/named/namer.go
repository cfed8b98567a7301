package named

import (
	"context"
	"errors"
	"math/rand/v2"

	"chesscensus/chess"
	"chesscensus/legality/proofkernel"
	"chesscensus/legality/proofkernel/search"
)

// defaultNodes is the budget of the explicit search if a Namer has none: about a second.
const defaultNodes = 2_000_000

// Errors of Name.
var (
	// ErrNone: no extended kernel exists, so that the goal is illegal.
	ErrNone = errors.New("named: no extended kernel exists")
	// ErrBudget: none was found within the budget.
	ErrBudget = errors.New("named: no kernel found within the budget")
)

// A Namer finds kernels with named men from the initial position. The zero value is ready.
// It keeps its memory from one goal to the next and is for one goroutine at a time.
type Namer struct {
	// Nodes limits the explicit search that is made where the class of a kernel
	// cannot be named: 0 means two million, a negative number none.
	Nodes int64
	// States limits what the solver expands in all tries to name a class together: 0 means
	// 2^20 for each.
	States int64
	// Spent is what the last call of Name has cost.
	Spent Cost
	// Solver finds the classes. Its Random is set by Name.
	Solver proofkernel.Solver
	// Searched says whether the last kernel came from the explicit search.
	Searched bool

	searcher search.Searcher
	random   *rand.Rand
	moves    []search.Move
	pawns    [2][8]int8 // left on each file
	taken    [2][5]int8 // officers of a color that are to be taken yet
	promoted [2][5]int8 // that promote yet
	fallen   [2]int8    // pawns that are taken instead of promoting
}

// A Cost is work in units that depend on the goal, the random numbers and the budgets alone.
type Cost struct {
	States int64 // of the solver, 0.1 us each where its tables are there, up to 0.5 us where not
	Nodes  int64 // of the explicit search, 0.2 to 0.9 us each
}

// tries is the number of attempts to name a class, each with another one.
const tries = 3

// Name returns a kernel with an extended kernel that leads from the initial position to
// the goal, which must be valid. Its side to move and en passant square are not looked
// at, so that a goal may be that before forced last moves as well.
//
// With random numbers each call returns another kernel, if it can; without, with rnd nil,
// the kernel depends on the goal and Nodes alone. With a source in the same state it is
// the same one.
//
// The error is ErrNone if there is no extended kernel, so that the goal is illegal, ErrBudget if none was
// found, or that of the context.
func (n *Namer) Name(ctx context.Context, goal chess.Setup, rnd rand.Source) (search.Kernel, error) {
	n.random, n.Searched, n.Spent = nil, false, Cost{}
	if rnd != nil {
		n.random = rand.New(rnd)
	}
	n.Solver.Random = n.random
	for range tries {
		left := int64(0)
		if n.States > 0 {
			if left = n.States - n.Spent.States; left <= 0 {
				break
			}
		}
		r, states := n.Solver.Exists(&goal, left)
		n.Spent.States += states
		if r == proofkernel.NoKernel || r == proofkernel.NoExtended {
			return search.Kernel{}, ErrNone
		}
		if r == proofkernel.Has {
			if k, err := n.name(&goal); err == nil {
				return k, nil
			}
		}
		if r != proofkernel.Has || n.random == nil {
			break // it would not be better again
		}
	}
	return n.searchExplicitly(ctx, goal, rnd)
}

// name names the class that was found. The error says that it does not become a kernel.
func (n *Namer) name(goal *chess.Setup) (search.Kernel, error) {
	c := n.Solver.Class()
	n.moves = n.moves[:0]
	n.merge(c)
	n.types(c, &goal.Board)
	return n.searcher.Extend(chess.InitialSetup(), *goal, n.moves)
}

// searchExplicitly looks for a kernel by the explicit search of package search.
func (n *Namer) searchExplicitly(ctx context.Context, goal chess.Setup, rnd rand.Source) (search.Kernel, error) {
	nodes := n.Nodes
	switch {
	case nodes < 0:
		return search.Kernel{}, ErrBudget
	case nodes == 0:
		nodes = defaultNodes
	}
	n.searcher.Options = search.Options{Nodes: nodes, Random: rnd}
	r := n.searcher.First(ctx, chess.InitialSetup(), goal)
	n.Searched, n.Spent.Nodes = true, r.Nodes
	switch {
	case r.Status == search.Found:
		return r.Kernel, nil
	case r.Status != search.Unknown:
		return search.Kernel{}, ErrNone
	case ctx.Err() != nil:
		return search.Kernel{}, ctx.Err()
	}
	return search.Kernel{}, ErrBudget
}

// pick returns a number below k, 0 without random numbers.
func (n *Namer) pick(k int) int {
	if n.random == nil || k < 2 {
		return 0
	}
	return n.random.IntN(k)
}
