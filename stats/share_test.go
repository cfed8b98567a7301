package stats

import (
	"math"
	"testing"
)

// TestSharesOfHardlyAnyTrial computes limits for numbers of trials so small that their squares and inverses overflow.
func TestSharesOfHardlyAnyTrial(t *testing.T) {
	for _, n := range []float64{1e-9, 1e-99, 1e-155, 1.2e-308, 5e-324} {
		for _, share := range []float64{0, 0.25, 0.673469, 1} {
			lo, hi := WilsonShare(share*n, n, Options{}.Quantile())
			if !(lo >= 0 && lo < 1e-3 && hi > 0.999 && hi <= 1) {
				t.Errorf("Wilson, %v trials, share %v: %v to %v", n, share, lo, hi)
			}
			lo, hi = ClopperPearsonShare(share*n, n, 0.05)
			if !(lo >= 0 && lo <= hi && hi <= 1) {
				t.Errorf("Clopper-Pearson, %v trials, share %v: %v to %v", n, share, lo, hi)
			}
		}
	}
}

// TestShares checks the equations that define both intervals, for 7 hits of 50.
func TestShares(t *testing.T) {
	check := func(name string, got, want float64) {
		t.Helper()
		if math.Abs(got-want) > 5e-6 {
			t.Errorf("%s: got %v, want %v", name, got, want)
		}
	}
	lo, hi := WilsonShare(7, 50, Options{}.Quantile())
	for _, limit := range []float64{lo, hi} {
		check("Wilson", math.Abs(7.0/50-limit), Options{}.Quantile()*math.Sqrt(limit*(1-limit)/50))
	}
	lo, hi = ClopperPearsonShare(7, 50, 0.05)
	check("upper tail at the lower limit", 1-binomialBelow(7, 50, lo), 0.025)
	check("lower tail at the upper limit", binomialBelow(8, 50, hi), 0.025)
	for name, f := range map[string]func(){
		"hits above trials": func() { WilsonShare(3, 2, 1) },
		"no trials":         func() { ClopperPearsonShare(0, 0, 0.05) },
		"NaN":               func() { WilsonShare(math.NaN(), 2, 1) },
		"alpha":             func() { ClopperPearsonShare(1, 2, 1) },
		"z":                 func() { WilsonShare(1, 2, math.Inf(1)) },
	} {
		if panicOf(f) == nil {
			t.Errorf("%s: no panic", name)
		}
	}
}

// binomialBelow returns the probability of fewer than k hits in n trials.
func binomialBelow(k, n int, p float64) (sum float64) {
	term := math.Pow(1-p, float64(n))
	for i := range k {
		sum += term
		term *= float64(n-i) / float64(i+1) * p / (1 - p)
	}
	return sum
}
