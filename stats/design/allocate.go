package design

import (
	"errors"
	"fmt"
	"math"
	"math/big"
	"slices"
)

// DefaultMinDraws is the least number of draws of a stratum in an [Allocation].
const DefaultMinDraws = 1000

// AllocateOptions are the limits of an allocation.
type AllocateOptions struct {
	// Budget is the CPU time in seconds, positive.
	Budget float64
	// MinDraws is the least number of draws of phase 1 in every stratum. Zero means DefaultMinDraws.
	MinDraws uint64
	// Shards is the number of shards of the survey. In each of them a [SystematicSample] takes at least two draws and rounds up, which is
	// part of the cost. Zero means 1.
	Shards uint64
}

// An Allocation holds the numbers of draws of the strata, the shares of the survivors that are judged further, and predictions.
type Allocation struct {
	// Strata in the order of the design.
	Strata []StratumPlan `json:"strata"`
	// Cost is the expected CPU time in seconds.
	Cost float64 `json:"cost"`
	// StdErr is the predicted standard error of the estimate, a count of objects.
	StdErr float64 `json:"std_err"`
	// Phases are the predicted shares of the variance by phase, Costs those of the CPU time.
	Phases []float64 `json:"phases"`
	Costs  []float64 `json:"costs"`
}

// A StratumPlan is the part of one stratum in an [Allocation].
type StratumPlan struct {
	// Draws of phase 1.
	Draws uint64 `json:"draws"`
	// Next has the shares that phase 2 judges, by class; empty for the last phase.
	Next []Fraction `json:"next,omitempty"`
}

// A Fraction is the share of the draws that pass in one class that the next phase judges.
type Fraction struct {
	// Share in [0,1], see [NewSystematicSample].
	Share float64 `json:"share"`
	// Next has the shares that the phase after the next one judges, by class.
	Next []Fraction `json:"next,omitempty"`
}

// ErrBudget is wrapped by the error of [Design.Allocate] for a budget that is below the cost of the least numbers of draws.
var ErrBudget = errors.New("more than the budget of CPU time")

// Allocate returns the allocation with the least variance for the budget. With n_i draws judged at node i (a phase and class of a stratum)
// the variance of the estimate and the cost are
//
//	sum of a_i / n_i,  a_i = (N_h reach_i)^2 B_i,    sum of c_i n_i
//
// so that without further conditions n_i is proportional to sqrt(a_i / c_i), and
//
//	StdErr = (sum of sqrt(a_i c_i)) / sqrt(Budget)
//
// (Neyman 1934 for one phase and equal costs; Cochran 1977, sections 5.5 and 12.3; Sarndal, Swensson, Wretman 1992, section 12.8, for
// phases). A phase cannot judge more draws than pass to it. Where the formula violates this, the node and the one before are joined to a
// block that judges the same share, proportional to the root of their total variance over their total cost. Joining the worst first gives
// the exact optimum, as the problem is an isotonic regression on a tree (P. M. Pardalos, G. Xue, "Algorithms for a Class of Isotonic
// Regression Problems", Algorithmica 23 (1999)). MinDraws is an exact lower limit in the same problem. The remaining unknown is one scale
// for all strata, found by bisection.
//
// It is an error if the design is not valid or the models do not fit it. An error wraps ErrBudget if the budget is below the cost of
// MinDraws in every stratum and of the least numbers of draws in shards.
func (d *Design) Allocate(models []Model, opt AllocateOptions) (Allocation, error) {
	if err := d.checkModels(models); err != nil {
		return Allocation{}, err
	}
	if !(opt.Budget > 0) || math.IsInf(opt.Budget, 0) {
		return Allocation{}, errors.New("design: the budget is not positive")
	}
	if opt.MinDraws == 0 {
		opt.MinDraws = DefaultMinDraws
	}
	// The optimum ignores the cost of rounding up in shards, so aim lower until the expected cost is the budget.
	for aim, tries := opt.Budget, 0; ; tries++ {
		a, err := d.optimum(models, aim, float64(opt.MinDraws))
		if err != nil {
			return Allocation{}, err
		}
		d.predict(models, &a, max(1, opt.Shards))
		if math.Abs(a.Cost/opt.Budget-1) < 1e-3 || tries == 50 {
			return a, nil
		}
		aim *= opt.Budget / a.Cost
	}
}

