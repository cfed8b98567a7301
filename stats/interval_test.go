package stats

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"chesscensus/internal/testing/testkit"

	"gonum.org/v1/gonum/mathext"
	"gonum.org/v1/gonum/stat/distuv"
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
