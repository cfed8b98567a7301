package design

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"chesscensus/internal/testing/testkit"
	"chesscensus/stats"
)

var sizeOne = big.NewInt(1)

// near wants a relative difference of at most the tolerance.
func near(t *testing.T, name string, got, want, tolerance float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tolerance*math.Abs(want)) {
		t.Errorf("%s: got %v, want %v", name, got, want)
	}
}

// estimate returns the estimate with default options.
func estimate(t *testing.T, d *Design, s *Sample) Result {
	t.Helper()
	return testkit.Must(d.Estimate(s, stats.Options{}))(t)
}

// TestSimpleAgreesWithTally compares the simple design with package stats, for the published two million draws and
// for a small tally with undecided draws.
func TestSimpleAgreesWithTally(t *testing.T) {
	size, _ := new(big.Int).SetString("8726713169886222032347729969256422370854716254", 10)
	published := stats.FromCounts(2000000, []uint64{0, 108547, 3418, 705, 56, 3, 23, 0, 0, 0, 2})
	var few stats.Tally
	few.AddOut(500)
	few.AddCount(stats.In, 1, 1, 20)
	few.AddCount(stats.In, 1, 2, 3)
	few.AddCount(stats.Open, 1, 3, 4)
	for _, tally := range []*stats.Tally{&published, &few} {
		d, s := Simple(size), NewSample(1)
		for c := range tally.All() {
			s.Strata[0].AddCell(Cell{Outcome: c.Outcome, Weight: c.Weight, Mult: c.Mult, Count: c.Count})
		}
		method := stats.Normal
		if tally == &few {
			method = stats.Wilson
		}
		got := testkit.Must(d.Estimate(s, stats.Options{Method: method}))(t, method)
		want := tally.Estimate(size, stats.Options{Method: method})
		for _, e := range []struct{ got, want stats.Estimate }{{got.Low, want.Low}, {got.High, want.High}} {
			near(t, "value", e.got.Value, e.want.Value, 1e-15)
			near(t, "standard error", e.got.StdErr, e.want.StdErr, 1e-15)
			near(t, "variance", e.got.Variance, e.want.Variance, 1e-15)
			// Effective draws are n-1 here, since the variance divides by that.
			near(t, "lo", e.got.Lo, e.want.Lo, 1e-3)
			near(t, "hi", e.got.Hi, e.want.Hi, 1e-3)
			if e.got.Method != method || e.got.Hits != e.want.Hits || e.got.Draws != e.want.Draws {
				t.Errorf("got %+v, want %+v", e.got, e.want)
			}
		}
		near(t, "design effect", got.DesignEffect, 1, 0.01)
		if got.OpenDraws != tally.OpenCount() {
			t.Errorf("%d undecided draws, want %d", got.OpenDraws, tally.OpenCount())
		}
	}
}

// TestEqualContributions estimates from draws that all contribute the same fraction. Then E[y^2] and E[y]^2 differ
// only by rounding, which must not count as a spread.
func TestEqualContributions(t *testing.T) {
	for _, c := range []Cell{
		{Outcome: stats.In, Weight: 33, Mult: 49, Count: 1}, {Outcome: stats.In, Weight: 33, Mult: 49, Count: 5},
		{Outcome: stats.In, Weight: 1, Mult: 3, Count: 1}, {Outcome: stats.In, Weight: 2, Mult: 7, Count: 1},
	} {
		d, s := Simple(big.NewInt(1000)), NewSample(1)
		s.Strata[0].AddCell(c)
		r := estimate(t, &d, s)
		if !(r.Lo <= r.Low.Value && r.High.Value <= r.Hi) || r.EffectiveDraws != 0 {
			t.Errorf("%+v: %v to %v around %v, %v effective draws", c, r.Lo, r.Hi, r.Low.Value, r.EffectiveDraws)
		}
	}
}

