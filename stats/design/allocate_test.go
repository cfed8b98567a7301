package design

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"chesscensus/internal/testing/testkit"
)

// TestNeyman compares an allocation of one phase and equal costs with the formula of Neyman (1934): draws are
// proportional to N_h S_h.
func TestNeyman(t *testing.T) {
	d := Design{Strata: []Stratum{{"a", big.NewInt(1000)}, {"b", big.NewInt(4000)}, {"c", big.NewInt(5000)}}, Phases: 1}
	models := []Model{{Reach: 1, Variance: 0.25, Cost: 1}, {Reach: 1, Variance: 0.09, Cost: 1}, {Reach: 1, Variance: 0.01, Cost: 1}}
	a := testkit.Must(d.Allocate(models, AllocateOptions{Budget: 220000, MinDraws: 1}))(t)
	// N S = 500, 1200, 500.
	for h, want := range []uint64{50000, 120000, 50000} {
		if a.Strata[h].Draws != want {
			t.Errorf("stratum %d: %d draws, want %d", h, a.Strata[h].Draws, want)
		}
	}
	near(t, "standard error", a.StdErr, 2200/math.Sqrt(220000), 1e-9)
	near(t, "cost", a.Cost, 220000, 1e-9)
}

// TestSquareRootRule compares an allocation of three nested phases with the closed form: the standard error is the
// sum of sqrt(v c) over sqrt(budget).
func TestSquareRootRule(t *testing.T) {
	d := Simple(big.NewInt(1000000))
	d.Phases = 3
	models := []Model{{Reach: 1, Variance: 0.031, Cost: 2e-6, Next: []Model{
		{Reach: 0.095, Variance: 0.24, Cost: 1e-4, Next: []Model{
			{Reach: 0.057, Variance: 0.001, Cost: 12e-3}}}}}}
	a := testkit.Must(d.Allocate(models, AllocateOptions{Budget: 36000}))(t)
	want := 1e6 * (math.Sqrt(0.031*2e-6) + 0.095*math.Sqrt(0.24*1e-4) + 0.057*math.Sqrt(0.001*12e-3)) / math.Sqrt(36000)
	near(t, "standard error", a.StdErr, want, 1e-6)
	near(t, "cost", a.Cost, 36000, 1e-6)
}

// randomModel returns a model of nested phases with classes.
func randomModel(rng *rand.Rand, phases int, reach float64) Model {
	m := Model{Reach: reach, Variance: rng.ExpFloat64(), Cost: rng.ExpFloat64() + 0.01}
	if phases > 1 {
		left := reach
		for range 1 + rng.IntN(2) {
			r := left * rng.Float64()
			left -= r
			m.Next = append(m.Next, randomModel(rng, phases-1, r))
		}
	}
	return m
}

// nudge returns a randomly changed allocation: all fractions and numbers of draws are multiplied by random factors.
func nudge(rng *rand.Rand, a Allocation, size float64) Allocation {
	var copyOf func(list []Fraction) []Fraction
	copyOf = func(list []Fraction) (c []Fraction) {
		for _, f := range list {
			share := min(1, f.Share*math.Exp(size*rng.NormFloat64()))
			c = append(c, Fraction{share, copyOf(f.Next)})
		}
		return c
	}
	var b Allocation
	for _, s := range a.Strata {
		draws := float64(s.Draws) * math.Exp(size*rng.NormFloat64())
		b.Strata = append(b.Strata, StratumPlan{uint64(draws), copyOf(s.Next)})
	}
	return b
}

// TestAllocationIsOptimal changes allocations at random. None may have a smaller product of standard error and root
// of the cost.
func TestAllocationIsOptimal(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for range 60 {
		d := Design{Phases: 3}
		var models []Model
		for h := range 3 {
			d.Strata = append(d.Strata, Stratum{string(rune('a' + h)), big.NewInt(rng.Int64N(1e6) + 1e5)})
			models = append(models, randomModel(rng, 3, 1))
		}
		a := testkit.Must(d.Allocate(models, AllocateOptions{Budget: 1e12, MinDraws: 1}))(t)
		near(t, "cost", a.Cost, 1e12, 1e-6)
		for i := range 200 {
			b := testkit.Must(d.Predict(models, nudge(rng, a, []float64{0.01, 0.1, 1}[i%3]), 1))(t)
			// Variance falls as 1/cost.
			if product := b.StdErr * math.Sqrt(b.Cost); product < a.StdErr*math.Sqrt(a.Cost)*(1-1e-7) {
				t.Fatalf("%+v with models %+v is beaten by %+v", a, models, b)
			}
		}
	}
}

// TestMinDraws checks the lower limit of draws, and the errors of budgets and models.
func TestMinDraws(t *testing.T) {
	d := Design{Strata: []Stratum{{"thin", big.NewInt(10)}, {"thick", big.NewInt(1000000)}}, Phases: 2}
	m := Model{Reach: 1, Variance: 0.1, Cost: 1, Next: []Model{{Reach: 0.5, Variance: 0.2, Cost: 5}}}
	a := testkit.Must(d.Allocate([]Model{m, m}, AllocateOptions{Budget: 1e5, MinDraws: 500}))(t)
	if a.Strata[0].Draws != 500 || a.Strata[0].Next[0].Share > 0.01 {
		t.Errorf("thin stratum: %+v", a.Strata[0])
	}
	near(t, "cost", a.Cost, 1e5, 1e-3)
	testkit.Fails(d.Allocate([]Model{m, m}, AllocateOptions{Budget: 900, MinDraws: 500}))(t, ErrBudget, "a budget below the least cost")
	testkit.Fails(d.Allocate([]Model{m}, AllocateOptions{Budget: 900}))(t, "", "a model missing")
	testkit.Fails(d.Allocate([]Model{m, {}}, AllocateOptions{Budget: 900}))(t, "", "a model without cost")
	testkit.Fails(d.Allocate([]Model{m, m}, AllocateOptions{}))(t, "", "no budget")
}

// TestCostOfShardsIsInBudget allocates for many shards. The expected cost must be the budget, with the least numbers of
// draws of shards included.
func TestCostOfShardsIsInBudget(t *testing.T) {
	d := Simple(big.NewInt(1e9))
	d.Phases = 2
	models := []Model{{Reach: 1, Variance: 0.03, Cost: 1e-6, Next: []Model{{Reach: 0.1, Variance: 0.001, Cost: 1e-2}}}}
	var before Allocation
	for _, shards := range []uint64{1, 100, 1000} {
		a := testkit.Must(d.Allocate(models, AllocateOptions{Budget: 100, Shards: shards}))(t, shards)
		near(t, "cost", a.Cost, 100, 2e-3)
		if shards > 1 && (a.StdErr <= before.StdErr || a.Strata[0].Draws >= before.Strata[0].Draws) {
			t.Errorf("%d shards: %+v, fewer: %+v", shards, a, before)
		}
		before = a
	}
	// Two judgements in each of 10000 shards cost twice the budget: few draws are left.
	a, err := d.Allocate(models, AllocateOptions{Budget: 100, Shards: 10000})
	if err != nil || a.Cost > 101 || a.StdErr < 5*before.StdErr {
		t.Errorf("%+v, %v", a, err)
	}
}
