package stats

import (
	"math"

	"gonum.org/v1/gonum/stat/distuv"
)

// PartialInterval returns the interval of Imbens and Manski for a quantity that is only known to lie between two
// others, here the low and the high end of a [Result]:
//
//	lo = low - c se(low),  hi = high + c se(high)
//	Phi(c + (high - low)/max(se)) - Phi(-c) = level
//
// It covers the quantity itself, wherever between the ends it is, with probability level in large samples. [Result.Lo]
// to Hi does more, covers both ends at once, and is wider: there c is the two-sided quantile. Where high = low the
// two agree; where they are far apart c is the one-sided quantile, as only one end can be missed.
//
// Units are those of the estimates; level is in (0,1), 0 means that of low. Either end cannot cross the estimate
// of the other.
//
// Source: G. W. Imbens, C. F. Manski, "Confidence Intervals for Partially Identified Parameters", Econometrica 72
// (2004), equation 6.
func PartialInterval(low, high Estimate, level float64) (lo, hi float64) {
	if level == 0 {
		level = low.Confidence
	}
	se := math.Max(low.StdErr, high.StdErr)
	if !(se > 0) {
		return low.Value, high.Value
	}
	gap := math.Max(0, high.Value-low.Value) / se
	covered := func(c float64) float64 { return distuv.UnitNormal.CDF(c+gap) - distuv.UnitNormal.CDF(-c) }
	a, b := 0.0, -distuv.UnitNormal.Quantile((1-level)/2)
	for range 60 { // covered grows with c
		if c := (a + b) / 2; covered(c) < level {
			a = c
		} else {
			b = c
		}
	}
	return low.Value - b*low.StdErr, high.Value + b*high.StdErr
}
