package compare

import (
	"errors"
	"math"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"

	"chesscensus/internal/testing/testkit"
	"chesscensus/stats"
)

// estimateOf returns an estimate with the given value, standard error and draws.
func estimateOf(value, standardError float64, draws uint64) stats.Estimate {
	return stats.Estimate{Value: value, StdErr: standardError, Draws: draws}
}

// compareTwo compares two estimates at level 0.05.
func compareTwo(t *testing.T, a, b stats.Estimate) *Agreement {
	t.Helper()
	return testkit.Must(Estimates([]Sample{{"a", a, 0}, {"b", b, 0}}, Options{Level: 0.05}))(t)
}

// near wants a relative difference below 1e-9.
func near(t *testing.T, what string, got, want float64) {
	t.Helper()
	if math.Abs(got-want) > 1e-9*math.Max(1, math.Abs(want)) {
		t.Errorf("%s: %v, want %v", what, got, want)
	}
}

// TestEstimatesByHand compares all numbers of an agreement with values computed by hand.
func TestEstimatesByHand(t *testing.T) {
	agreement := testkit.Must(Estimates([]Sample{
		{"a", estimateOf(10e44, 1e44, 100), 1},
		{"b", estimateOf(13e44, 1e44, 400), 1},
		{"c", estimateOf(16e44, 2e44, 25), 16},
	}, Options{}))(t)
	// Weights 1, 1, 1/4: pooled (10+13+4)/2.25 = 12; chi-squared 4 + 1 + 4.
	near(t, "pooled", agreement.Pooled/1e44, 12)
	near(t, "standard error", agreement.PooledStdErr/1e44, 1/1.5)
	near(t, "chi-squared", agreement.X2, 9)
	near(t, "P", agreement.P, math.Exp(-4.5)) // two degrees of freedom
	if agreement.DF != 2 || len(agreement.Pairs) != 3 || !agreement.Agree || agreement.Level != 0.01 {
		t.Errorf("%+v", agreement)
	}
	for i, want := range []Pair{
		{A: 0, B: 1, Difference: -3e44, StdErr: math.Sqrt2 * 1e44, Z: -3 / math.Sqrt2},
		{A: 0, B: 2, Difference: -6e44, StdErr: math.Sqrt(5) * 1e44, Z: -6 / math.Sqrt(5)},
		{A: 1, B: 2, Difference: -3e44, StdErr: math.Sqrt(5) * 1e44, Z: -3 / math.Sqrt(5)},
	} {
		pair := agreement.Pairs[i]
		near(t, "difference", pair.Difference/1e44, want.Difference/1e44)
		near(t, "its standard error", pair.StdErr/1e44, want.StdErr/1e44)
		near(t, "z", pair.Z, want.Z)
		near(t, "p", pair.P, math.Erfc(math.Abs(want.Z)/math.Sqrt2))
		if pair.A != want.A || pair.B != want.B || pair.Rejected != (pair.Adjusted < 0.01) {
			t.Errorf("%+v, want %+v", pair, want)
		}
	}
	// The least p, of the second pair, counts three times; then the first, twice; then the third.
	near(t, "adjusted", agreement.Pairs[1].Adjusted, 3*agreement.Pairs[1].P)
	near(t, "adjusted", agreement.Pairs[0].Adjusted, 2*agreement.Pairs[0].P)
	near(t, "adjusted", agreement.Pairs[2].Adjusted, agreement.Pairs[2].P)
	// The quantiles are 2.935199 for 0.01/6, 0.841621 for 0.2, 1.644854 for 0.05.
	near(t, "detectable", math.Round(1e5*agreement.Pairs[0].Detectable), math.Round(1e5*(2.935199+0.841621)*math.Sqrt2/12))
	near(t, "within", math.Round(1e5*agreement.Pairs[0].Within), math.Round(1e5*(3+1.644854*math.Sqrt2)/12))
	// Relative errors 0.1, 1/13, 1/8; draws 100, 400, 25; seconds 1, 1, 16.
	near(t, "per draw", agreement.Efficiency[0].PerDraw, 1)
	near(t, "per second", agreement.Efficiency[2].PerSecond, 16./64)
	near(t, "efficiency of the first", agreement.Efficiency[0].RatioPerDraw, 1)
	near(t, "efficiency per draw", agreement.Efficiency[2].RatioPerDraw, 1/(25./64))
	near(t, "efficiency per second", agreement.Efficiency[1].RatioPerSecond, 0.01*169)
	if r, err := Estimates(agreement.Samples, Options{Level: 0.02}); err != nil || r.Agree {
		t.Errorf("P = %v does not reject at level 0.02", r.P)
	}
}

