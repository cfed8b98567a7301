package design

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"chesscensus/internal/testing/testkit"
	"chesscensus/stats"
)

// TestMeanOfAnIndicatorIsTheShare compares the mean of the numbers 0 and 1 with the share of the ones, and the
// standard errors.
func TestMeanOfAnIndicatorIsTheShare(t *testing.T) {
	d, s := twoStrata()
	d.Known = nil
	parts := split(s, 2, rand.New(rand.NewPCG(1, 2)))
	got := testkit.Must(d.Mean(s, map[int]*Sample{0: parts[0], 1: parts[1]}, stats.Options{}))(t)
	want := testkit.Must(d.Share(s, parts[1], stats.Options{}))(t)
	near(t, "mean", got.Value, want.Value, 1e-12)
	near(t, "standard error", got.StdErr, want.StdErr, 1e-9)
	near(t, "half-width", got.HalfWidth(), (stats.Options{}).Quantile()*want.StdErr, 1e-9)
}

// TestMeanIsLinear checks that numbers a v + b have the mean a m + b with |a| times the standard error, and that a
// constant has the standard error 0.
func TestMeanIsLinear(t *testing.T) {
	d, s := twoStrata()
	list := split(s, 3, rand.New(rand.NewPCG(3, 4)))
	mean := func(numbers ...int) stats.Estimate {
		parts := map[int]*Sample{}
		for i, v := range numbers {
			if parts[v] == nil {
				parts[v] = NewSample(len(s.Strata))
			}
			testkit.OK(t, parts[v].Merge(list[i]))
		}
		return testkit.Must(d.Mean(s, parts, stats.Options{}))(t)
	}
	one, other, constant := mean(2, 5, 9), mean(-3, -9, -17), mean(7, 7, 7)
	near(t, "mean", other.Value, 1-2*one.Value, 1e-12)
	near(t, "standard error", other.StdErr, 2*one.StdErr, 1e-9)
	if constant.Value != 7 || constant.StdErr > 1e-12 {
		t.Errorf("a constant has the mean %v +- %v", constant.Value, constant.StdErr)
	}
}

// TestMeanCovers samples a stratified population in three phases, 800 times; the number depends on the stratum. The
// intervals must cover the true mean in 92 to 98 of 100 cases (a false alarm has probability 1/2000), and the
// standard errors must be those of the estimates.
func TestMeanCovers(t *testing.T) {
	testkit.Medium(t)
	const runs, draws = 800, 400
	rng := rand.New(rand.NewPCG(15, 16))
	d := Design{Strata: []Stratum{{"a", big.NewInt(1000)}, {"b", big.NewInt(3000)}}, Phases: 3, Known: []float64{0.5, 0.9}}
	// An element of stratum h passes two phases, is In, and has the number v by chance.
	in := [2][3]float64{{0.6, 0.9, 0.95}, {0.4, 0.7, 0.9}}
	law := [2][]int{{1, 1, 2, 8}, {3, 4, 20, 0}}
	truth, objects := 0.0, 0.0
	for h, size := range []float64{1000, 3000} {
		n := size * in[h][0] * in[h][1] * in[h][2]
		objects += n
		for _, v := range law[h] {
			truth += n * float64(v) / 4
		}
	}
	truth /= objects
	covered, sum, squares, errors := 0, 0.0, 0.0, 0.0
	for range runs {
		s, parts := NewSample(2), map[int]*Sample{}
		for h := range 2 {
			take := [2]SystematicSample{NewSystematicSample(0.5), NewSystematicSample(0.4)}
			for range draws {
				node := &s.Strata[h]
				for j := 0; ; j++ {
					switch {
					case rng.Float64() > in[h][j]:
						node.Add(stats.Out, 1, 1)
					case j < 2:
						node.Add(stats.Open, 1, 1)
						if take[j].Next() {
							node = node.Child(0)
							continue
						}
					default:
						node.Add(stats.In, 1, 1)
						v := law[h][rng.IntN(4)]
						if parts[v] == nil {
							parts[v] = NewSample(2)
						}
						parts[v].Strata[h].Child(0).Child(0).Add(stats.In, 1, 1)
					}
					break
				}
			}
		}
		e := testkit.Must(d.Mean(s, parts, stats.Options{}))(t)
		if e.Lo <= truth && truth <= e.Hi {
			covered++
		}
		x := e.Value - truth
		sum, squares, errors = sum+x, squares+x*x, errors+e.StdErr*e.StdErr
	}
	if share := float64(covered) / runs; share < 0.92 || share > 0.98 {
		t.Errorf("%v of the intervals cover %v", share, truth)
	}
	spread := math.Sqrt(squares / runs)
	if ratio := math.Sqrt(errors/runs) / spread; ratio < 0.9 || ratio > 1.1 || math.Abs(sum/runs) > 4*spread/math.Sqrt(runs) {
		t.Errorf("errors are %v of those seen, mean error %v of a spread of %v", ratio, sum/runs, spread)
	}
}

