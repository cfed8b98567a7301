package stats

import (
	"math"

	"gonum.org/v1/gonum/stat/distuv"
)

// Range returns the interval of Imbens and Manski for a quantity that is only known to lie between two others, here the
// low and the high end of a [Result]. It is the one rule by which ranges allow for chance and for undecided draws together:
//
//	lo = low - c se(low),  hi = high + c se(high)
//	Phi(c + (high - low)/max(se)) - Phi(-c) = level
//
// It covers the quantity itself, wherever between the ends it is, with probability level in large samples, level being that of low. Where
// high = low, c is the two-sided quantile; where they are far apart it is the one-sided one, as only one end can be missed. So the
// range is never wider than from low.Lo to high.Hi. If few hits make the limits of an end other than [Normal], it is these two.
//
// Units are those of the estimates. Either end cannot cross the estimate of the other.
//
// Source: G. W. Imbens, C. F. Manski, "Confidence Intervals for Partially Identified Parameters", Econometrica 72
// (2004), equation 6.
func Range(low, high Estimate) (lo, hi float64) {
	se := math.Max(low.StdErr, high.StdErr)
	if low.Method != Normal || high.Method != Normal || !(se > 0) || !(high.Value > low.Value) {
		return min(low.Lo, high.Lo), max(low.Hi, high.Hi)
	}
	gap := (high.Value - low.Value) / se
	covered := func(c float64) float64 { return distuv.UnitNormal.CDF(c+gap) - distuv.UnitNormal.CDF(-c) }
	a, b := 0.0, -distuv.UnitNormal.Quantile((1-low.Confidence)/2)
	for range 60 { // covered grows with c
		if c := (a + b) / 2; covered(c) < low.Confidence {
			a = c
		} else {
			b = c
		}
	}
	return max(low.Value-b*low.StdErr, low.Lo), min(high.Value+b*high.StdErr, high.Hi) // limits may have been cut at what is possible
}