// TestPowerIsKept draws pairs that differ by the detectable difference: four in five must be rejected, and at most one in twenty
// may have a smaller Within.
func TestPowerIsKept(t *testing.T) {
	random := rand.New(rand.NewPCG(9, 21))
	const pairs = 4000
	pair := func(difference float64) Pair {
		a, b := estimateOf(100+difference+random.NormFloat64(), 1, 9), estimateOf(100+2*random.NormFloat64(), 2, 9)
		return compareTwo(t, a, b).Pairs[0]
	}
	detectable := (1.959964 + 0.841621) * math.Sqrt(5)
	rejected, falselyWithin := 0, 0
	for range pairs {
		if pair(detectable).Rejected {
			rejected++
		}
		if pair(detectable).Within*100 < detectable {
			falselyWithin++
		}
	}
	// Standard deviations of the counts are 25 and 14: six of them.
	if rejected < pairs*8/10-152 || rejected > pairs*8/10+152 {
		t.Errorf("%d of %d differences were seen, want four in five", rejected, pairs)
	}
	if falselyWithin > pairs/20+100 {
		t.Errorf("%d of %d pairs are said to be closer than they are, want one in twenty at most", falselyWithin, pairs)
	}
}

// TestPlansAreKept draws pairs with the planned numbers of draws: four in five must detect the difference, and four in five equal
// pairs must have a smaller Within.
func TestPlansAreKept(t *testing.T) {
	random := rand.New(rand.NewPCG(9, 22))
	const pairs, difference = 4000, 3.0 // of 100
	pair := func(a, b, shrink float64) *Pair {
		return &compareTwo(t, estimateOf(a, shrink, 9), estimateOf(b, 2*shrink, 9)).Pairs[0]
	}
	plan := pair(100, 100, 1)
	near(t, "times", math.Round(1e4*plan.Times(0.03)), math.Round(1e4*5*math.Pow((1.959964+0.841621)/3, 2)))
	near(t, "times within", math.Round(1e4*plan.TimesWithin(0.03)), math.Round(1e4*5*math.Pow((1.644854+1.281552)/3, 2)))
	observed := pair(100+difference, 100, 1) // weights 0.8 and 0.2
	near(t, "apart", observed.Apart(), observed.Times(difference/(100+0.8*difference)))
	rejected, within := 0, 0
	for range pairs {
		shrink := 1 / math.Sqrt(plan.Times(difference/100))
		if pair(100+difference+shrink*random.NormFloat64(), 100+2*shrink*random.NormFloat64(), shrink).Rejected {
			rejected++
		}
		shrink = 1 / math.Sqrt(plan.TimesWithin(difference/100))
		if pair(100+shrink*random.NormFloat64(), 100+2*shrink*random.NormFloat64(), shrink).Within*100 < difference {
			within++
		}
	}
	// Standard deviations of the counts are 25: six of them.
	if math.Abs(float64(rejected)-0.8*pairs) > 152 || math.Abs(float64(within)-0.8*pairs) > 152 {
		t.Errorf("of %d pairs %d differences are seen, and %d equal ones said to be so; want four in five", pairs, rejected, within)
	}
	if none := (&Pair{}); none.Times(0.1) != 0 || none.TimesWithin(0.1) != 0 || none.Apart() != 0 || plan.Times(0) != 0 {
		t.Error("a pair of unknown values, or a share of 0, has a factor that is not 0")
	}
}

// TestTwoSamplesAreZ compares chi-squared of two samples with z squared.
func TestTwoSamplesAreZ(t *testing.T) {
	random := rand.New(rand.NewPCG(9, 1))
	for range 100 {
		a := estimateOf(random.NormFloat64(), random.Float64(), 10)
		b := estimateOf(random.NormFloat64(), random.Float64(), 10)
		agreement := compareTwo(t, a, b)
		near(t, "chi-squared", agreement.X2, agreement.Pairs[0].Z*agreement.Pairs[0].Z)
		near(t, "P", agreement.P, agreement.Pairs[0].P)
	}
}

// simulate returns the estimate from n draws of a space in which all objects have the given
// multiplicity and the given share of the members is In.
func simulate(source rand.Source, n uint64, size int64, share float64, mult int) stats.Estimate {
	hits := distuv.Binomial{N: float64(n), P: share, Src: source}.Rand()
	counts := make([]uint64, mult+1)
	counts[mult] = uint64(hits)
	tally := stats.FromCounts(n, counts)
	return tally.Estimate(big.NewInt(size), stats.Options{}).Low
}