// twoStrata returns a stratified sample in three phases with all kinds of cells.
func twoStrata() (Design, *Sample) {
	d := Design{Strata: []Stratum{{"a", big.NewInt(1000)}, {"b", big.NewInt(5000)}}, Phases: 3, Known: []float64{0.5, 1}}
	s := NewSample(2)
	rng := rand.New(rand.NewPCG(1, 2))
	for h := range s.Strata {
		var draws []*element
		for range 4000 {
			e := &element{weight: 1, mult: 1 + rng.Uint64N(3), class: rng.IntN(2)}
			for _, p := range []float64{0.3, 0.6 - 0.2*float64(h), 0.95} {
				if rng.Float64() > p {
					e.verdicts = append(e.verdicts, out)
					break
				}
				e.verdicts = append(e.verdicts, open)
			}
			if len(e.verdicts) == 3 && e.verdicts[2] == open && rng.Float64() < 0.98 {
				e.verdicts[2] = in
			}
			draws = append(draws, e)
		}
		judge(&s.Strata[h], draws, [][]float64{{0.5, 0.7}, {0.4}})
	}
	return d, s
}

// TestPartsAddUp compares the sums over strata and phases of a result with its totals.
func TestPartsAddUp(t *testing.T) {
	d, s := twoStrata()
	result := estimate(t, &d, s)
	var value, variance, share, phases float64
	for _, p := range result.Strata {
		value += p.Value
		variance += p.StdErr * p.StdErr
		share += p.Share
		var sum float64
		for _, x := range p.Phases {
			sum += x
		}
		near(t, "phases of a stratum", sum, p.Share, 1e-12)
	}
	for j, p := range result.Phases {
		phases += p.Share
		if p.Decided+p.Passed != p.Judged || p.StdErr <= 0 {
			t.Errorf("phase %d: %+v", j+1, p)
		}
	}
	near(t, "value", value, result.Low.Value, 1e-12)
	near(t, "variance", variance, result.Low.StdErr*result.Low.StdErr, 1e-12)
	near(t, "shares of strata", share, 1, 1e-12)
	near(t, "shares of phases", phases, 1, 1e-12)
	near(t, "effective draws", result.EffectiveDraws*result.DesignEffect, float64(result.Low.Draws), 1e-12)
	if result.OpenDraws != result.Phases[2].Passed || result.OpenDraws == 0 || result.High.Value <= result.Low.Value ||
		result.Lo < result.Low.Lo || result.Lo > result.Low.Value || result.Hi > result.High.Hi || result.Hi < result.High.Value {
		t.Errorf("bounds: %+v", result)
	}
	if result.LargestShare <= 0 || result.LargestShare > 0.05 || result.LargestWeight < 1 {
		t.Errorf("largest weight %v, share %v", result.LargestWeight, result.LargestShare)
	}
}

// TestWarnings checks that missing draws cause warnings, widen the bounds where nothing is judged or drawn, and give the largest possible
// variance where one draw is judged.
func TestWarnings(t *testing.T) {
	d := Design{Strata: []Stratum{{"a", big.NewInt(1000)}, {"b", big.NewInt(500)}}, Phases: 2}
	s := NewSample(2)
	s.Strata[0].AddOut(50)
	s.Strata[0].AddCell(Cell{Outcome: open, Weight: 1, Mult: 1, Count: 50})
	r := estimate(t, &d, s) // nothing judged in phase 2, nothing drawn in b
	if r.Low.Value != 0 || r.High.Value != 1000 || r.Lo != 0 || r.Hi < 1090 || len(r.Low.Warnings) < 3 {
		t.Errorf("nothing judged: %+v", r)
	}
	s.Strata[0].Child(0).Add(in, 1, 1)
	s.Strata[1].AddOut(10)
	r = estimate(t, &d, s) // one of 50 judged: the variance is unknown, 1/4 at most
	if want := 1000 * math.Sqrt(0.25*(1-1.0/50)*0.25); r.Low.Value != 500 || r.Low.StdErr < want {
		t.Errorf("one judged: %+v, want a standard error of at least %v", r.Low, want)
	}
	if len(r.Low.Warnings) == 0 || r.Low.Method != stats.ClopperPearson {
		t.Errorf("one judged: %+v", r.Low)
	}
}

