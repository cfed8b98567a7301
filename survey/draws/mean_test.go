package draws

import (
	"math"
	"testing"
)

// TestExtremes has weights whose squares overflow, and values that are all the same.
func TestExtremes(t *testing.T) {
	if f := Effective([]float64{1e200, 1e200, 3e200}); math.Abs(f-25./11) > 1e-12 || Effective([]float64{0, 0}) != 0 || Effective(nil) != 0 {
		t.Errorf("%g effective draws of huge weights, want 25/11; %g of none", f, Effective(nil))
	}
	huge, err := Weighted([]float64{1, 2, 4}, []float64{1e308, 1e308, 1e308})
	if err != nil || math.Abs(huge.Value-7./3) > 1e-12 || math.IsNaN(huge.StdErr) {
		t.Errorf("huge weights: %+v, %v", huge, err)
	}
	if same, err := Weighted([]float64{3, 3, 3}, nil); err != nil || same.StdErr != 0 || len(same.Warnings) != 1 {
		t.Errorf("equal values: %+v, %v, want a warning", same, err)
	}
}

func TestEffectiveOfBadWeights(t *testing.T) {
	for _, w := range []float64{-1, math.NaN(), math.Inf(1), math.Inf(-1)} {
		if f := Effective([]float64{1, w, 2}); !math.IsNaN(f) {
			t.Errorf("%g effective draws with a weight %g, want NaN", f, w)
		}
	}
}
