package design

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"chesscensus/internal/testing/testkit"
	"chesscensus/stats"
)

var testCosts = []float64{1e-6, 5e-5, 1e-3}

// TestPilotPredictsSurvey makes models from a pilot, an allocation from the models, and surveys by the allocation.
// Their spread and cost must be nearly as predicted.
func TestPilotPredictsSurvey(t *testing.T) {
	testkit.Medium(t)
	for _, known := range [][]float64{nil, {0.6, 1}} {
		population, random := rarePopulation([]int{20000, 20000, 20000}, [][]float64{{1}, {1}}, known), rand.New(rand.NewPCG(31, 32))
		d := population.design()
		models := testkit.Must(d.Model(population.sample(random), testCosts, Knowledge{}))(t)
		allocation := testkit.Must(d.Allocate(models, AllocateOptions{Budget: 0.12, Shards: 2}))(t)
		n := testkit.Size(100, 300)
		var mean, square, cost float64
		for range n {
			s := allocation.sample(population, random)
			result := testkit.Must(d.Estimate(s, stats.Options{}))(t)
			mean += result.Low.Value / float64(n)
			square += result.Low.Value * result.Low.Value / float64(n)
			for j, phase := range result.Phases {
				cost += float64(phase.Judged) * testCosts[j] / float64(n)
			}
		}
		spread := math.Sqrt((square - mean*mean) * float64(n) / float64(n-1))
		t.Logf("known %v: spread/predicted %.3f, cost/predicted %.3f", known, spread/allocation.StdErr, cost/allocation.Cost)
		if q := spread / allocation.StdErr; math.Abs(q-1) > 0.15 { // 4 % chance, the rest the pilot
			t.Errorf("known %v: spread %v, predicted %v", known, spread, allocation.StdErr)
		}
		if q := cost / allocation.Cost; math.Abs(q-1) > 0.05 {
			t.Errorf("known %v: cost %v, predicted %v", known, cost, allocation.Cost)
		}
	}
}

// sample makes one survey by an allocation, in two shards.
func (a *Allocation) sample(p *population, random *rand.Rand) *Sample {
	total := NewSample(len(p.strata))
	for range 2 {
		for h := range p.strata {
			draws := make([]*element, a.Strata[h].Draws/2)
			for i := range draws {
				draws[i] = p.strata[h].draw(random)
			}
			next := a.Strata[h].Next[0]
			var shard Node
			judge(&shard, draws, [][]float64{{next.Share}, {next.Next[0].Share}})
			total.Strata[h].merge(&shard)
		}
	}
	return total
}

// TestModelOfAnExhaustivePilot compares models from a large pilot with the variances of the population.
func TestModelOfAnExhaustivePilot(t *testing.T) {
	d := Simple(big.NewInt(10))
	d.Phases = 2
	s := NewSample(1)
	s.Strata[0].AddOut(700000)
	s.Strata[0].AddCell(Cell{open, 0, 1, 1, 300000})
	s.Strata[0].Child(0).AddCell(Cell{in, 0, 1, 1, 180000})
	s.Strata[0].Child(0).AddCell(Cell{out, 0, 1, 1, 120000})
	for known, want := range map[float64][2]float64{
		// Variance of the mean among survivors, 0.6, by survival; and within.
		0: {0.36 * 0.3 * 0.7, 0.24},
		// With all multiplicities 1 the coefficient changes nothing.
		0.5: {0.36 * 0.3 * 0.7, 0.24},
	} {
		d.Known = []float64{known}
		models := testkit.Must(d.Model(s, []float64{1, 2}, Knowledge{}))(t)
		m := models[0]
		near(t, "reach", m.Next[0].Reach, 0.3, 1e-4)
		near(t, "variance of phase 1", m.Variance, want[0], 1e-4)
		near(t, "variance of phase 2", m.Next[0].Variance, want[1], 1e-4)
		if m.Cost != 1 || m.Next[0].Cost != 2 || m.Reach != 1 {
			t.Errorf("%+v", m)
		}
	}
}