// optimum returns the allocation for a budget without rounding in shards.
func (d *Design) optimum(models []Model, budget, minDraws float64) (a Allocation, err error) {
	trees := make([]*rateNode, len(models))
	for h := range models {
		trees[h] = newRateNode(&models[h])
	}
	sizes := d.relativeSizes()
	cost := func(scale float64) (c float64) {
		for h, t := range trees {
			c += t.cost(max(minDraws, scale*sizes[h]*t.rate), scale*sizes[h])
		}
		return c
	}
	if least := cost(0); least > budget {
		return a, fmt.Errorf("design: %.0f draws in each of %d strata, and what shards take at least, cost %w", minDraws, len(trees), ErrBudget)
	}
	lo, hi := 0.0, 1.0
	for cost(hi) < budget && hi < 1e300 {
		lo, hi = hi, 2*hi
	}
	for range 100 {
		if mid := lo + (hi-lo)/2; cost(mid) < budget {
			lo = mid
		} else {
			hi = mid
		}
	}
	for h, t := range trees {
		n := max(minDraws, lo*sizes[h]*t.rate)
		a.Strata = append(a.Strata, StratumPlan{Draws: uint64(math.Round(min(n, 1<<62))), Next: t.fractions(n, lo*sizes[h])})
	}
	return a, nil
}

// checkModels returns an error if the design is not valid or the models do not fit it.
func (d *Design) checkModels(models []Model) error {
	if err := d.validate(); err != nil {
		return err
	}
	if len(models) != len(d.Strata) {
		return fmt.Errorf("design: %d models for %d strata", len(models), len(d.Strata))
	}
	for h := range models {
		if err := models[h].check(d.Phases); err != nil {
			return fmt.Errorf("design: model of stratum %d (%q): %w", h, d.Strata[h].Name, err)
		}
	}
	return nil
}

// check returns an error if a number of the model is out of range, or it has more than so many phases.
func (m *Model) check(phases int) error {
	finite := func(x float64) bool { return x >= 0 && !math.IsInf(x, 0) }
	switch {
	case phases == 0:
		return errors.New("more phases than the design")
	case !(m.Reach >= 0 && m.Reach <= 1) || !finite(m.Variance):
		return errors.New("reach or variance is out of range")
	case !(m.Cost > 0) || !finite(m.Cost):
		return errors.New("cost is not positive")
	}
	for i := range m.Next {
		if err := m.Next[i].check(phases - 1); err != nil {
			return err
		}
	}
	return nil
}

// relativeSizes returns N_h / N.
func (d *Design) relativeSizes() []float64 {
	n := newFloat().SetInt(d.Size())
	sizes := make([]float64, len(d.Strata))
	for h, s := range d.Strata {
		sizes[h], _ = newFloat().Quo(newFloat().SetInt(s.Size), n).Float64()
	}
	return sizes
}

// A rateNode is a node of the optimization problem of one stratum: minimize the sum of a/F + c F over its nodes, where F is the number of
// draws judged at the node divided by its reach.
type rateNode struct {
	a, c float64 // reach times variance, reach times cost
	rate float64 // best F, up to a scale, of the subtree from this node on
	next []*rateNode
}

// newRateNode returns the problem of a model.
func newRateNode(m *Model) *rateNode {
	r := &rateNode{a: m.Reach * m.Variance, c: m.Reach * m.Cost}
	for i := range m.Next {
		r.next = append(r.next, newRateNode(&m.Next[i]))
	}
	r.solve()
	return r
}

