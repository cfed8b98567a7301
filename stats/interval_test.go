package stats

import (
	"math"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mathext"
	"gonum.org/v1/gonum/stat/distuv"

	"chesscensus/internal/testing/testkit"
)

// TestIntervalsMatchKnownValues compares the limits of Clopper and Pearson and of Wilson with those of
// scipy.stats.binomtest(k, n).proportion_ci(0.95, method).
func TestIntervalsMatchKnownValues(t *testing.T) {
	check := func(name string, lo, hi, wantLo, wantHi float64) {
		t.Helper()
		if math.Abs(lo-wantLo) > 1e-9 || math.Abs(hi-wantHi) > 1e-9 {
			t.Errorf("%s = [%.12g, %.12g], want [%.12g, %.12g]", name, lo, hi, wantLo, wantHi)
		}
	}
	for _, c := range []struct{ k, n, exactLo, exactHi, wilsonLo, wilsonHi float64 }{
		{0, 10, 0, 0.308497107819, 0, 0.277532799863},
		{1, 10, 0.00252857854446, 0.445016117028, 0.0178762130951, 0.404150026795},
		{5, 100, 0.0164318791817, 0.112834911105, 0.0215436791544, 0.111750469232},
		{29, 1000, 0.0195059373244, 0.0413847191164, 0.0202664481567, 0.0413383583367},
		{990, 1000, 0.981686756945, 0.995194489309, 0.98169053113, 0.994559245554},
		{50, 50, 0.928878263536, 1, 0.928652400867, 1},
		{516, 10000, 0.0473453238366, 0.0561181462179, 0.047433804428, 0.0561105653108},
	} {
		lo, hi := clopperPearson(c.k, c.n, 0.05)
		check("clopperPearson", lo, hi, c.exactLo, c.exactHi)
		lo, hi = wilson(c.k, c.n, Options{}.Quantile())
		check("wilson", lo, hi, c.wilsonLo, c.wilsonHi)
	}
}

// TestChernoffLimits checks the definition: the limits q for a mean p of n draws solve n*KL(p, q) = ln(2/alpha).
func TestChernoffLimits(t *testing.T) {
	for _, c := range []struct{ mean, n float64 }{{0.3, 50}, {0.001, 1e4}, {0.97, 200}, {1e-9, 1e12}} {
		lo, hi := chernoff(c.mean, c.n, 0.05)
		for _, q := range []float64{lo, hi} {
			if got := c.n * relativeEntropy(c.mean, q); math.Abs(got-math.Log(40)) > 1e-5 {
				t.Errorf("chernoff(%v): n*KL at %v = %v, want ln 40 = 3.6889", c, q, got)
			}
		}
	}
}

// TestClopperPearsonForHugeSamples compares with the limits for a Poisson law, which are gamma quantiles. The law
// of few hits in n draws differs from it by about k/n.
func TestClopperPearsonForHugeSamples(t *testing.T) {
	for _, n := range []float64{1e9, 1e12, 1e15, 9e18} {
		for _, k := range []float64{0, 1, 5, 29} {
			lo, hi := clopperPearson(k, n, 0.05)
			wantLo, wantHi := 0.0, mathext.GammaIncRegInv(k+1, 0.975)
			if k > 0 {
				wantLo = mathext.GammaIncRegInv(k, 0.025)
			}
			if math.Abs(lo*n-wantLo) > 1e-6*wantLo || math.Abs(hi*n-wantHi) > 1e-6*wantHi {
				t.Errorf("n = %g, k = %g: [%.9g, %.9g]/n, want [%.9g, %.9g]/n", n, k, lo*n, hi*n, wantLo, wantHi)
			}
		}
	}
}