// TestLevelAndPowerOfEstimates repeats experiments with three spaces of different sizes and multiplicities. Where they
// agree, rejections have the probability of the level; where one judge is wrong by a quarter they nearly always occur.
func TestLevelAndPowerOfEstimates(t *testing.T) {
	testkit.Medium(t)
	const repetitions, level = 4000, 0.05
	source := rand.NewPCG(9, 2)
	for _, shift := range []float64{1, 1.25} {
		all, pairs := 0, 0
		for range repetitions {
			// 60 000 objects in each: 10 %, 20 % of half as many members, 30 % with 3 each.
			agreement := testkit.Must(Estimates([]Sample{
				{"a", simulate(source, 6000, 600_000, 0.1, 1), 0},
				{"b", simulate(source, 3000, 300_000, 0.2, 1), 0},
				{"c", simulate(source, 2000, 600_000, 0.3*shift, 3), 0},
			}, Options{Level: level}))(t)
			if !agreement.Agree {
				all++
			}
			if agreement.Pairs[0].Rejected || agreement.Pairs[1].Rejected || agreement.Pairs[2].Rejected {
				pairs++
			}
		}
		t.Logf("shift %v: of %d, chi-squared rejects %d, a pair %d", shift, repetitions, all, pairs)
		if shift == 1 {
			checkRate(t, "chi-squared", all, repetitions, level)
			if limit := level + 5*math.Sqrt(level*(1-level)/repetitions); float64(pairs)/repetitions > limit || pairs == 0 {
				t.Errorf("%d of %d comparisons reject a pair", pairs, repetitions)
			}
		} else if all < repetitions*95/100 || pairs < repetitions*95/100 {
			t.Errorf("%d and %d of %d comparisons see a shift of a quarter", all, pairs, repetitions)
		}
	}
}

// checkRate wants a rate of rejections within five standard deviations of the level, and a tenth of the
// level more, since the laws hold in the limit only.
func checkRate(t *testing.T, what string, rejected, repetitions int, level float64) {
	t.Helper()
	if off := math.Abs(float64(rejected)/float64(repetitions) - level); off > 5*math.Sqrt(level*(1-level)/float64(repetitions))+level/10 {
		t.Errorf("%s rejects in %d of %d cases, the level is %v", what, rejected, repetitions, level)
	}
}

// TestWeakSamples compares samples without hits: they are left out of chi-squared, with a warning, and nothing is efficient relative to
// them.
func TestWeakSamples(t *testing.T) {
	none := stats.FromCounts(1000, nil)
	estimate := none.Estimate(big.NewInt(1e6), stats.Options{}).Low
	samples := []Sample{{"none", estimate, 1}, {"b", estimateOf(5, 1, 10), 0}, {"c", estimateOf(5.5, 1, 10), 0}}
	agreement := testkit.Must(Estimates(samples, Options{}))(t)
	last := len(agreement.Warnings) - 1
	if agreement.DF != 1 || !agreement.Agree || last < 1 ||
		!strings.Contains(agreement.Warnings[last].Error(), `"none" has no standard error`) {
		t.Errorf("%+v", agreement)
	}
	if f := agreement.Efficiency[1]; f.RatioPerDraw != 0 || f.RatioPerSecond != 0 || f.PerSecond != 0 {
		t.Errorf("efficiency relative to nothing: %+v", f)
	}
	agreement, err := Estimates([]Sample{{"none", estimate, 1}, {"none too", estimate, 1}}, Options{})
	if err != nil || agreement.DF != 0 || agreement.P != 1 || !agreement.Agree || agreement.Pairs[0].P != 1 {
		t.Errorf("two samples without hits: %+v, %v", agreement, err)
	}
}

// TestErrors compares the errors for invalid samples and options, and checks that the warnings of samples are passed on.
func TestErrors(t *testing.T) {
	two := []Sample{{"a", estimateOf(1, 1, 10), 0}, {"b", estimateOf(2, 1, 10), 0}}
	for _, test := range []struct {
		samples []Sample
		opt     Options
		want    string
	}{
		{two[:1], Options{}, "1 samples"},
		{nil, Options{}, "0 samples"},
		{[]Sample{two[0], {"b", estimateOf(math.NaN(), 1, 1), 0}}, Options{}, `sample "b"`},
		{[]Sample{two[0], {"b", estimateOf(1, math.Inf(1), 1), 0}}, Options{}, `sample "b"`},
		{[]Sample{two[0], {"b", estimateOf(1, 1, 1), -1}}, Options{}, "-1 s"},
		{two, Options{Level: 1}, "level 1"},
		{two, Options{Level: math.NaN()}, "level NaN"},
	} {
		testkit.Fails(Estimates(test.samples, test.opt))(t, test.want)
	}
	warned := two[0]
	warned.Estimate.Warnings = []error{errors.New("few hits")}
	agreement, err := Estimates([]Sample{warned, two[1]}, Options{})
	if err != nil || len(agreement.Warnings) != 1 || !strings.Contains(agreement.Warnings[0].Error(), `"a": few hits`) {
		t.Errorf("agreement %+v, %v, want the warning of sample a", agreement, err)
	}
}