// TestPilotWithoutEventsIsNotTrusted checks that a stratum and a phase without events in the pilot have a positive
// variance.
func TestPilotWithoutEventsIsNotTrusted(t *testing.T) {
	d := Design{Strata: []Stratum{{"a", big.NewInt(10)}, {"b", big.NewInt(10)}}, Phases: 2}
	s := NewSample(2)
	s.Strata[0].AddOut(5000)
	s.Strata[1].AddOut(4000)
	s.Strata[1].AddCell(Cell{open, 0, 1, 1, 1000})
	s.Strata[1].Child(0).AddCell(Cell{in, 0, 1, 1, 1000})
	models := testkit.Must(d.Model(s, []float64{1, 1}, Knowledge{}))(t)
	if !(models[0].Variance > 1e-4 && models[0].Next[0].Reach > 1e-4 && models[1].Next[0].Variance > 1e-6) {
		t.Errorf("%+v", models)
	}
	for _, costs := range [][]float64{nil, {1}, {1, 0}, {1, math.NaN()}, {1, math.Inf(1)}} {
		testkit.Fails(d.Model(s, costs, Knowledge{}))(t, "", costs)
	}
	testkit.Fails(d.Model(NewSample(2), []float64{1, 1}, Knowledge{}))(t, "", "a pilot without draws")
}

// TestSetCosts sets costs by stratum and phase, and wants errors for invalid costs.
func TestSetCosts(t *testing.T) {
	fresh := func() []Model {
		return []Model{{Cost: 1, Next: []Model{{Cost: 2}, {Cost: 3}}}, {Cost: 4}}
	}
	m := fresh()
	testkit.OK(t, SetCosts(m, [][]float64{{0, 7}, {9}}))
	if m[0].Cost != 1 || m[0].Next[0].Cost != 7 || m[0].Next[1].Cost != 7 || m[1].Cost != 9 {
		t.Errorf("%+v", m)
	}
	for _, bad := range [][][]float64{{{1}}, {{1, 2, 3}, {1}}, {{1}, {1, 1}}, {{-1}, {}}, {{5}, {math.NaN()}}, {{5}, {math.Inf(1)}}} {
		m := fresh()
		testkit.FailsWith(t, SetCosts(m, bad), "", bad)
		if m[0].Cost != 1 || m[1].Cost != 4 {
			t.Errorf("%v: changed to %+v", bad, m)
		}
	}
}

// TestModelScalesWithContributions makes models of two strata that differ only in the contributions of draws, which
// are a quarter in the second. So all its variances must be one sixteenth, also that of the rare third phase, which
// depends on the pool.
func TestModelScalesWithContributions(t *testing.T) {
	pilot := NewSample(2)
	for h, mult := range []uint64{1, 4} {
		first := &pilot.Strata[h]
		first.AddOut(200_000)
		first.AddCell(Cell{open, 0, 1, mult, 100_000})
		second := first.Child(0)
		second.AddCell(Cell{out, 0, 1, mult, 20_000})
		second.AddCell(Cell{open, 0, 1, mult, 80_000})
		third := second.Child(0)
		third.AddCell(Cell{in, 0, 1, mult, 300})
		third.AddCell(Cell{open, 0, 1, mult, 1})
	}
	strata := []Stratum{{Name: "one", Size: big.NewInt(1e9)}, {Name: "quarter", Size: big.NewInt(1e9)}}
	d := Design{Strata: strata, Phases: 3, Known: []float64{0.68, 1}}
	models := testkit.Must(d.Model(pilot, []float64{1, 1, 1}, Knowledge{}))(t)
	for a, b, phase := &models[0], &models[1], 1; ; a, b, phase = &a.Next[0], &b.Next[0], phase+1 {
		if a.Variance <= 0 || math.Abs(16*b.Variance/a.Variance-1) > 0.01 {
			t.Errorf("phase %d: variance %.4g of draws that count a quarter, want a sixteenth of %.4g", phase, b.Variance, a.Variance)
		}
		if len(a.Next) == 0 {
			return
		}
	}
}
