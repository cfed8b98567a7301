package stats

import (
	"math"

	"gonum.org/v1/gonum/stat/distuv"
)

// Range returns the interval of Imbens and Manski for a quantity that is only known to lie between two others, here the
// low and the high end of a [Result]. All ranges that allow for chance and for undecided draws follow this rule:
//
//	lo = low - c se(low),  hi = high + c se(high)
//	Phi(c + (high - low)/max(se)) - Phi(-c) = level
//
// In large samples it covers the quantity with probability level, that of low, wherever between the ends the quantity is. If
// high = low, c is the two-sided quantile. If they are far apart it is the one-sided quantile, since only one end can be
// missed. So the range is never wider than both intervals together. If the interval of an end is not [Normal], the range is
// both together, from the smaller Lo to the larger Hi: that of high may be the smaller one, as the limit without hits rests on
// the largest weight alone.
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
	// Lo and Hi may be less far, since they are limited to possible values.
	return max(low.Value-b*low.StdErr, low.Lo), min(high.Value+b*high.StdErr, high.Hi)
}
