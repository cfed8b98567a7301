package design

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"chesscensus/stats"
)

// TestRiskByHand: two strata with one covariate each determine a slope; without misses, without a covariate or with
// equal rates nothing is told apart; an extreme slope is bounded.
func TestRiskByHand(t *testing.T) {
	// 100 of 1e6 and 1000 of 1e6 at covariates 0 and 5: the rates differ by a factor of 10. The prior takes a little of it.
	r := fitRisk([]float64{1e6, 1e6}, []float64{100, 1000}, []float64{0, 5})
	if ratio := r.relative[1] / r.relative[0]; ratio < 9 || ratio > 10 {
		t.Errorf("relative risks %v, want a ratio just below 10", r.relative)
	}
	if sum := (r.relative[0] + r.relative[1]) / 2; math.Abs(sum-1) > 1e-6 {
		t.Errorf("relative risks %v, which do not reproduce the number of misses", r.relative)
	}
	for name, r := range map[string]risk{
		"no misses":    fitRisk([]float64{1000, 1000}, []float64{0, 0}, []float64{0, 5}),
		"no covariate": fitRisk([]float64{1000, 1000}, []float64{0, 50}, nil),
		"no slope":     fitRisk([]float64{1000, 1000}, []float64{7, 7}, []float64{0, 5}),
		"one value":    fitRisk([]float64{1000, 1000}, []float64{0, 7}, []float64{3, 3}),
		"no draws":     fitRisk([]float64{0, 0}, []float64{0, 0}, []float64{3, 4}),
	} {
		if math.Abs(r.relative[0]-1) > 1e-6 || math.Abs(r.relative[1]-1) > 1e-6 {
			t.Errorf("%s: relative risks %v, want 1 and 1", name, r.relative)
		}
	}
	r = fitRisk([]float64{1e7, 1e5, 0}, []float64{10, 1000, 0}, []float64{0, 10, 1000})
	if r.relative[2] != mostRisk || math.IsNaN(r.relative[0]) {
		t.Errorf("relative risks %v, want the last to be bounded", r.relative)
	}
}

// TestRiskFromAPilot draws pilots from strata whose risk grows with a covariate, as in the first record, and compares
// the product of variance and cost of the last phase, with its draws allocated by the fitted risks, with that of equal
// shares: less on average, and hardly ever more.
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
	equal := product(same(strata).relative)
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
		shares := fitRisk(n, misses, covariate).relative
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

// TestModelByTellsStrataApart: a stratum that loses nothing gets less of the last phase than one that loses much, in
// proportion to the roots of the fitted risks, and without covariates they are alike.
func TestModelByTellsStrataApart(t *testing.T) {
	pilot := NewSample(3)
	covariate := []float64{0, 3, 6}
	for h, lost := range []uint64{0, 2, 16} {
		first := &pilot.Strata[h]
		first.AddOut(200_000)
		first.AddCell(Cell{stats.Open, 0, 1, 1, 100_000})
		second := first.Child(0)
		second.AddCell(Cell{stats.Out, 0, 1, 1, 20_000})
		second.AddCell(Cell{stats.Open, 0, 1, 1, 80_000})
		third := second.Child(0)
		third.AddCell(Cell{stats.In, 0, 1, 1, 4000 - lost})
		third.AddCell(Cell{stats.Open, 0, 1, 1, lost / 2})
		third.AddCell(Cell{stats.Out, 0, 1, 1, lost - lost/2})
	}
	d := Design{Phases: 3, Known: []float64{0.7, 1}}
	for _, name := range []string{"a", "b", "c"} {
		d.Strata = append(d.Strata, Stratum{name, big.NewInt(1e9)})
	}
	last := func(covariate []float64) (v [3]float64) {
		models, err := d.ModelBy(pilot, []float64{1, 10, 1000}, Knowledge{Covariate: covariate})
		if err != nil {
			t.Fatal(err)
		}
		for h := range models {
			v[h] = models[h].Next[0].Next[0].Variance
		}
		return v
	}
	// The own draws of a stratum weigh a fourth of all: (0 + 18.25)/16001 and so on.
	if v := last(nil); v[0] < v[2]/3 || v[0] > v[2] {
		t.Errorf("without covariates the variances are %v, want nearly alike", v)
	}
	r := fitRisk([]float64{4000, 4000, 4000}, []float64{0, 2, 16}, covariate)
	v := last(covariate)
	for h := range v {
		want := (r.relative[h]*18.25 + []float64{0, 2, 16}[h]) / 16001
		if math.Abs(v[h]/want-1) > 0.02 {
			t.Errorf("stratum %d: variance %.3g, want %.3g", h, v[h], want)
		}
	}
	if v[2] < 10*v[0] {
		t.Errorf("variances %v, want the last ten times the first", v)
	}
	for _, bad := range [][]float64{{1}, {1, 2, math.NaN()}, {1, 2, math.Inf(1)}} {
		if _, err := d.ModelBy(pilot, []float64{1, 1, 1}, Knowledge{Covariate: bad}); err == nil {
			t.Errorf("covariates %v: no error", bad)
		}
	}
}

// TestPhasesWithManyRefutationsAreNotPooled: a third phase that refutes a fifth in one stratum and nothing in the other, as
// kernels behind a phase for last moves do, is modeled by stratum.
func TestPhasesWithManyRefutationsAreNotPooled(t *testing.T) {
	pilot := NewSample(2)
	for h, out := range []uint64{0, 20_000} {
		first := &pilot.Strata[h]
		first.AddCell(Cell{stats.Open, 0, 1, 1, 100_000})
		second := first.Child(0)
		second.AddCell(Cell{stats.Open, 0, 1, 1, 100_000})
		third := second.Child(0)
		third.AddCell(Cell{stats.Out, 0, 1, 1, out})
		third.AddCell(Cell{stats.Open, 0, 1, 1, 100_000 - out})
		third.Child(0).AddCell(Cell{stats.In, 0, 1, 1, 1000})
	}
	d := Design{Phases: 4, Known: []float64{1, 0.9, 1}, Strata: []Stratum{{"none", big.NewInt(1e9)}, {"many", big.NewInt(1e9)}}}
	models, err := d.Model(pilot, []float64{1, 1, 1, 100})
	if err != nil {
		t.Fatal(err)
	}
	if a, b := models[0].Next[0].Next[0].Variance, models[1].Next[0].Next[0].Variance; b < 100*a {
		t.Errorf("variances %.3g and %.3g of the third phase, want the first to be nothing", a, b)
	}
}