// solve sets the rate of r, given those of the nodes below. It joins the node of the border with the largest rate to the block of r as long
// as that rate is above the rate of the block.
func (r *rateNode) solve() {
	a, c := r.a, r.c
	border := slices.Clone(r.next)
	for {
		r.rate = 0
		if c > 0 {
			r.rate = math.Sqrt(a / c)
		}
		worst := -1
		for i, node := range border {
			if node.rate > r.rate && (worst < 0 || node.rate > border[worst].rate) {
				worst = i
			}
		}
		if worst < 0 {
			return
		}
		node := border[worst]
		a, c = a+node.a, c+node.c
		border = append(slices.Delete(border, worst, worst+1), node.next...)
	}
}

// cost returns the expected cost of r and the nodes below it if F is f at r and all rates below are multiplied by scale.
func (r *rateNode) cost(f, scale float64) float64 {
	sum := r.c * f
	for _, node := range r.next {
		sum += node.cost(min(f, scale*node.rate), scale)
	}
	return sum
}

// fractions returns the shares that the nodes below r judge, if F is f at r.
func (r *rateNode) fractions(f, scale float64) (list []Fraction) {
	for _, node := range r.next {
		g := min(f, scale*node.rate)
		share := 0.0
		if f > 0 {
			share = min(1, g/f)
		}
		list = append(list, Fraction{Share: share, Next: node.fractions(g, scale)})
	}
	return list
}

// Predict returns the allocation with predictions from the models for its numbers of draws and fractions, which may differ from those of
// [Design.Allocate], in a survey of so many shards.
func (d *Design) Predict(models []Model, a Allocation, shards uint64) (Allocation, error) {
	if err := d.checkModels(models); err != nil {
		return a, err
	}
	if len(a.Strata) != len(d.Strata) {
		return a, fmt.Errorf("design: an allocation of %d strata for %d", len(a.Strata), len(d.Strata))
	}
	d.predict(models, &a, max(1, shards))
	return a, nil
}

// predict sets the predictions of an allocation.
func (d *Design) predict(models []Model, a *Allocation, shards uint64) {
	p := predictor{shards: float64(shards), variance: make([]float64, d.Phases), cost: make([]float64, d.Phases)}
	sizes := d.relativeSizes()
	for h := range models {
		p.add(&models[h], 0, sizes[h], float64(a.Strata[h].Draws), a.Strata[h].Next)
	}
	var variance float64
	a.Phases, variance = partsOf(p.variance)
	a.Costs, a.Cost = partsOf(p.cost)
	size := newFloat().SetInt(d.Size())
	a.StdErr, _ = size.Mul(size, big.NewFloat(math.Sqrt(variance))).Float64()
}

// partsOf returns the shares of numbers in their sum, all 0 if the sum is not positive, and the sum.
func partsOf(list []float64) (parts []float64, sum float64) {
	for _, x := range list {
		sum += x
	}
	parts = make([]float64, len(list))
	for j, x := range list {
		if sum > 0 {
			parts[j] = x / sum
		}
	}
	return parts, sum
}

// A predictor sums predicted variances (relative to N^2) and costs by phase.
type predictor struct {
	shards         float64
	variance, cost []float64
}

// add adds the parts of a node at phase j+1 that judges n draws on average, and of the nodes below it.
func (p *predictor) add(m *Model, j int, size, n float64, next []Fraction) {
	if n <= 0 || m.Reach <= 0 {
		return
	}
	p.variance[j] += size * size * m.Reach * m.Reach * m.Variance / n
	p.cost[j] += m.Cost * n
	for i := range m.Next {
		share := 0.0
		var after []Fraction
		if i < len(next) {
			share, after = next[i].Share, next[i].Next
		}
		passed := n * m.Next[i].Reach / m.Reach
		p.add(&m.Next[i], j+1, size, passed*p.judgedShare(share, passed/p.shards), after)
	}
}

// judgedShare returns the expected share that a SystematicSample takes of the x survivors in one shard: at least two of them, and half a
// draw more on average because it rounds up.
func (p *predictor) judgedShare(share, x float64) float64 {
	return min(1, max(min(minJudged, x), share*x+0.5)/x)
}
