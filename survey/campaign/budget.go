package campaign

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"chesscensus/stats"
	"chesscensus/stats/design"
	"chesscensus/survey/internal/shards"
	"chesscensus/survey/plan"
)

// allocateBudget returns the processor time for the shards in seconds and its allocation: the budget less the pilot, or the time that the
// target needs, whichever is less.
func (c *Campaign) allocateBudget(d *design.Design, models []design.Model, value float64, pilotCPU float64, r *Request) (float64,
	design.Allocation, error) {
	budget := math.Inf(1)
	if r.Budget > 0 {
		if budget = (1-diagramBudget)*r.Budget - pilotCPU; budget < r.Budget/10 {
			return 0, design.Allocation{}, fmt.Errorf("the pilot has used %.3g s of the budget of %.3g s; a larger budget or a smaller pilot is needed", pilotCPU, r.Budget)
		}
	}
	if r.Target > 0 {
		need, err := c.timeForTarget(d, models, value, r)
		if err != nil {
			return 0, design.Allocation{}, err
		}
		budget = min(budget, need)
	}
	a, err := c.allocateTime(d, models, budget, r)
	return budget, a, err
}

// timeForTarget returns the processor time for the target in seconds. The half-width falls with the root of the time, so a few steps
// find it. If this time is less than the smallest plan takes, it bisects the range between too little time, low, and enough, high.
func (c *Campaign) timeForTarget(d *design.Design, models []design.Model, value float64, r *Request) (float64, error) {
	z := stats.Options{Confidence: c.Plan.Confidence}.Quantile()
	need, low, high := 10.0, 0.0, 10.0
	for i := 0; i < 8 || low > 0 && high > 1.1*low; i++ {
		a, err := c.allocateTime(d, models, need, r)
		isTooLittle := errors.Is(err, design.ErrBudget) && need < high
		if err != nil && !isTooLittle {
			return 0, err
		}
		ratio := z * a.StdErr / (r.Target * value)
		switch {
		case isTooLittle || low > 0 && ratio > 1:
			low = need
		case low > 0:
			high = need
		default:
			need *= ratio * ratio
			continue
		}
		need = math.Sqrt(low * high)
	}
	if low > 0 {
		return high, nil
	}
	return need, nil
}

// allocateTime allocates a budget and sets the number of shards. Rounding up in every shard may cost more than the budget; then it allocates
// a smaller one.
func (c *Campaign) allocateTime(d *design.Design, models []design.Model, budget float64, r *Request) (a design.Allocation, err error) {
	perDraw, perLater := 0.0, 0.0 // costs of one draw in every stratum, and of one judgement in every later phase and class
	for h := range models {
		draw, node := costsOf(&models[h])
		perDraw += draw
		perLater += node - models[h].Cost
	}
	shards := r.Shards
	if shards == 0 {
		maxCount := min(max(budget/shardSeconds, minShards), maxShards)
		if r.ShardSeconds > 0 {
			maxCount = min(budget/r.ShardSeconds+0.5, plan.MaxShards)
		}
		shards = max(1, int(min(math.Floor(maxCount), 0.05*budget/max(perLater, 1e-12))))
	}
	c.Plan.Shards = shards
	minDraws := uint64(min(max(0.05*budget/perDraw, 16), design.DefaultMinDraws))
	spend, cautious := budget, r.inflateVariance(models)
	for range 4 {
		a, err = d.Allocate(cautious, design.AllocateOptions{Budget: spend, MinDraws: minDraws, Shards: uint64(shards)})
		if err == nil {
			a, err = d.Predict(models, a, uint64(shards))
		}
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

// lostPerSecond is about the number of draws that the last phase of a survey of the cover leaves undecided for each second of its budget.
const lostPerSecond = 0.025

// inflateVariance returns models with a larger variance of the last phase, up to twice as large if the survey expects to leave one draw
// or none undecided. Such a survey often leaves none, so that its interval is too narrow, or one, which then dominates the variance.
// Two in five games more cost 4 % of the half-width and halve both errors.
func (r *Request) inflateVariance(models []design.Model) []design.Model {
	factor := 1 + min(1, 1/(lostPerSecond*r.seconds()))
	if r.knowledge.Last == nil || factor < 1.01 {
		return models
	}
	list := slices.Clone(models)
	for h := range list {
		m := &list[h]
		if len(m.Next) == 0 {
			m.Variance *= factor
		} else {
			m.Next = r.inflateVariance(m.Next)
		}
	}
	return list
}

// costsOf returns the cost of one draw of a model if all that pass a phase enter the next, and the cost of one judgement in every phase and
// class.
func costsOf(m *design.Model) (draw, nodes float64) {
	draw, nodes = m.Reach*m.Cost, m.Cost
	for i := range m.Next {
		d, n := costsOf(&m.Next[i])
		draw, nodes = draw+d, nodes+n
	}
	return draw, nodes
}

// fillPlan writes an allocation into the plan. It rounds draws up to whole numbers for each shard, so that all shards are alike.
func (c *Campaign) fillPlan(a design.Allocation, costs []float64, budget float64) {
	p := c.Plan
	diagrams, early := c.diagramTime(costs, budget)
	for h := range p.Strata {
		s, part := &p.Strata[h], &a.Strata[h]
		n := uint64(p.Shards)
		s.Draws = max(2, (part.Draws+n-1)/n*n)
		s.Fractions, s.Classes = nil, nil
		next := part.Next
		for k := 1; k < len(p.Phases); k++ {
			if p.Classes != "" && k == len(p.Phases)-1 {
				for g := range shards.RiskClasses {
					s.Classes = append(s.Classes, shareOf(next, g))
				}
				break
			}
			s.Fractions = append(s.Fractions, shareOf(next, 0))
			if len(next) > 0 {
				next = next[0].Next
			}
		}
		if diagrams > 0 {
			judged := float64(s.Draws) * shareOf(part.Next, 0) // an upper bound: as if the filter let all pass
			s.Diagrams = math.Round(1e4*min(1, max(diagramShare, diagrams/(judged*early)))) / 1e4
		}
	}
}

// diagramTime returns the processor time in seconds that each stratum has for diagrams, and the part of it for one draw, whose earlier
// setups are judged up to kernels. Every shard takes at least two draws of each stratum and class, which also enter the last phase. If
// these take more than the time, diagramTime returns 0, and no diagrams are counted.
func (c *Campaign) diagramTime(costs []float64, budget float64) (time, draw float64) {
	lastPhase := len(costs) - 1
	if lastPhase < 1 {
		return 0, 0
	}
	for k := 1; k < max(lastPhase, 2); k++ {
		draw += costs[k]
	}
	minTime := 2 * float64(c.Plan.Shards) * (draw + costs[lastPhase]*float64(shards.Classifications[c.Plan.Classes].Classes))
	if time = diagramBudget * budget / float64(len(c.Plan.Strata)); minTime > time {
		return 0, draw
	}
	return time, draw
}

// shareOf returns the share of a class, rounded to millionths. It is 1 if the pilot has no draw of the class.
func shareOf(list []design.Fraction, class int) float64 {
	if class >= len(list) {
		return 1
	}
	return math.Round(list[class].Share*1e6) / 1e6
}