// TestClopperPearsonForLargeSamples compares cases on both sides of the change of method. The limits come from
// scipy.stats.beta.ppf(0.025, k, n-k+1) and ppf(0.975, k+1, n-k). The tolerance is a share of the interval.
func TestClopperPearsonForLargeSamples(t *testing.T) {
	for _, c := range []struct{ k, n, lo, hi float64 }{
		{500, 9e+06, 5.07921822538062e-05, 6.06453199429007e-05},
		{4.5e+06, 9e+06, 0.499673283824303, 0.500326716175697},
		{8.9e+06, 9e+06, 0.988820193387913, 0.988957269608392},
		{9990, 2e+07, 0.000489754899528064, 0.000509390160364516},
		{10010, 2e+07, 0.00049074510682899, 0.000510399952285186},
		{1e+07, 2e+07, 0.499780844378121, 0.500219155621879},
		{1.9995e+07, 2e+07, 0.999742973455751, 0.999756881210015},
		{500, 1e+09, 4.57128586469943e-07, 5.45809256063608e-07},
		{100000, 1e+09, 9.93811833657097e-05, 0.000100621713458449},
		{1e+06, 1e+09, 0.000998041960676232, 0.00100196092881979},
		{1e+08, 1e+09, 0.0999814068067994, 0.100018595508732},
		{5e+08, 1e+09, 0.499969009748422, 0.500030990251578},
		{1e+06, 1e+12, 9.98040984317771e-07, 1.00196191096255e-06},
		{5e+11, 1e+12, 0.499999020017508, 0.500000979982492},
	} {
		lo, hi := clopperPearson(c.k, c.n, 0.05)
		if tol := 1e-4 * (c.hi - c.lo); math.Abs(lo-c.lo) > tol || math.Abs(hi-c.hi) > tol {
			t.Errorf("k, n = %g, %g: [%.15g, %.15g], want [%.15g, %.15g]", c.k, c.n, lo, hi, c.lo, c.hi)
		}
	}
}

// TestClopperPearsonTails checks the definition with gonum's binomial law: with a limit as the share, a tail has probability
// alpha/2.
func TestClopperPearsonTails(t *testing.T) {
	for _, c := range []struct{ k, n float64 }{{1, 10}, {3, 50}, {25, 50}, {49, 50}, {12, 4000}} {
		lo, hi := clopperPearson(c.k, c.n, 0.1)
		if p := 1 - (distuv.Binomial{N: c.n, P: lo}).CDF(c.k-1); math.Abs(p-0.05) > 1e-8 {
			t.Errorf("k, n = %v: upper tail at %v = %v, want 0.05", c, lo, p)
		}
		if p := (distuv.Binomial{N: c.n, P: hi}).CDF(c.k); math.Abs(p-0.05) > 1e-8 {
			t.Errorf("k, n = %v: lower tail at %v = %v, want 0.05", c, hi, p)
		}
	}
}

// A coverageCase is a law of samples of n draws: a draw is In with multiplicity m with probability probs[m], else Out.
type coverageCase struct {
	name  string
	n     int
	probs []float64
	// atLeast is a lower bound on the true coverage of each method: proved where the method has a guarantee, else
	// an allowance.
	atLeast map[Method]float64
}

// TestIntervalCoverageBySimulation draws 4000 samples (with -short 400, if it runs) of each case and counts how often the 95 %
// interval covers the truth. For the methods with a guarantee the true coverage is at least 0.95. For the approximate
// ones the lower bound allows for their known error (Normal is poor with few hits, which is why Auto avoids it there).
// A count is rejected if a binomial law with that coverage would give so few with probability 1e-6. With 17 counts, the
// probability of a false alarm is below 2e-5 over all seeds; with this seed the test is deterministic.
func TestIntervalCoverageBySimulation(t *testing.T) {
	testkit.Medium(t)
	smallSample := map[Method]float64{Auto: 0.95, Wilson: 0.93, ClopperPearson: 0.95, Chernoff: 0.95}
	largeSample := map[Method]float64{Auto: 0.94, Normal: 0.94, Wilson: 0.94, ClopperPearson: 0.95, Chernoff: 0.95}
	cases := []coverageCase{
		{"ranked set, 200 hits", 3600, []float64{0, 0.0539, 0.0017, 0.0004, 0.0001}, largeSample},
		{"equal, 5 hits", 100, []float64{0, 0.05}, smallSample},
		{"mostly misses, 2 hits of any multiplicity", 200, []float64{0, 0.004, 0.003, 0.003},
			map[Method]float64{Wilson: 0.90, Chernoff: 0.95}},
		{"very unequal, 60 hits", 400, []float64{0, 0.05, 0, 0, 0, 0, 0, 0, 0, 0, 0.1},
			map[Method]float64{Wilson: 0.92, Chernoff: 0.95}},
		{"mostly hits", 300, []float64{0, 0.99}, smallSample},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) { c.check(t) })
	}
}

