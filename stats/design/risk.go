package design

import (
	"fmt"
	"math"
	"slices"

	"chesscensus/stats"
)

// A risk says how much more often than in the pool a draw of each stratum is lost (not In) at one node that
// few draws of a pilot reach.
//
// The misses of the strata are taken for Poisson with means n_h q_h,
//
//	log q_h = a + b (c_h - mean of c),
//
// c the covariate of the stratum, n_h the draws of the pilot judged there. The slope b has a normal prior of mean 0
// and standard deviation slopeSpread, so that a pilot without misses, or with one, leaves all strata alike.
// a and b are where likelihood times prior is largest, found by Newton's method; the problem is concave.
type risk struct {
	relative []float64 // q_h over the pooled rate, by stratum
}

// slopeSpread is the standard deviation of the prior of the slope, per unit of the covariate. In the first record the
// slope of games without success is 0.54 for each pawn on the board. A spread of 0.5 finds nearly all of that
// from ten misses, and costs little where chance makes a slope out of one (simulated with the rates of that record).
const slopeSpread = 0.5

// mostRisk bounds the ratio of a stratum's risk to that of the pool, as extrapolation is no evidence.
const mostRisk = 30

// same is the risk of strata that are taken for alike.
func same(strata int) risk {
	r := risk{make([]float64, strata)}
	for h := range r.relative {
		r.relative[h] = 1
	}
	return r
}

// fitRisk fits the risks of strata with n[h] draws, misses[h] of which are lost. Without a covariate all are alike.
func fitRisk(n, misses, covariate []float64) risk {
	r := same(len(n))
	var draws, lost, mean float64
	for h := range n {
		draws += n[h]
		lost += misses[h]
	}
	if covariate == nil || lost == 0 {
		return r
	}
	for h := range n {
		mean += n[h] / draws * covariate[h]
	}
	a, b := math.Log(lost/draws), 0.0
	for range 100 {
		// Gradient and negative Hessian of the log of likelihood times prior.
		ga, gb := lost, -b/(slopeSpread*slopeSpread)
		haa, hab, hbb := 0.0, 0.0, 1/(slopeSpread*slopeSpread)
		for h := range n {
			c := covariate[h] - mean
			mu := n[h] * math.Exp(math.Min(0, a+b*c))
			ga -= mu
			gb += (misses[h] - mu) * c
			haa, hab, hbb = haa+mu, hab+mu*c, hbb+mu*c*c
		}
		det := haa*hbb - hab*hab
		if !(det > 0) {
			return r
		}
		da, db := (ga*hbb-gb*hab)/det, (haa*gb-hab*ga)/det
		step := 1 / math.Max(1, math.Max(math.Abs(da), 2*math.Abs(db)))
		a, b = a+step*da, b+step*db
		if math.Abs(da)+math.Abs(db) < 1e-10 {
			break
		}
	}
	pooled := lost / draws
	for h := range r.relative {
		r.relative[h] = math.Min(mostRisk, math.Exp(a+b*(covariate[h]-mean))/pooled)
	}
	return r
}

// priorLost is the number of lost draws that risks known beforehand count for against those that a pilot loses.
const priorLost = 20

// checkRisks returns an error if risks of the last phase are not those of the strata.
func (d *Design) checkRisks(risks [][]float64) error {
	if risks == nil {
		return nil
	}
	if len(risks) != len(d.Strata) || d.Phases < 2 {
		return fmt.Errorf("design: risks of the last phase of %d for %d strata, or no phase before the last", len(risks), len(d.Strata))
	}
	for h := range risks {
		if len(risks[h]) == 0 || len(risks[h]) != len(risks[0]) || slices.ContainsFunc(risks[h], func(q float64) bool { return !(q > 0 && q < 1) }) {
			return fmt.Errorf("design: stratum %d: want risks above 0 and below 1, of as many classes in all strata", h)
		}
	}
	return nil
}

// calibrate sets the risks of the last phase to those known beforehand, all multiplied by what the pilot says.
func (m *modeler) calibrate(known [][]float64, pilot *Sample) error {
	expected, lost := 0.0, 0.0
	for h := range pilot.Strata {
		for g, node := range pilot.Strata[h].Below(m.Phases - 1) {
			if g >= len(known[h]) {
				return fmt.Errorf("design: stratum %d: no risk of class %d in the last phase", h, g)
			}
			expected += float64(node.n) * known[h][g]
			lost += float64(node.lost(true))
		}
	}
	scale := (priorLost + lost) / (priorLost + expected)
	for h := range known {
		m.last = append(m.last, nil)
		for _, q := range known[h] {
			m.last[h] = append(m.last[h], math.Min(0.5, scale*q))
		}
	}
	return nil
}

// lost counts the draws of a node that come to nothing: those that are Out, in the last phase also those that pass.
func (n *Node) lost(last bool) uint64 {
	if last {
		return n.n - n.Count(stats.In)
	}
	return n.Count(stats.Out)
}
