package search

import (
	"cmp"
	"context"
	"errors"
	"iter"
	"math/rand/v2"
	"slices"

	"chesscensus/chess"
)

// Errors that end a search before its end.
var (
	errNodes  = errors.New("search: node budget spent")
	errColumn = errors.New("search: too many pawns in one file") // some kernel may need more than maxColumn
)

// defaultNodes is the number of nodes of a search if its options give none: a few seconds.
const defaultNodes = 50_000_000

// Options of a search. The zero value lists what the reference lists, in its order.
type Options struct {
	// Nodes limits the states that a search makes; 0 means fifty million, a negative
	// number no limit.
	Nodes int64
	// Random, if not nil, shuffles the order of moves.
	Random rand.Source
	// Physical admits as promoted victim any pawn that can promote. The reference admits only those that its match
	// with the goal's column leaves over. That loses some kernels, and now and then all of them (defect D2). With
	// Physical the lists become longer.
	Physical bool
	// StepAside lets the pawns of a column advance also before one of them leaves it by a capture. The reference
	// does not, so that of two neighbors of a color the one behind can capture only short of where the other
	// stands. That loses kernels but no goal, since the one in front may make the capture instead.
	StepAside bool
	// NoEnPassant leaves out kernels that begin with the en passant capture of the
	// start, as the reference does (defect D3).
	NoEnPassant bool
}

// A Searcher searches for kernels. The zero value is ready. It keeps its memory from one search to the next (64 MB at most), is
// for one goroutine at a time, and must not be used while one of its own iterators is running.
type Searcher struct {
	Options

	problem
	table      table
	rows       rows
	path       []Move
	lists      [][]child // children by depth
	yield      func(Kernel) bool
	exhaustive bool // prunes nothing and searches all sequences of captures: the oracle of tests

	progress
}

// A progress says how far a search has come, and what may end it.
type progress struct {
	nodes       int64
	limit       int64
	ctx         context.Context
	shuffle     *rand.Rand
	physical    bool  // Options.Physical, or the second attempt of First
	withheld    bool  // a child was left out because physical is false
	reachedGoal bool  // a goal has been reached
	done        bool  // yield returned false
	err         error // why the search must end
	returnDepth int   // depth to return to, noReturn if none
}

// noReturn is a depth beyond all others.
const noReturn = 1 << 30

// All yields every kernel from start to goal that has an extended kernel, all orders of the same captures included. It ignores
// the side to move and the en passant square of the goal. If the search cannot be completed, the last pair has an error: a start
// or goal that is no setup of a game, the budget of nodes, a column of more than seven pawns, or the error of the context. The
// iterator can be used repeatedly.
//
// The kernels are independent of each other and may be kept.
func (s *Searcher) All(ctx context.Context, start, goal chess.Setup) iter.Seq2[Kernel, error] {
	return func(yield func(Kernel, error) bool) {
		s.begin(ctx, func(k Kernel) bool { return yield(k, nil) })
		s.run(&start, &goal, s.Physical)
		if s.err != nil && !s.done {
			yield(Kernel{}, s.err)
		}
	}
}

// begin prepares for one or more runs, which hand all kernels to yield until it returns false.
func (s *Searcher) begin(ctx context.Context, yield func(Kernel) bool) {
	s.ctx, s.yield = ctx, yield
	s.nodes, s.reachedGoal, s.withheld, s.done = 0, false, false, false
	switch s.limit = s.Nodes; {
	case s.limit == 0:
		s.limit = defaultNodes
	case s.limit < 0:
		s.limit = 1<<63 - 1
	}
	s.shuffle = nil
	if s.Random != nil {
		s.shuffle = rand.New(s.Random)
	}
}

// run searches for all kernels from start to goal.
func (s *Searcher) run(start, goal *chess.Setup, physical bool) {
	s.physical, s.returnDepth = physical, noReturn
	if s.err = s.problem.reset(start, goal); s.err != nil || s.impossible {
		return
	}
	if s.err = s.ctx.Err(); s.err != nil {
		return
	}
	s.table.reset()
	s.rows.stepAside = s.StepAside
	s.rows.reset(&s.problem)
	s.path = append(s.path[:0], s.forced...)
	s.nodes++
	if s.exhaustive || s.leastCaptures(&s.first) <= s.first.totalLeft() && !s.hopeless(&s.first) {
		s.visit(&s.first, 0)
	}
	s.rows.clear()
}

// visit searches the kernel game of Lemma 1 below the state st at the end of the path, depth captures after the forced ones. It
// reports whether there was a goal below st, or may be one.
func (s *Searcher) visit(st *state, depth int) (hope bool) {
	left := st.totalLeft()
	if left == 0 {
		if !s.isGoal(st) {
			return false
		}
		s.reachedGoal = true
		s.extendOrReturn()
		return true
	}
	if left >= 2 && !s.exhaustive && s.table.has(st) {
		return false
	}
	// Invariant: path holds the captures that lead to st, and rows has consumed no
	// more of them than that.
	for _, c := range s.promisingChildren(st, depth, left) {
		s.path = append(s.path, c.move)
		hope = s.visit(&c.state, depth+1) || hope
		s.path = s.path[:len(s.path)-1]
		s.rows.pop(len(s.path))
		if s.done || s.err != nil || s.returnDepth < len(s.path) {
			return true
		}
		s.returnDepth = noReturn
	}
	if s.err != nil {
		return true
	}
	if !hope && left >= 2 {
		s.table.put(st)
	}
	return hope
}

// promisingChildren returns the children of a state that are not pruned, most promising first.
func (s *Searcher) promisingChildren(st *state, depth, left int) []child {
	if depth >= len(s.lists) {
		s.lists = append(s.lists, nil)
	}
	g := generator{problem: &s.problem, s: st, dst: s.lists[depth][:0], physical: s.physical}
	g.mask, g.most = s.incomplete(st), uint8(left-1)
	if s.exhaustive {
		g.most = unpruned
	}
	g.generate()
	list := g.dst
	s.lists[depth] = list
	s.withheld = s.withheld || g.withheld
	if g.full {
		s.err = errColumn
		return nil
	}
	s.count(len(list))
	promising := list
	if !s.exhaustive {
		promising = list[:0]
		for i := range list {
			if c := &list[i]; !s.hopeless(&c.state) {
				promising = append(promising, *c)
			}
		}
	}
	switch {
	case s.shuffle != nil:
		for i := range promising {
			promising[i].key = s.shuffle.Uint32()
		}
		slices.SortStableFunc(promising, func(a, b child) int { return cmp.Compare(a.key, b.key) })
	case left > 2:
		slices.SortStableFunc(promising, func(a, b child) int { return cmp.Compare(a.need, b.need) })
	}
	return promising
}

// count charges n nodes and checks the context from time to time.
func (s *Searcher) count(n int) {
	before := s.nodes
	s.nodes += int64(n)
	switch {
	case s.nodes > s.limit:
		s.err = errNodes
	case before>>12 != s.nodes>>12:
		s.err = s.ctx.Err()
	}
}
