package compare

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// TestHolm: the first line is an example of the manual of R, p.adjust(c(0.01, 0.04, 0.03, 0.005), "holm").
func TestHolm(t *testing.T) {
	for _, c := range []struct{ p, want []float64 }{
		{[]float64{0.01, 0.04, 0.03, 0.005}, []float64{0.03, 0.06, 0.06, 0.02}},
		{[]float64{0.5, 0.9}, []float64{1, 1}},
		{[]float64{0.2}, []float64{0.2}},
		{nil, nil},
	} {
		p := slices.Clone(c.p)
		got := Holm(p)
		for i := range c.want {
			if math.Abs(got[i]-c.want[i]) > 1e-12 {
				t.Errorf("Holm(%v) = %v, want %v", c.p, got, c.want)
				break
			}
		}
		if len(got) != len(c.want) || !slices.Equal(p, c.p) {
			t.Errorf("Holm(%v) = %v, and the argument is %v", c.p, got, p)
		}
	}
	defer func() {
		if recover() == nil {
			t.Error("a p-value of 2 is taken")
		}
	}()
	Holm([]float64{2})
}

// TestHolmKeepsTheLevel rejects at 0.05 among ten true hypotheses in at most 0.05 of 4000 cases, independent or all the
// same (a binomial bound with a false alarm in a million); without the adjustment it would be 0.4.
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