// TestMeanOfBadParts checks the errors for parts that do not fit the sample, and the warning for a sample without objects.
func TestMeanOfBadParts(t *testing.T) {
	d, s := twoStrata()
	list := split(s, 2, rand.New(rand.NewPCG(5, 6)))
	testkit.Fails(d.Mean(s, map[int]*Sample{1: list[0]}, stats.Options{}))(t, "that are In", "without a part")
	testkit.Fails(d.Mean(s, map[int]*Sample{1: s, 2: list[0]}, stats.Options{}))(t, "", "draws that are in two parts")
	testkit.Fails(d.Mean(s, map[int]*Sample{1: NewSample(9)}, stats.Options{}))(t, "", "a part of another number of strata")
	empty := NewSample(2)
	for h := range empty.Strata {
		empty.Strata[h].AddOut(3)
	}
	if e, err := d.Mean(empty, nil, stats.Options{}); err != nil || len(e.Warnings) == 0 || e.Value != 0 {
		t.Errorf("without objects: %+v, %v", e, err)
	}
}

// TestEffectiveDraws compares effective draws. In a simple sample every draw is one effective draw, for totals, shares
// and means. In a stratified sample their number is the quotient of the variances, here by the textbook's formulas for
// N_h = 1000 and 3000, n_h = 40 and 60, with 10 and 45 hits. The weighted share is p = 0.25/4 + 3 0.75/4 = 0.625.
func TestEffectiveDraws(t *testing.T) {
	simple := Simple(big.NewInt(1_000_000))
	s, part := NewSample(1), NewSample(1)
	s.Strata[0].AddCell(Cell{Outcome: stats.In, Weight: 1, Mult: 1, Count: 30_000})
	s.Strata[0].AddCell(Cell{Outcome: stats.In, Weight: 1, Mult: 3, Count: 30_000})
	s.Strata[0].AddOut(40_000)
	part.Strata[0].AddCell(Cell{Outcome: stats.In, Weight: 1, Mult: 1, Count: 7_000})
	part.Strata[0].AddCell(Cell{Outcome: stats.In, Weight: 1, Mult: 3, Count: 11_000})
	rest := NewSample(1)
	rest.Strata[0].AddCell(Cell{Outcome: stats.In, Weight: 1, Mult: 1, Count: 23_000})
	rest.Strata[0].AddCell(Cell{Outcome: stats.In, Weight: 1, Mult: 3, Count: 19_000})
	total := estimate(t, &simple, s)
	share := testkit.Must(simple.Share(s, part, stats.Options{}))(t)
	mean := testkit.Must(simple.Mean(s, map[int]*Sample{1: part, 5: rest}, stats.Options{}))(t)
	for name, e := range map[string]stats.Estimate{"total": total.Low, "share": share, "mean": mean} {
		near(t, "design effect of the "+name, e.DesignEffect(), 1, 2e-5) // n/(n-1)
	}

	d := Design{Strata: []Stratum{{"a", big.NewInt(1000)}, {"b", big.NewInt(3000)}}, Phases: 1}
	s = NewSample(2)
	for h, n := range [][2]uint64{{10, 40}, {45, 60}} {
		s.Strata[h].AddCell(Cell{Outcome: stats.In, Weight: 1, Mult: 1, Count: n[0]})
		s.Strata[h].AddOut(n[1] - n[0])
	}
	p := 0.625
	variance := 0.0625*0.25*0.75/39 + 0.5625*0.75*0.25/59 // of the mean, W_h^2 p_h (1-p_h)/(n_h - 1)
	e := estimate(t, &d, s).Low
	near(t, "effective draws", e.Effective, p*(1-p)/variance, 1e-12)
	near(t, "design effect", e.DesignEffect(), 100*variance/(p*(1-p)), 1e-12)
}