// check counts for each method the samples whose interval covers the truth, and compares them with atLeast.
func (c *coverageCase) check(t *testing.T) {
	const falseAlarm = 1e-6
	samples := testkit.Size(400, 4000)
	truth := 0.0 // the mean of 1/multiplicity, 0 for Out
	for i, prob := range c.probs[1:] {
		truth += prob / float64(i+1)
	}
	random := rand.New(rand.NewPCG(20, 26))
	size := big.NewInt(1 << 40)
	covered := make(map[Method]int)
	for range samples {
		tally := simulate(random, c.n, c.probs)
		for method := range c.atLeast {
			e := tally.Estimate(size, Options{Method: method}).Low
			if e.Lo <= truth*(1<<40) && truth*(1<<40) <= e.Hi {
				covered[method]++
			}
		}
	}
	for method, least := range c.atLeast {
		law := distuv.Binomial{N: float64(samples), P: least}
		if got := covered[method]; law.CDF(float64(got)) < falseAlarm {
			t.Errorf("%v covers in %d of %d samples, too few for a coverage of %v", method, got, samples, least)
		} else {
			t.Logf("%v covers in %.2f %%", method, 100*float64(got)/float64(samples))
		}
	}
}

// simulate returns the tally of n draws with the given probabilities by multiplicity.
func simulate(random *rand.Rand, n int, probs []float64) *Tally {
	tally := new(Tally)
	for range n {
		uniform := random.Float64()
		for mult := 1; mult < len(probs); mult++ {
			if uniform -= probs[mult]; uniform < 0 {
				tally.Add(In, 1, uint64(mult))
				break
			}
		}
	}
	tally.AddOut(uint64(n) - tally.Draws())
	return tally
}

// TestSharesOfHardlyAnyTrial computes limits for numbers of trials so small that their squares and inverses overflow.
func TestSharesOfHardlyAnyTrial(t *testing.T) {
	for _, n := range []float64{1e-9, 1e-99, 1e-155, 1.2e-308, 5e-324} {
		for _, share := range []float64{0, 0.25, 0.673469, 1} {
			lo, hi := WilsonShare(share*n, n, Options{}.Quantile())
			if !(lo >= 0 && lo < 1e-3 && hi > 0.999 && hi <= 1) {
				t.Errorf("Wilson, %v trials, share %v: %v to %v", n, share, lo, hi)
			}
			lo, hi = ClopperPearsonShare(share*n, n, 0.05)
			if !(lo >= 0 && lo <= hi && hi <= 1) {
				t.Errorf("Clopper-Pearson, %v trials, share %v: %v to %v", n, share, lo, hi)
			}
		}
	}
}

// TestShares checks the equations that define both intervals, for 7 hits of 50.
func TestShares(t *testing.T) {
	check := func(name string, got, want float64) {
		t.Helper()
		if math.Abs(got-want) > 5e-6 {
			t.Errorf("%s: got %v, want %v", name, got, want)
		}
	}
	lo, hi := WilsonShare(7, 50, Options{}.Quantile())
	for _, limit := range []float64{lo, hi} {
		check("Wilson", math.Abs(7.0/50-limit), Options{}.Quantile()*math.Sqrt(limit*(1-limit)/50))
	}
	lo, hi = ClopperPearsonShare(7, 50, 0.05)
	check("upper tail at the lower limit", 1-binomialBelow(7, 50, lo), 0.025)
	check("lower tail at the upper limit", binomialBelow(8, 50, hi), 0.025)
	for name, f := range map[string]func(){
		"hits above trials": func() { WilsonShare(3, 2, 1) },
		"no trials":         func() { ClopperPearsonShare(0, 0, 0.05) },
		"NaN":               func() { WilsonShare(math.NaN(), 2, 1) },
		"alpha":             func() { ClopperPearsonShare(1, 2, 1) },
		"z":                 func() { WilsonShare(1, 2, math.Inf(1)) },
	} {
		if panicOf(f) == nil {
			t.Errorf("%s: no panic", name)
		}
	}
}