// TestNoHits compares the upper limit without hits with that of Clopper and Pearson for N divided by the largest weight.
func TestNoHits(t *testing.T) {
	d := Design{Strata: []Stratum{{"a", big.NewInt(1000000)}, {"b", big.NewInt(1000000)}}, Phases: 1}
	s := NewSample(2)
	s.Strata[0].AddOut(10000)
	s.Strata[1].AddOut(100)
	r := estimate(t, &d, s)
	// 200 effective draws of weight 10000: 1-0.025^(1/200) of two million.
	near(t, "upper limit", r.Hi, 2e6*(1-math.Pow(0.025, 1.0/200)), 1e-9)
	if r.Lo != 0 || r.Low.StdErr != 0 || r.Low.Method != stats.ClopperPearson {
		t.Errorf("%+v", r.Low)
	}
}

// TestBadSamples checks that Estimate returns errors for invalid designs, samples and options.
func TestBadSamples(t *testing.T) {
	two := func() (Design, *Sample) {
		d := Simple(big.NewInt(100))
		d.Phases = 2
		s := NewSample(1)
		s.Strata[0].AddCell(Cell{Outcome: open, Weight: 1, Mult: 2, Count: 3})
		return d, s
	}
	for name, spoil := range map[string]func(d *Design, s *Sample) *Sample{
		"no phases":       func(d *Design, s *Sample) *Sample { d.Phases = 0; return s },
		"too many phases": func(d *Design, s *Sample) *Sample { d.Phases = 9; return s },
		"no strata":       func(d *Design, s *Sample) *Sample { d.Strata = nil; return s },
		"size 0":          func(d *Design, s *Sample) *Sample { d.Strata[0].Size = new(big.Int); return s },
		"size missing":    func(d *Design, s *Sample) *Sample { d.Strata[0].Size = nil; return s },
		"size too large":  func(d *Design, s *Sample) *Sample { d.Strata[0].Size = new(big.Int).Lsh(big.NewInt(1), 901); return s },
		"same name":       func(d *Design, _ *Sample) *Sample { d.Strata = append(d.Strata, d.Strata[0]); return NewSample(2) },
		"coefficient":     func(d *Design, s *Sample) *Sample { d.Known = []float64{1.5}; return s },
		"coefficient NaN": func(d *Design, s *Sample) *Sample { d.Known = []float64{math.NaN()}; return s },
		"coefficients":    func(d *Design, s *Sample) *Sample { d.Known = []float64{0, 0}; return s },
		"other strata":    func(d *Design, _ *Sample) *Sample { return NewSample(2) },
		"a third phase": func(d *Design, s *Sample) *Sample {
			s.Strata[0].Child(0).Add(stats.Open, 1, 2)
			s.Strata[0].Child(0).Child(0).Add(in, 1, 2)
			return s
		},
		"more than passed":   func(d *Design, s *Sample) *Sample { s.Strata[0].Child(0).AddCell(Cell{in, 0, 1, 2, 4}); return s },
		"another class":      func(d *Design, s *Sample) *Sample { s.Strata[0].Child(1).Add(in, 1, 2); return s },
		"known other weight": func(d *Design, s *Sample) *Sample { d.Known = []float64{1}; s.Strata[0].Child(0).AddOut(1); return s },
	} {
		d, s := two()
		testkit.Must(d.Estimate(s, stats.Options{}))(t)
		testkit.Fails(d.Estimate(spoil(&d, s), stats.Options{}))(t, "", name)
	}
	d, s := two()
	for _, opt := range []stats.Options{{Confidence: 2}, {Method: stats.Chernoff}} {
		testkit.Fails(d.Estimate(s, opt))(t, "", opt)
	}
}
