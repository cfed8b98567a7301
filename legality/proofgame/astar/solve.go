package astar

import (
	"context"

	"chesscensus/chess"
	"chesscensus/legality/proofgame/internal/base"
	"chesscensus/legality/verdict"
)

const (
	// defaultSolve is the number of expansions of [Search.Solve] if the options give none.
	defaultSolve = 200_000
	// firstStage is the number of expansions of each of its first three searches; from 250 to 2000 it makes little difference, see
	// BenchmarkPlans.
	firstStage = 1000
)

// A stage is one of the searches of Solve.
type stage struct {
	nodes         int64
	nonAdmissible bool // NonAdmissible
	fromClosest   bool // from the end of the closest line instead of that of the opening
}

// Solve looks for any line, by many short searches in turn, each with its own seed:
//
//  1. with the bound, from the end of the opening;
//  2. with detours, from the end of the closest line so far;
//  3. with detours, from the end of the opening.
//
// Then it repeats them with twice as many expansions each, until the next would exceed opt.Nodes in all; 0 means 200 000, a negative
// number no limit. Weights default to 1:5. First is implied; NonAdmissible, Below and the callbacks are not used.
//
// Least and the outcome NoSolution are about all lines that begin with the opening, as those of Find. A search that fills the memory
// counts as one that used up its expansions. BenchmarkPlans compares with the three searches in a row that texelutil makes.
func (s *Search) Solve(ctx context.Context, start, goal chess.Position, opt Options) (Result, error) {
	if opt.Nodes == 0 {
		opt.Nodes = defaultSolve
	}
	remaining := opt.Nodes
	return s.runStages(ctx, start, goal, opt, func(i int, expanded int64) (stage, bool) {
		st := stage{nodes: firstStage << min(i/3, 40), nonAdmissible: i%3 > 0, fromClosest: i%3 == 1}
		if opt.Nodes > 0 {
			remaining = opt.Nodes - expanded
			st.nodes = min(st.nodes, remaining)
		}
		return st, st.nodes > 0
	})
}

// runStages makes the searches that next returns, until one finds a line or proves that there is none, or next returns false. The
// arguments of next are the number of the search and the expansions made before.
func (s *Search) runStages(ctx context.Context, start, goal chess.Position, opt Options,
	next func(i int, expanded int64) (stage, bool)) (Result, error) {
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
		stageOptions := opt
		stageOptions.Nodes, stageOptions.NonAdmissible, stageOptions.Seed = st.nodes, st.nonAdmissible, base.Mix(opt.Seed+uint64(i))
		if st.fromClosest {
			stageOptions.Opening = all.Closest
		}
		result, err := s.Find(ctx, start, goal, stageOptions)
		if err != nil {
			return result, err
		}
		all.add(result, i == 0, st.fromClosest)
		if all.Outcome != GaveUp || all.Stop == verdict.Canceled {
			return all, nil
		}
	}
}

// add adds the result of one more search. If fixed, its lines began with the closest line so far, so that it proves nothing about
// others.
func (all *Result) add(result Result, first, fixed bool) {
	expanded, bounded, nodes := all.Expanded+result.Expanded, all.Bounded+result.Bounded, max(all.Nodes, result.Nodes)
	least := max(all.Least, result.Least)
	if fixed {
		least = all.Least
		if result.Outcome == NoSolution {
			result.Outcome, result.Stop = GaveUp, verdict.NodeLimit
		} else if result.Outcome == Shortest {
			result.Outcome = Found
		}
	}
	if result.Outcome == Found && len(result.Moves) == least {
		result.Outcome = Shortest
	}
	if !first && !result.Outcome.Solved() && result.Bound >= all.Bound {
		result.Bound, result.Closest = all.Bound, all.Closest
	}
	*all = result
	all.Expanded, all.Bounded, all.Nodes, all.Least = expanded, bounded, nodes, least
}
