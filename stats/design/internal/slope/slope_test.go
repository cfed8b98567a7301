package slope

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// TestRiskByHand compares ratios of risks for two strata, which determine a slope. Without lost draws, without a
// covariate or with equal rates all ratios must be 1. An extreme ratio must be bounded.
func TestRiskByHand(t *testing.T) {
	// 100 of 1e6 and 1000 of 1e6 at covariates 0 and 5: the rates differ by a factor of 10. The prior takes a little of it.
	r := Fit([]float64{1e6, 1e6}, []float64{100, 1000}, []float64{0, 5})
	if ratio := r[1] / r[0]; ratio < 9 || ratio > 10 {
		t.Errorf("relative risks %v, want a ratio just below 10", r)
	}
	if sum := (r[0] + r[1]) / 2; math.Abs(sum-1) > 1e-6 {
		t.Errorf("relative risks %v, which do not reproduce the number of misses", r)
	}
	for name, r := range map[string][]float64{
		"no misses":    Fit([]float64{1000, 1000}, []float64{0, 0}, []float64{0, 5}),
		"no covariate": Fit([]float64{1000, 1000}, []float64{0, 50}, nil),
		"no slope":     Fit([]float64{1000, 1000}, []float64{7, 7}, []float64{0, 5}),
		"one value":    Fit([]float64{1000, 1000}, []float64{0, 7}, []float64{3, 3}),
		"no draws":     Fit([]float64{0, 0}, []float64{0, 0}, []float64{3, 4}),
	} {
		if math.Abs(r[0]-1) > 1e-6 || math.Abs(r[1]-1) > 1e-6 {
			t.Errorf("%s: relative risks %v, want 1 and 1", name, r)
		}
	}
	r = Fit([]float64{1e7, 1e5, 0}, []float64{10, 1000, 0}, []float64{0, 10, 1000})
	if r[2] != maxRatio || math.IsNaN(r[0]) {
		t.Errorf("relative risks %v, want the last to be bounded", r)
	}
}

// TestRiskFromAPilot draws pilots from strata whose risk grows with a covariate, as in the first record. It
// compares the product of variance and cost of the last phase, with draws allocated by the fitted risks, with that
// of equal shares. The product must be smaller on average, and hardly ever larger.
func TestRiskFromAPilot(t *testing.T) {
	const strata = 40
	rng := rand.New(rand.NewPCG(6, 6))
	truth, covariate := make([]float64, strata), make([]float64, strata)
	for h := range truth {
		covariate[h] = float64(h) / 4
		truth[h] = 2e-5 * math.Exp(0.54*covariate[h])
	}
	product := func(shares []float64) float64 {
		cost, variance := 0.0, 0.0
		for h, s := range shares {
			cost, variance = cost+s, variance+truth[h]/s
		}
		return cost * variance
	}
	equal := product(slices.Repeat([]float64{1}, strata))
	const runs = 200
	sum, worse := 0.0, 0
	for range runs {
		n, misses := make([]float64, strata), make([]float64, strata)
		for h := range n {
			n[h] = 250
			for range 250 {
				if rng.Float64() < truth[h] {
					misses[h]++
				}
			}
		}
		shares := Fit(n, misses, covariate)
		for h := range shares {
			shares[h] = math.Sqrt(shares[h])
		}
		ratio := product(shares) / equal
		sum += ratio
		if ratio > 1.05 {
			worse++
		}
	}
	if mean := sum / runs; mean > 0.85 || worse > runs/20 {
		t.Errorf("variance times cost is %.3f of that of equal shares on average, worse in %d of %d pilots", mean, worse, runs)
	} else {
		t.Logf("variance times cost is %.3f of that of equal shares on average, worse in %d of %d pilots", mean, worse, runs)
	}
}
