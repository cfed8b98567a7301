package astar

import (
	"context"

	"chesscensus/chess"
	"chesscensus/legality/verdict"
)

const (
	// defaultSolve is the number of expansions of [Search.Solve] if the options give none.
	defaultSolve = 200_000
	// firstStage is the number of expansions of each of its first three searches; from
	// 250 to 2000 it makes little difference, see BenchmarkPlans.
	firstStage = 1000
)

// A stage is one search of several.
type stage struct {
	nodes   int64
	na      bool // NonAdmissible
	closest bool // from the end of the closest line instead of that of the opening
}

// Solve looks for any line, by many short searches in turn, each with its own seed:
//
//  1. with the bound, from the end of the opening;
//  2. with detours, from the end of the closest line so far;
//  3. with detours, from the end of the opening.
//
// Then the same again with twice as many expansions each, until the next would exceed
// opt.Nodes in all; 0 means 200 000, a negative number no limit. Weights default
// to 1:5. First is implied; NonAdmissible, Below and the callbacks are not used.
//
// Least and the outcome NoSolution are about all lines that begin with the opening, as
// those of Find. A search that fills the memory counts as one that used up its
// expansions. BenchmarkPlans compares with the three searches in a row that texelutil makes.
func (s *Search) Solve(ctx context.Context, start, goal chess.Position, opt Options) (Result, error) {
	if opt.Nodes == 0 {
		opt.Nodes = defaultSolve
	}
	left := opt.Nodes
	return s.stages(ctx, start, goal, opt, func(i int, expanded int64) (stage, bool) {
		st := stage{nodes: firstStage << min(i/3, 40), na: i%3 > 0, closest: i%3 == 1}
		if opt.Nodes > 0 {
			left = opt.Nodes - expanded
			st.nodes = min(st.nodes, left)
		}
		return st, st.nodes > 0
	})
}

// stages makes the searches that next returns, given their number and the expansions made
// before, until one settles the matter or next returns false.
func (s *Search) stages(ctx context.Context, start, goal chess.Position, opt Options, next func(i int, expanded int64) (stage, bool)) (Result, error) {
	if opt.A == 0 && opt.B == 0 {
		opt.A, opt.B = 1, 5
	}
	opt.First, opt.Below, opt.Improved, opt.Raised, opt.Closer = true, 0, nil, nil, nil
	var all Result
	for i := 0; ; i++ {
		st, ok := next(i, all.Expanded)
		if !ok {
			return all, nil
		}
		o := opt
		o.Nodes, o.NonAdmissible, o.Seed = st.nodes, st.na, mix(opt.Seed+uint64(i))
		if st.closest {
			o.Opening = all.Closest
		}
		r, err := s.Find(ctx, start, goal, o)
		if err != nil {
			return r, err
		}
		all.add(r, i == 0, st.closest)
		if all.Outcome != GaveUp || all.Stop == verdict.Canceled {
			return all, nil
		}
	}
}

// add adds the result of one more search, part of the way being fixed or not.
func (a *Result) add(r Result, first, fixed bool) {
	expanded, bounded, nodes := a.Expanded+r.Expanded, a.Bounded+r.Bounded, max(a.Nodes, r.Nodes)
	least := max(a.Least, r.Least)
	if fixed {
		least = a.Least
		if r.Outcome == NoSolution {
			r.Outcome, r.Stop = GaveUp, verdict.NodeLimit
		} else if r.Outcome == Shortest {
			r.Outcome = Found
		}
	}
	if r.Outcome == Found && len(r.Moves) == least {
		r.Outcome = Shortest
	}
	if !first && !r.Outcome.Solved() && r.Bound >= a.Bound {
		r.Bound, r.Closest = a.Bound, a.Closest
	}
	*a = r
	a.Expanded, a.Bounded, a.Nodes, a.Least = expanded, bounded, nodes, least
}
