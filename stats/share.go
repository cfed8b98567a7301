package stats

import "math"

// WilsonShare returns the score interval of Wilson (1927) for a share, given k hits in n independent trials: all p
// with |k/n - p| <= z*sqrt(p(1-p)/n). k and n need not be whole (effective numbers).
//
// The limits are in [0,1] with lo <= hi. WilsonShare panics unless 0 <= k <= n, n > 0 and z >= 0, all finite.
func WilsonShare(k, n, z float64) (lo, hi float64) {
	mustShare(k, n)
	if !(z >= 0) || math.IsInf(z, 0) {
		panic("stats: z is not in the range [0, inf)")
	}
	return wilson(k, n, z)
}

// ClopperPearsonShare returns the exact binomial interval of Clopper and Pearson (1934) for k hits in n trials,
// which misses with probability at most alpha. Fractions of hits and trials are interpolated by the beta law.
//
// The limits are in [0,1] with lo <= hi. ClopperPearsonShare panics unless 0 <= k <= n, n > 0, and alpha is in (0,1).
func ClopperPearsonShare(k, n, alpha float64) (lo, hi float64) {
	mustShare(k, n)
	if !(alpha > 0 && alpha < 1) {
		panic("stats: alpha is not in the range (0,1)")
	}
	return clopperPearson(k, n, alpha)
}

// mustShare panics unless k hits in n trials are possible.
func mustShare(k, n float64) {
	if !(k >= 0 && k <= n && n > 0) || math.IsInf(n, 0) {
		panic("stats: want 0 <= k <= n and n > 0")
	}
}
