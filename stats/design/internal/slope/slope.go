// Package slope fits how much more often than in the pool a draw of each stratum is lost (not In) at one node that few draws of a
// pilot reach.
//
// The misses of the strata are taken for Poisson with means n_h q_h,
//
//	log q_h = a + b (c_h - mean of c),
//
// c the covariate of the stratum, n_h the draws of the pilot judged there. The slope b has a normal prior of mean 0
// and standard deviation 0.5, so that a pilot without misses, or with one, leaves all strata alike.
// a and b are where likelihood times prior is largest, found by Newton's method; the problem is concave.
package slope

import (
	"math"
	"slices"
)

// spread is the standard deviation of the prior of the slope, per unit of the covariate. In the first record the
// slope of games without success is 0.54 for each pawn on the board. A spread of 0.5 finds nearly all of that
// from ten misses, and costs little where chance makes a slope out of one (simulated with the rates of that record).
const spread = 0.5

// most bounds the ratio of a stratum's risk to that of the pool, as extrapolation is no evidence.
const most = 30

// Fit returns the risks of strata with n[h] draws, misses[h] of which are lost, over that of the pool. Without a covariate all are alike.
func Fit(n, misses, covariate []float64) []float64 {
	r := slices.Repeat([]float64{1}, len(n))
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
		ga, gb := lost, -b/(spread*spread)
		haa, hab, hbb := 0.0, 0.0, 1/(spread*spread)
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
	for h := range r {
		r[h] = math.Min(most, math.Exp(a+b*(covariate[h]-mean))/pooled)
	}
	return r
}