// binomialBelow returns the probability of fewer than k hits in n trials.
func binomialBelow(k, n int, p float64) (sum float64) {
	term := math.Pow(1-p, float64(n))
	for i := range k {
		sum += term
		term *= float64(n-i) / float64(i+1) * p / (1 - p)
	}
	return sum
}

// TestRangeLimits compares the distance of the limits from the ends, in standard errors. Without a gap between the
// ends it is the two-sided quantile, with a wide one the one-sided.
func TestRangeLimits(t *testing.T) {

	for _, c := range []struct{ gap, want float64 }{
		{0, 1.959964}, {100, 1.644854}, // quantiles of tables
		{1, 1.681477}, // solved by bisection with Python's math.erf: Phi(c+1) - Phi(-c) = 0.95
	} {
		lo, hi := Range(normalEstimate(10, 1), normalEstimate(10+c.gap, 1))
		if math.Abs(10-lo-c.want) > 2e-5 || math.Abs(hi-10-c.gap-c.want) > 2e-5 {
			t.Errorf("gap %v: %v to %v, want %v standard errors outside", c.gap, lo, hi, c.want)
		}
	}
	if lo, hi := Range(normalEstimate(3, 0), normalEstimate(5, 0)); lo != 3 || hi != 5 {
		t.Errorf("without errors of sampling %v to %v, want 3 to 5", lo, hi)
	}
	few, many := normalEstimate(1, 1), normalEstimate(9, 1)
	few.Lo, few.Hi, few.Method = 0.1, 6, ClopperPearson
	if lo, hi := Range(few, many); lo != 0.1 || hi != many.Hi {
		t.Errorf("of few hits %v to %v, want the limits of both ends", lo, hi)
	}
	cut := normalEstimate(1, 1)
	cut.Lo = 0
	if lo, _ := Range(cut, many); lo != 0 {
		t.Errorf("a limit that was cut at 0 is %v", lo)
	}
}

// normalEstimate returns an estimate with the normal interval at 95 %.
func normalEstimate(value, standardError float64) Estimate {
	lo, hi := value-1.959964*standardError, value+1.959964*standardError
	return Estimate{Value: value, StdErr: standardError, Lo: lo, Hi: hi, Confidence: 0.95, Method: Normal}
}

// TestRangeCovers draws pairs of ends and counts how often the interval contains a quantity at the ends and in the
// middle. For every gap this must be at least 95 %, less 5 binomial standard errors.
func TestRangeCovers(t *testing.T) {
	testkit.Medium(t)
	const runs = 20000
	random := rand.New(rand.NewPCG(1, 2))
	for _, gap := range []float64{0, 0.3, 1, 2, 5} {
		covered := [3]int{}
		for range runs {
			// Both ends count the same draws, so that their errors are the same.
			err := random.NormFloat64()
			low, high := Range(normalEstimate(err, 1), normalEstimate(gap+err, 1))
			for place, quantity := range []float64{0, gap / 2, gap} {
				if low <= quantity && quantity <= high {
					covered[place]++
				}
			}
		}
		for place, count := range covered {
			if least := 0.95*runs - 5*math.Sqrt(runs*0.95*0.05); float64(count) < least {
				t.Errorf("gap %v, place %d: %d of %d intervals cover", gap, place, count, runs)
			}
		}
	}
}

