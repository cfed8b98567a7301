package compare

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// TestHolm compares adjusted p-values. The first ones are p.adjust(c(0.01, 0.04, 0.03, 0.005), "holm") in R.
func TestHolm(t *testing.T) {
	for _, test := range []struct{ p, want []float64 }{
		{[]float64{0.01, 0.04, 0.03, 0.005}, []float64{0.03, 0.06, 0.06, 0.02}},
		{[]float64{0.5, 0.9}, []float64{1, 1}},
		{[]float64{0.2}, []float64{0.2}},
		{nil, nil},
	} {
		p := slices.Clone(test.p)
		got := Holm(p)
		for i := range test.want {
			if math.Abs(got[i]-test.want[i]) > 1e-12 {
				t.Errorf("Holm(%v) = %v, want %v", test.p, got, test.want)
				break
			}
		}
		if len(got) != len(test.want) || !slices.Equal(p, test.p) {
			t.Errorf("Holm(%v) = %v, and the argument is %v", test.p, got, p)
		}
	}
	defer func() {
		if recover() == nil {
			t.Error("a p-value of 2: no panic")
		}
	}()
	Holm([]float64{2})
}

// TestHolmKeepsTheLevel tests ten true hypotheses at the level 0.05, independent or all the same. One may be rejected in at
// most 0.05 of 4000 cases, plus a margin with a false alarm in a million; without the adjustment it would be 0.4.
func TestHolmKeepsTheLevel(t *testing.T) {
	rng := rand.New(rand.NewPCG(1979, 6))
	const runs = 4000
	for _, same := range []bool{false, true} {
		rejected := 0
		for range runs {
			p := make([]float64, 10)
			for i := range p {
				if p[i] = rng.Float64(); same {
					p[i] = p[0]
				}
			}
			if slices.Min(Holm(p)) < 0.05 {
				rejected++
			}
		}
		if most := 0.05*runs + 4.9*math.Sqrt(0.05*0.95*runs); float64(rejected) > most || !same && rejected < 100 {
			t.Errorf("same %v: %d of %d rejected, want at most %.0f", same, rejected, runs, most)
		}
	}
}
