package stats

import "math"

// Anytime returns the half-width, in standard errors, of an interval that covers at all times together with the given confidence.
// Even if a run is stopped because of its interval, the interval misses with probability 1 - confidence at most. A usual interval,
// of 1.96 standard errors at 95 %, covers only at one time that does not depend on the values: between 2000 and 100 000 draws it
// misses the truth at some time in two runs of five.
//
// Progress is the number of draws divided by the number for which the interval is narrowest, which must be fixed before the run. It
// equals the square of the half-width at that number divided by the current one. With a = 1 - confidence, c = -2 ln a + ln(1 - 2 ln
// a), and x = c*progress the result is
//
//	sqrt( 2 (1 + 1/x) ln( sqrt(1+x) / a ) )
//
// which at 95 % is 3.04 for progress 1, 3.08 for half of the draws, 3.13 for four times as many, and 3.31 for 16 times.
//
// Source: I. Waudby-Smith, D. Arbour, R. Sinha, E. Kennedy, A. Ramdas, "Time-uniform central limit theory and asymptotic confidence
// sequences", Annals of Statistics 52 (2024), Theorem 2.2. Like the usual interval it is based on the central limit theorem, so the
// first interval should have some hundred hits. The result is +Inf if progress is not positive, and NaN if confidence is not between
// 0 and 1.
func Anytime(progress, confidence float64) float64 {
	a := 1 - confidence
	if !(a > 0 && a < 1) {
		return math.NaN()
	}
	if !(progress > 0) {
		return math.Inf(1)
	}
	x := progress * (-2*math.Log(a) + math.Log(1-2*math.Log(a)))
	return math.Sqrt(2 * (1 + 1/x) * (0.5*math.Log1p(x) - math.Log(a)))
}
