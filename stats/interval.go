package stats

import (
	"math"

	"gonum.org/v1/gonum/mathext"
	"gonum.org/v1/gonum/stat/distuv"
)

// The functions of this file return limits of a mean in [0,1] from n draws, with 0 <= lo <= hi <= 1 for every input
// with n > 0 and 0 <= k <= n, and never NaN. Callers scale contributions to [0,1] first.

// wilson solves (k/n - p)^2 = z^2 p(1-p)/n for p; k need not be whole.
func wilson(k, n, z float64) (lo, hi float64) {
	if n < 1e-100 { // the limit for n to 0; 1/(n*n) could overflow
		return 0, 1
	}
	p, z2 := k/n, z*z
	center := (p + z2/(2*n)) / (1 + z2/n)
	half := z / (1 + z2/n) * math.Sqrt(p*(1-p)/n+z2/(4*n*n))
	lo, hi = max(0, center-half), min(1, center+half)
	if k == 0 {
		lo = 0
	}
	if k == n {
		hi = 1
	}
	return lo, hi
}

// clopperPearson returns the exact binomial interval for k hits in n draws, which misses with probability alpha at
// most. k need not be whole. The limits are quantiles of beta laws, in closed form for k = 0 and k = n.
func clopperPearson(k, n, alpha float64) (lo, hi float64) {
	lo, hi = 0, 1
	if k > 0 {
		lo = betaQuantile(alpha/2, k, n-k+1)
	}
	if k < n {
		hi = 1 - betaQuantile(alpha/2, n-k, k+1)
		if k < n/2 { // 1 - x would lose the digits of a small limit
			hi = betaQuantile(1-alpha/2, k+1, n-k)
		}
	}
	return lo, hi
}

// largeBeta is the least a+b for which gonum's incomplete beta function is not
// used: at 1e7 it has 9 good digits, at 1e9 it can have none; see interval_test.go.
const largeBeta = 1e7

// betaQuantile solves I_x(a,b) = p for x by bisection, with a, b > 0. For large
// a+b it uses limits of the beta law with a relative error below 1e-6 for limits of 95 %, and below 1e-4 for p from 1e-12.
func betaQuantile(p, a, b float64) float64 {
	switch {
	case b == 1:
		return math.Pow(p, 1/a)
	case a == 1:
		return -math.Expm1(math.Log1p(-p) / b)
	case a+b < largeBeta:
		return bisect(0, 1, func(x float64) bool { return mathext.RegIncBeta(a, b, x) < p })
	case b < a:
		return 1 - largeQuantile(1-p, b, a)
	default:
		return largeQuantile(p, a, b)
	}
}

// largeQuantile is betaQuantile for a <= b and large b. For small a the law is nearly a gamma law of
// -ln(1-x)*(b+(a-1)/2), exact to second order. For large a the quantile is Wilson's limit with a continuity
// correction of half a hit and the skewness term (z^2-1)/6 of the Cornish-Fisher expansion.
func largeQuantile(p, a, b float64) float64 {
	if a < 1e4 {
		return -math.Expm1(-mathext.GammaIncRegInv(a, p) / (b + (a-1)/2))
	}
	z := distuv.UnitNormal.Quantile(p)
	n := a + b - 1
	skew := (1 - 2*a/n) * (z*z - 1) / (6 * n)
	lo, hi := wilson(a-0.5, n, math.Abs(z))
	if z < 0 {
		return lo - skew
	}
	return hi - skew
}

// chernoff returns the limits of {q : n*KL(p,q) <= ln(2/alpha)} for a mean p of n draws
// with values in [0,1], by bisection on either side of p.
func chernoff(p, n, alpha float64) (lo, hi float64) {
	p = min(max(p, 0), 1)
	limit := math.Log(2/alpha) / n
	lo, hi = 0, 1
	if p > 0 {
		lo = bisect(0, p, func(q float64) bool { return relativeEntropy(p, q) > limit })
	}
	if p < 1 {
		hi = bisect(p, 1, func(q float64) bool { return relativeEntropy(p, q) <= limit })
	}
	return lo, hi
}

// relativeEntropy returns KL(p,q) = p ln(p/q) + (1-p) ln((1-p)/(1-q)), +Inf if q excludes what p allows.
func relativeEntropy(p, q float64) float64 {
	var d float64
	if p > 0 {
		d += p * math.Log(p/q)
	}
	if p < 1 {
		d += (1 - p) * (math.Log1p(-p) - math.Log1p(-q))
	}
	return max(d, 0)
}

// bisect returns the point in [lo,hi] where below changes from true to false, to the last bit or after 200
// halvings. Small roots have full relative precision, since the halving continues towards 0.
func bisect(lo, hi float64, below func(float64) bool) float64 {
	for range 200 {
		mid := lo + (hi-lo)/2
		if mid <= lo || mid >= hi {
			break
		}
		if below(mid) {
			lo = mid
		} else {
			hi = mid
		}
	}
	return lo + (hi-lo)/2
}
