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
	// ErrNone says that no extended kernel exists, so that the goal is illegal.
	ErrNone = errors.New("named: no extended kernel exists")
	// ErrBudget says that none was found within the budget.
	ErrBudget = errors.New("named: no kernel found within the budget")
)

// A Namer finds kernels with named men from the initial position. The zero value is ready. It keeps its memory from one goal to
// the next and is for one goroutine at a time.
type Namer struct {
	// Nodes limits the explicit search, which is made if no class can be named: 0 means two million nodes, a
	// negative number no search.
	Nodes int64
	// States limits the states of the solver, for all attempts to name a class together: 0 means 2^20 for each.
	States int64
	// Spent is what the last call of Name has cost.
	Spent Cost
	// Solver finds the classes. Its Random is set by Name.
	Solver proofkernel.Solver
	// Searched reports whether the last kernel came from the explicit search.
	Searched bool

	searcher   search.Searcher
	random     *rand.Rand
	moves      []search.Move
	pawns      [2][8]int8 // pawns of a color that are left on each file
	taken      [2][5]int8 // officers of a color that are still to be taken
	promoted   [2][5]int8 // officers of a color that are still to be promoted
	takenPawns [2]int8    // pawns of a color that are to be taken instead of promoting
}

// A Cost is work in units that depend on the goal, the random numbers and the budgets alone.
type Cost struct {
	States int64 // states of the solver, 0.1 us each if its tables exist, up to 0.5 us if not
	Nodes  int64 // nodes of the explicit search, 0.2 to 0.9 us each
}

// tries is the number of attempts to name a class, each with another class.
const tries = 3

// Name returns a kernel with an extended kernel that leads from the initial position to the goal, which must be valid. It ignores
// the side to move and the en passant square of the goal, so that a goal may also be a setup before forced last moves.
//
// With random numbers each call returns another kernel, if it can; calls with a source in the same state return the same one. If
// rnd is nil, the kernel depends on the goal and the budgets alone.
//
// The error is ErrNone if there is no extended kernel, so that the goal is illegal, ErrBudget if none was found, or that of the
// context.
func (n *Namer) Name(ctx context.Context, goal chess.Setup, rnd rand.Source) (search.Kernel, error) {
	n.random, n.Searched, n.Spent = nil, false, Cost{}
	if rnd != nil {
		n.random = rand.New(rnd)
	}
	n.Solver.Random = n.random
	for range tries {
		budget := int64(0) // that of the solver
		if n.States > 0 {
			if budget = n.States - n.Spent.States; budget <= 0 {
				break
			}
		}
		r, states := n.Solver.Exists(&goal, budget)
		n.Spent.States += states
		if r.Refutes() {
			return search.Kernel{}, ErrNone
		}
		if r == proofkernel.Has {
			if k, err := n.nameClass(&goal); err == nil {
				return k, nil
			}
		}
		if r != proofkernel.Has || n.random == nil {
			break // another attempt would give the same
		}
	}
	return n.searchExplicitly(ctx, goal, rnd)
}

// nameClass names the men of the class that was found. It returns an error if the result is no kernel.
func (n *Namer) nameClass(goal *chess.Setup) (search.Kernel, error) {
	c := n.Solver.Class()
	n.moves = n.moves[:0]
	n.merge(c)
	n.assignTypes(c, &goal.Board)
	return n.searcher.Extend(chess.InitialSetup(), *goal, n.moves)
}

// searchExplicitly searches for a kernel with package search.
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

// pick returns a random number below k, or 0 if there are no random numbers.
func (n *Namer) pick(k int) int {
	if n.random == nil || k < 2 {
		return 0
	}
	return n.random.IntN(k)
}
