package astar

import (
	"context"

	"chesscensus/chess"
)

// A stage is one search of many.
type stage struct {
	nodes   int64
	na      bool
	closest bool // from the end of the closest line instead of that of the opening
}

// Solve searches as the passes of texelutil do: alternately with the admissible bound from
// the end of the opening and with the other from the closest line, within opt.Nodes
// expansions in all. It stops at the first line.
func (s *Search) Solve(ctx context.Context, start, goal chess.Position, opt Options) (Result, error) {
	return s.stages(ctx, start, goal, opt, []stage{{opt.Nodes, false, false}})
}

func (s *Search) stages(ctx context.Context, start, goal chess.Position, opt Options, plan []stage) (Result, error) {
	var all Result
	opt.First = true
	seed := opt.Seed
	for i, st := range plan {
		o := opt
		o.Nodes, o.NonAdmissible, o.Seed = st.nodes, st.na, mix(seed+uint64(i))
		if st.closest {
			o.Opening = all.Closest
		}
		r, err := s.Find(ctx, start, goal, o)
		if err != nil {
			return r, err
		}
		r.Expanded += all.Expanded
		r.Bounded += all.Bounded
		if i > 0 && !r.Outcome.Solved() && r.Bound >= all.Bound {
			r.Bound, r.Closest = all.Bound, all.Closest
		}
		r.Nodes = max(r.Nodes, all.Nodes)
		dead := r.Outcome == NoSolution && !st.closest
		if r.Outcome.Solved() || dead || r.Stop == Canceled {
			return r, nil
		}
		all = r
	}
	return all, nil
}
