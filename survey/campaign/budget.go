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

// allocateBudget returns the processor time for the shards in seconds and its allocation: the budget without the pilot and the share for
// diagrams, or the time that the target takes, whichever is less.
func (c *Campaign) allocateBudget(d *design.Design, models []design.Model, value, pilotCPU float64, r *Request) (float64, design.Allocation, error) {
	budget := math.Inf(1)
	if r.Budget > 0 {
		if budget = (1-diagramBudget)*r.Budget - pilotCPU; budget < r.Budget/10 {
			return 0, design.Allocation{}, fmt.Errorf("the pilot has used %.3g s of the budget of %.3g s; a larger budget or a smaller pilot is needed", pilotCPU, r.Budget)
		}
	}
	if r.Target > 0 {
		time, err := c.timeForTarget(d, models, value, r)
		if err != nil {
			return 0, design.Allocation{}, err
		}
		budget = min(budget, time)
	}
	a, err := c.allocateTime(d, models, budget, r)
	return budget, a, err
}

// timeForTarget returns the processor time for the target in seconds. The half-width falls with the root of the time, so a few steps
// time *= (half-width / target)^2 from a first guess find it. If a step leads to less time than the smallest plan takes, the answer lies
// between this time and the guess, and bisection in logarithms finds it within a tenth.
func (c *Campaign) timeForTarget(d *design.Design, models []design.Model, value float64, r *Request) (float64, error) {
	const guess, steps = 10.0, 8
	z := stats.Options{Confidence: c.Plan.Confidence}.Quantile()
	ratioAfter := func(time float64) (halfWidthToTarget float64, err error) {
		a, err := c.allocateTime(d, models, time, r)
		return z * a.StdErr / (r.Target * value), err
	}
	time, step := guess, 0
	for ; step < steps; step++ {
		ratio, err := ratioAfter(time)
		if errors.Is(err, design.ErrBudget) && time < guess {
			break
		} else if err != nil {
			return 0, err
		}
		time *= ratio * ratio
	}
	if step == steps {
		return time, nil
	}
	tooLittle, enough := time, guess
	for step++; step < steps || enough > 1.1*tooLittle; step++ {
		middle := math.Sqrt(tooLittle * enough)
		switch ratio, err := ratioAfter(middle); {
		case errors.Is(err, design.ErrBudget) || err == nil && ratio > 1:
			tooLittle = middle
		case err != nil:
			return 0, err
		default:
			enough = middle
		}
	}
	return enough, nil
}

// fixedShare is the share of the budget for the least that a plan has: so much for a judgement of each later phase and class in every shard,
// and so much for draws of every stratum.
const fixedShare = 0.05

// allocateTime allocates a budget and sets the number of shards. Rounding up in every shard may cost more than the budget; then it allocates
// a smaller one.
func (c *Campaign) allocateTime(d *design.Design, models []design.Model, budget float64, r *Request) (a design.Allocation, err error) {
	perDraw, perLater := 0.0, 0.0 // costs of one draw in every stratum, and of one judgement in every later phase and class
	for h := range models {
		draw, judgements := costsOf(&models[h])
		perDraw += draw
		perLater += judgements - models[h].Cost
	}
	numShards := r.Shards
	if numShards == 0 {
		maxCount := min(max(budget/shardSeconds, minShards), maxShards)
		if r.ShardSeconds > 0 {
			maxCount = min(budget/r.ShardSeconds+0.5, plan.MaxShards)
		}
		numShards = max(1, int(min(math.Floor(maxCount), fixedShare*budget/max(perLater, 1e-12))))
	}
	c.Plan.Shards = numShards
	minDraws := uint64(min(max(fixedShare*budget/perDraw, 16), design.DefaultMinDraws))
	reduced, cautious := budget, r.inflateVariance(models)
	for range 4 {
		a, err = d.Allocate(cautious, design.AllocateOptions{Budget: reduced, MinDraws: minDraws, Shards: uint64(numShards)})
		if err == nil {
			a, err = d.Predict(models, a, uint64(numShards))
		}
		if err != nil {
			return a, err
		}
		if a.Cost <= budget {
			break
		}
		reduced *= budget / a.Cost
	}
	return a, nil
}

// lostPerSecond is about the number of draws that the last phase of a survey of the cover leaves undecided for each second of its budget.
const lostPerSecond = 0.025

// inflateVariance returns models with a larger variance of the last phase, up to twice as large if the survey expects to leave one draw
// or none undecided. Such a survey often leaves none, so that its interval is too narrow, or one, which then dominates the variance.
// Twice the variance makes the plan look for 40 % more games. That widens the interval by 4 % and halves both errors.
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

// costsOf returns the mean cost of a draw of a model if all that pass a phase enter the next, and the cost of one judgement in every phase
// and class.
func costsOf(m *design.Model) (draw, judgements float64) {
	draw, judgements = m.Reach*m.Cost, m.Cost
	for i := range m.Next {
		d, j := costsOf(&m.Next[i])
		draw, judgements = draw+d, judgements+j
	}
	return draw, judgements
}

// fillPlan writes an allocation into the plan. It rounds draws up to whole numbers for each shard, so that all shards are alike.
func (c *Campaign) fillPlan(a design.Allocation, costs []float64, budget float64) {
	p := c.Plan
	diagrams, perDiagram := c.diagramTime(costs, budget)
	for h := range p.Strata {
		s, part := &p.Strata[h], &a.Strata[h]
		n := uint64(p.Shards)
		s.Draws = max(2, (part.Draws+n-1)/n*n)
		s.Fractions, s.Classes = nil, nil
		next := part.Next
		for k := 1; k < len(p.Phases); k++ {
			if p.Classes != "" && k == len(p.Phases)-1 {
				for class := range shards.RiskClasses {
					s.Classes = append(s.Classes, shareOf(next, class))
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
			s.Diagrams = math.Round(1e4*min(1, max(diagramShare, diagrams/(judged*perDiagram)))) / 1e4
		}
	}
}

// diagramTime returns the processor time in seconds that each stratum has for diagrams, and what one draw takes of it: its earlier setups
// are judged up to kernels. Every shard needs at least two such draws of each stratum and class, which also enter the last phase. If they
// take more than the time, diagramTime returns 0, and no diagrams are counted.
func (c *Campaign) diagramTime(costs []float64, budget float64) (time, perDraw float64) {
	lastPhase := len(costs) - 1
	if lastPhase < 1 {
		return 0, 0
	}
	for k := 1; k < max(lastPhase, 2); k++ {
		perDraw += costs[k]
	}
	minTime := 2 * float64(c.Plan.Shards) * (perDraw + costs[lastPhase]*float64(shards.Classifications[c.Plan.Classes].Classes))
	if time = diagramBudget * budget / float64(len(c.Plan.Strata)); minTime > time {
		return 0, perDraw
	}
	return time, perDraw
}

// shareOf returns the share of a class, rounded to millionths. It is 1 if the pilot has no draw of the class.
func shareOf(list []design.Fraction, class int) float64 {
	if class >= len(list) {
		return 1
	}
	return math.Round(list[class].Share*1e6) / 1e6
}