// TestResultString checks that a result shows both estimates, and one of them if they are the same.
func TestResultString(t *testing.T) {
	e := Estimate{Value: 4e44, Lo: 3e44, Hi: 5e44, StdErr: 1, Confidence: 0.95}
	decided := Result{Low: e, High: e, Lo: 3e44, Hi: 5e44}
	testkit.Equal(t, decided.String(), e.String())
	open := decided
	open.Draws, open.InCount, open.OpenCount = 10, 2, 1
	got, ending := open.String(), "together: 3e+44 to 5e+44; 10 draws: 2 in, 1 undecided"
	if strings.Count(got, e.String()) != 2 || !strings.HasSuffix(got, ending) {
		t.Error(got)
	}
}

// TestAnytimeCovers looks at the share of hits after every hundredth draw from 2000 to 100 000, and counts the runs
// in which an interval misses the truth at some time. The simulation shares no code with the formula. With 400 runs
// and a true share of 5 % it would fail by chance once in some thousands of seeds.
func TestAnytimeCovers(t *testing.T) {
	testkit.Medium(t)
	const p, first, last, step = 0.055, 2000, 100_000, 100
	runs := testkit.LongSize(400, 2000)
	source := rand.New(rand.NewPCG(33, 4))
	batch := distuv.Binomial{N: step, P: p, Src: source}
	usualMisses, anytimeMisses := 0, 0
	for range runs {
		hits, missed, anytimeMissed := 0.0, false, false
		for n := step; n <= last; n += step {
			hits += batch.Rand()
			if n < first {
				continue
			}
			share := hits / float64(n)
			off := math.Abs(share-p) / math.Sqrt(share*(1-share)/float64(n))
			missed = missed || off > 1.959964
			anytimeMissed = anytimeMissed || off > Anytime(float64(n)/20_000, 0.95)
		}
		if missed {
			usualMisses++
		}
		if anytimeMissed {
			anytimeMisses++
		}
	}
	t.Logf("of %d runs, the usual interval missed at some time in %d, the one for all times in %d", runs, usualMisses, anytimeMisses)
	if float64(anytimeMisses) > 0.05*float64(runs)+3.5*math.Sqrt(0.0475*float64(runs)) || anytimeMisses == 0 {
		t.Errorf("%d of %d runs missed, at most 5 %% should, and some", anytimeMisses, runs)
	}
	if float64(usualMisses) < 0.2*float64(runs) {
		t.Errorf("the usual interval missed in %d of %d runs only", usualMisses, runs)
	}
}

// TestAnytimeValues compares with a value computed by hand from the theorem, and checks arguments out of range.
func TestAnytimeValues(t *testing.T) {
	for _, c := range []struct{ progress, confidence, want float64 }{
		// c = -2 ln 0.05 + ln(1 - 2 ln 0.05) = 5.991465 + 1.944690 = 7.936155, and
		// sqrt(2*(1+1/7.936155)*(0.5*ln 8.936155 + 2.995732)) = sqrt(2.252012*4.090782) = 3.0352
		{1, 0.95, 3.0352}, {0, 0.95, math.Inf(1)}, {-1, 0.95, math.Inf(1)}, {math.NaN(), 0.95, math.Inf(1)},
	} {
		if got := Anytime(c.progress, c.confidence); math.Abs(got-c.want) > 2e-4 && got != c.want {
			t.Errorf("Anytime(%g, %g) = %g, want %g", c.progress, c.confidence, got, c.want)
		}
	}
	for _, bad := range []float64{0, 1, -1, 2, math.NaN()} {
		if got := Anytime(1, bad); !math.IsNaN(got) {
			t.Errorf("confidence %g: %g", bad, got)
		}
	}
	// In units of the usual half-width, which falls as 1/sqrt(n), the interval is narrowest near progress 1.
	for _, progress := range []float64{0.25, 0.5, 0.9, 1.1, 2, 4} {
		if Anytime(progress, 0.95) < Anytime(1, 0.95)*0.985 {
			t.Errorf("narrower at %g: %g", progress, Anytime(progress, 0.95))
		}
	}
}
