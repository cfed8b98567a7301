package campaign

import (
	"fmt"
	"math"

	"chesscensus/stats"
	"chesscensus/stats/design"
)

// knownShares returns, for each phase but the first, the share of what may be counted
// that the phase does not refute, in hundredths: the coefficients of the difference
// estimator. Every stratum has the weight of its size.
func knownShares(pl *pilot) (known []float64) {
	nodes, weights := make([]*design.Node, len(pl.sample.Strata)), make([]float64, len(pl.sample.Strata))
	for h := range nodes {
		nodes[h] = &pl.sample.Strata[h]
		weights[h] = size(pl.plan.Strata[h].N()) / float64(pl.plan.Strata[h].Draws)
	}
	for range len(pl.costs) - 1 {
		all, left := 0.0, 0.0
		for h, n := range nodes {
			nodes[h] = n.Child(0)
			for _, c := range nodes[h].Cells() {
				y := weights[h] * float64(c.Count) * float64(c.Weight) / float64(c.Mult)
				all += y
				if c.Outcome != stats.Out {
					left += y
				}
			}
		}
		known = append(known, math.Round(100*left/max(all, 1))/100)
	}
	return known
}

// quantile is the number of standard errors in a half-width of the normal interval.
func quantile(confidence float64) float64 { return math.Sqrt2 * math.Erfinv(confidence) }

// budget returns the processor time for the shards and its allocation: what the
// budget leaves or what the target needs, whichever is less.
func (c *Campaign) budget(d *design.Design, models []design.Model, value float64, pilotCPU float64, r *Request) (float64, design.Allocation, error) {
	budget := math.Inf(1)
	if r.Budget > 0 {
		if budget = r.Budget - pilotCPU; budget < r.Budget/10 {
			return 0, design.Allocation{}, fmt.Errorf("the pilot has used %.3g s of the budget of %.3g s; a larger budget or a smaller pilot is needed", pilotCPU, r.Budget)
		}
	}
	if r.Target > 0 {
		z := quantile(c.Plan.Confidence)
		need := 10.0
		for range 8 {
			a, err := c.try(d, models, need, r)
			if err != nil {
				return 0, a, err
			}
			ratio := z * a.StdErr / (r.Target * value)
			need *= ratio * ratio
		}
		budget = min(budget, need)
	}
	a, err := c.try(d, models, budget, r)
	return budget, a, err
}

// try allocates a budget, and sets the number of shards and the draws that belong to
// it. What the rounding in every shard costs beyond the budget is saved elsewhere.
func (c *Campaign) try(d *design.Design, models []design.Model, budget float64, r *Request) (a design.Allocation, err error) {
	perDraw, later := 0.0, 0.0 // one draw in every stratum; one judgement in every later phase
	for h := range models {
		for m := &models[h]; ; m = &m.Next[0] {
			perDraw += m.Reach * m.Cost
			if m != &models[h] {
				later += m.Cost
			}
			if len(m.Next) == 0 {
				break
			}
		}
	}
	shards := r.Shards
	if shards == 0 {
		shards = int(min(max(budget/shardSeconds, minShards), maxShards))
		shards = max(1, int(min(float64(shards), 0.05*budget/max(later, 1e-12))))
	}
	c.Plan.Shards = shards
	least := uint64(min(max(0.05*budget/perDraw, 16), design.DefaultMinDraws))
	spend := budget
	for range 4 {
		a, err = d.Allocate(models, design.AllocateOptions{Budget: spend, MinDraws: least, Shards: uint64(shards)})
		if err != nil {
			return a, err
		}
		if a.Cost <= budget {
			break
		}
		spend *= budget / a.Cost
	}
	return a, nil
}

// fill puts an allocation into the plan. Draws are rounded up to whole numbers for
// each shard, so that all shards are alike.
func (c *Campaign) fill(a design.Allocation, costs []float64, budget float64) {
	p := c.Plan
	for h := range p.Strata {
		s, part := &p.Strata[h], &a.Strata[h]
		n := uint64(p.Shards)
		s.Draws = max(2, (part.Draws+n-1)/n*n)
		s.Fractions = nil
		judged := float64(s.Draws)
		next := part.Next
		for len(s.Fractions) < len(p.Phases)-1 {
			f := 1.0
			if len(next) > 0 {
				f, next = next[0].Share, next[0].Next
			}
			s.Fractions = append(s.Fractions, math.Round(f*1e6)/1e6)
		}
		if len(costs) > 1 {
			judged *= s.Fractions[0] // an upper bound: as if the filter let all pass
			s.Diagrams = math.Round(1e4*min(1, max(diagramShare, diagramSeconds*budget/(judged*costs[1])))) / 1e4
		}
	}
}
