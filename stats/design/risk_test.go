package design

import (
	"math"
	"math/big"
	"testing"

	"chesscensus/internal/testing/testkit"
	"chesscensus/stats"
	"chesscensus/stats/design/internal/slope"
)

// TestModelTellsStrataApart compares variances of the last phase. With covariates a stratum that loses no draw must
// have a smaller one than a stratum that loses many, by the fitted risks; without covariates they must be similar.
func TestModelTellsStrataApart(t *testing.T) {
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
		models := testkit.Must(d.Model(pilot, []float64{1, 10, 1000}, Knowledge{Covariate: covariate}))(t)
		for h := range models {
			v[h] = models[h].Next[0].Next[0].Variance
		}
		return v
	}
	// The own draws of a stratum weigh a fourth of all: (0 + 18.25)/16001 and so on.
	if v := last(nil); v[0] < v[2]/3 || v[0] > v[2] {
		t.Errorf("without covariates the variances are %v, want nearly alike", v)
	}
	r := slope.Fit([]float64{4000, 4000, 4000}, []float64{0, 2, 16}, covariate)
	v := last(covariate)
	for h := range v {
		want := (r[h]*18.25 + []float64{0, 2, 16}[h]) / 16001
		if math.Abs(v[h]/want-1) > 0.02 {
			t.Errorf("stratum %d: variance %.3g, want %.3g", h, v[h], want)
		}
	}
	if v[2] < 10*v[0] {
		t.Errorf("variances %v, want the last ten times the first", v)
	}
	for _, bad := range [][]float64{{1}, {1, 2, math.NaN()}, {1, 2, math.Inf(1)}} {
		testkit.Fails(d.Model(pilot, []float64{1, 1, 1}, Knowledge{Covariate: bad}))(t, "", bad)
	}
}

// TestPhasesWithManyRefutationsAreNotPooled models a third phase that refutes a fifth of the draws in one stratum
// and none in the other. It must be modeled by stratum.
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
	models := testkit.Must(d.Model(pilot, []float64{1, 1, 1, 100}, Knowledge{}))(t)
	if a, b := models[0].Next[0].Next[0].Variance, models[1].Next[0].Next[0].Variance; b < 100*a {
		t.Errorf("variances %.3g and %.3g of the third phase, want the first to be nothing", a, b)
	}
}
