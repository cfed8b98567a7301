package stats

import (
	"encoding/json"
	"math"
	"math/big"
	"reflect"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"chesscensus/internal/testing/testkit"
)

// TestEstimateUnbiasedOnEnumeratedSpace lists every sample of four draws from a space of eight members and proves
// in big.Rat that the mean of the estimate is the number of objects and that the mean of the sample variance is the
// variance of one draw.
//
// The space: object A is drawn as 3 members, B as 2, C as 1, and D as 2. B is not In. So L = 3. One variant gives
// weights 2 to A's and 5 to C's member: then A's three members stand for two objects and C for five, L = 2 + 5 + 1.
func TestEstimateUnbiasedOnEnumeratedSpace(t *testing.T) {
	testkit.Medium(t)
	plain := []draw{{In, 1, 3}, {In, 1, 3}, {In, 1, 3}, {Out, 1, 2}, {Out, 1, 2}, {In, 1, 1}, {In, 1, 2}, {In, 1, 2}}
	weighted := append([]draw(nil), plain...)
	for i := range 3 {
		weighted[i].weight = 2
	}
	weighted[5].weight = 5
	for _, tc := range []struct {
		name  string
		space []draw
		want  int64
	}{{"plain", plain, 3}, {"weighted", weighted, 8}} {
		mean, variance, samples := enumerate(tc.space, 4)
		if samples != 4096 || mean.Cmp(new(big.Rat).SetInt64(tc.want)) != 0 {
			t.Errorf("%s: mean of %d estimates = %v, want exactly %d", tc.name, samples, mean, tc.want)
		}
		if want := popVariance(tc.space); variance.Cmp(want) != 0 {
			t.Errorf("%s: mean of V = %v, want exactly %v", tc.name, variance, want)
		}
	}
}

// enumerate averages N*R/n and V over all samples of n draws from the space.
// Each exact value must be what Estimate rounds.
func enumerate(space []draw, n int) (mean, variance *big.Rat, samples int64) {
	mean, variance = new(big.Rat), new(big.Rat)
	size := big.NewInt(int64(len(space)))
	total := 1
	for range n {
		total *= len(space)
	}
	for code := range total {
		var tally Tally
		for c, i := code, 0; i < n; i++ {
			d := space[c%len(space)]
			tally.Add(d.o, d.weight, d.mult)
			c /= len(space)
		}
		est, v := exactEstimate(&tally, size)
		e := tally.Estimate(size, Options{}).Low
		if !near(e.Value, est) || !near(e.Variance, v) {
			panic("Estimate differs from the exact value")
		}
		mean.Add(mean, est)
		variance.Add(variance, v)
	}
	count := big.NewRat(1, int64(total))
	return mean.Mul(mean, count), variance.Mul(variance, count), int64(total)
}

// exactEstimate is the formula of docs/REFERENCE.md, section 4, in rationals, the oracle.
func exactEstimate(t *Tally, size *big.Int) (value, variance *big.Rat) {
	n := new(big.Rat).SetInt(new(big.Int).SetUint64(t.Draws()))
	mu := new(big.Rat).Quo(t.Sum(In), n)
	v := new(big.Rat)
	misses := new(big.Rat).SetInt(new(big.Int).SetUint64(t.Draws() - t.InCount()))
	v.Add(v, misses.Mul(misses, new(big.Rat).Mul(mu, mu)))
	for c := range t.All() {
		if c.Outcome == In {
			d := new(big.Rat).SetFrac(new(big.Int).SetUint64(c.Weight), new(big.Int).SetUint64(c.Mult))
			d.Sub(d, mu)
			d.Mul(d, d)
			v.Add(v, d.Mul(d, new(big.Rat).SetInt(new(big.Int).SetUint64(c.Count))))
		}
	}
	v.Quo(v, new(big.Rat).Sub(n, big.NewRat(1, 1)))
	return mu.Mul(mu, new(big.Rat).SetInt(size)), v
}

// popVariance is the variance of the contribution of one draw.
func popVariance(space []draw) *big.Rat {
	mean, square := new(big.Rat), new(big.Rat)
	for _, d := range space {
		if d.o == In {
			y := big.NewRat(int64(d.weight), int64(d.mult))
			mean.Add(mean, y)
			square.Add(square, y.Mul(y, y))
		}
	}
	k := big.NewRat(1, int64(len(space)))
	mean.Mul(mean, k)
	return square.Mul(square, k).Sub(square, mean.Mul(mean, mean))
}

// near reports whether got is want rounded to float64, or one neighbour of it.
func near(got float64, want *big.Rat) bool {
	w, _ := want.Float64()
	return got == w || got == math.Nextafter(w, got)
}

// TestEstimateRoundsExactValueOnce compares with rationals on any tally.
func TestEstimateRoundsExactValueOnce(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		tally := tallyOf(rapid.SliceOfN(drawGen(), 2, 40).Draw(rt, "draws"))
		e := tally.Estimate(rankedSize, Options{}).Low
		value, variance := exactEstimate(tally, rankedSize)
		if !near(e.Value, value) || !near(e.Variance, variance) {
			rt.Fatalf("value, variance = %g, %g; want %s, %s", e.Value, e.Variance, value.FloatString(3), variance.FloatString(20))
		}
	})
}

// TestEstimateNeverNaN holds every promise of Estimate that can be checked
// without knowing the truth, on any tally and all methods.
func TestEstimateNeverNaN(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		tally := tallyOf(rapid.SliceOfN(drawGen(), 0, 40).Draw(rt, "draws"))
		opt := Options{
			Method:     Method(rapid.IntRange(0, 4).Draw(rt, "method")),
			Confidence: rapid.SampledFrom([]float64{0, 1e-9, 0.5, 0.95, 1 - 1e-12, math.Nextafter(1, 0)}).Draw(rt, "confidence"),
			MaxWeight:  rapid.SampledFrom([]uint64{0, 1, 8, math.MaxUint64}).Draw(rt, "max weight"),
		}
		r := tally.Estimate(rankedSize, opt)
		for _, e := range []Estimate{r.Low, r.High} {
			for _, x := range []float64{e.Value, e.StdErr, e.Lo, e.Hi, e.Mean, e.Variance, e.HalfWidth(), e.Relative(), e.MeanContribution()} {
				if math.IsNaN(x) || math.IsInf(x, 0) {
					rt.Fatalf("not a finite number: %+v", e)
				}
			}
			if e.Lo > e.Value || e.Value > e.Hi || e.StdErr < 0 || e.Method == Auto {
				rt.Fatalf("Lo <= Value <= Hi or StdErr >= 0 does not hold: %+v", e)
			}
			if e.Method != Normal && e.Lo < 0 {
				rt.Fatalf("negative limit: %+v", e)
			}
		}
		if r.Low.Value > r.High.Value || r.Lo > r.Low.Value || r.Hi < r.High.Value || r.Lo < min(r.Low.Lo, r.High.Lo) || r.Hi > max(r.Low.Hi, r.High.Hi) {
			rt.Fatalf("low above high: %+v", r)
		}
		if r.Decided() != reflect.DeepEqual(r.Low, r.High) && r.Decided() {
			rt.Fatalf("decided, but low is not high: %+v", r)
		}
		data, err := json.Marshal(r)
		if err != nil {
			rt.Fatalf("result cannot be stored: %v", err)
		}
		var again Result
		if err := json.Unmarshal(data, &again); err != nil {
			rt.Fatalf("%s: %v", data, err)
		}
		if data2, _ := json.Marshal(again); string(data2) != string(data) {
			rt.Fatalf("round trip\n%s\n%s", data, data2)
		}
	})
}

// TestFewDrawsAreUninformative covers n = 0 and 1.
func TestFewDrawsAreUninformative(t *testing.T) {
	size := big.NewInt(1000)
	for _, tc := range []struct {
		name      string
		draws     []draw
		opt       Options
		value, hi float64
	}{
		{"no draw", nil, Options{}, 0, 1000},
		{"one miss", []draw{{Out, 1, 1}}, Options{Method: Normal}, 0, 1000},
		{"one hit", []draw{{In, 1, 4}}, Options{}, 250, 1000},
		{"one heavy hit", []draw{{In, 3, 2}}, Options{}, 1500, 3000},
		{"weights up to 8", []draw{{In, 1, 1}}, Options{MaxWeight: 8}, 1000, 8000},
	} {
		e := tallyOf(tc.draws).Estimate(size, tc.opt).Low
		if e.Value != tc.value || e.Lo != 0 || e.Hi != tc.hi || len(e.Warnings) == 0 || e.StdErr != tc.hi/2 {
			t.Errorf("%s: %+v, want value %v in [0, %v] with a warning", tc.name, e, tc.value, tc.hi)
		}
	}
}

// TestZeroHits has closed forms: 1-(alpha/2)^(1/n) for the exact method, and
// the same for Chernoff, as n*KL(0,q) = -n*ln(1-q).
func TestZeroHits(t *testing.T) {
	var tally Tally
	tally.AddOut(1000)
	size := big.NewInt(1e6)
	want := 1e6 * (1 - math.Pow(0.025, 1e-3))
	for _, m := range []Method{Auto, ClopperPearson, Chernoff} {
		e := tally.Estimate(size, Options{Method: m}).Low
		if e.Value != 0 || e.Lo != 0 || e.StdErr != 0 || math.Abs(e.Hi-want) > 1e-6 {
			t.Errorf("%v: %+v, want 0 in [0, %v]", m, e, want)
		}
		if len(e.Warnings) == 0 {
			t.Errorf("%v: no warning", m)
		}
	}
}

// TestAutoChoosesByHits states the documented rule at its borders.
func TestAutoChoosesByHits(t *testing.T) {
	for _, tc := range []struct {
		name   string
		n      uint64
		counts []uint64
		want   Method
		warns  bool
	}{
		{"30 hits", 1000, []uint64{0, 30}, Normal, false},
		{"29 hits", 1000, []uint64{0, 29}, ClopperPearson, true},
		{"29 hits of multiplicity 2", 1000, []uint64{0, 0, 29}, ClopperPearson, true},
		{"unequal hits", 1000, []uint64{0, 20, 5}, Chernoff, true},
		{"30 unequal hits are fewer", 1000, []uint64{0, 29, 1}, Chernoff, true},
		{"29 misses", 1000, []uint64{0, 971}, ClopperPearson, true},
		{"30 misses", 1000, []uint64{0, 970}, Normal, false},
		{"none", 1000, nil, ClopperPearson, true},
		{"all", 1000, []uint64{0, 1000}, ClopperPearson, true},
	} {
		tally := FromCounts(tc.n, tc.counts)
		e := tally.Estimate(rankedSize, Options{}).Low
		if e.Method != tc.want || len(e.Warnings) > 0 != tc.warns {
			t.Errorf("%s: %v with warnings %v, want %v", tc.name, e.Method, e.Warnings, tc.want)
		}
	}
}

// TestOpenDrawsWidenBounds: open draws give two estimates, those of the tallies
// in which all of them are Out and In.
func TestOpenDrawsWidenBounds(t *testing.T) {
	tally := FromCounts(10000, counts10k)
	low, high := tally.Clone(), tally.Clone()
	tally.AddCount(Open, 1, 2, 100)
	low.AddOut(100)
	high.AddCount(In, 1, 2, 100)
	r := tally.Estimate(rankedSize, Options{})
	if want := low.Estimate(rankedSize, Options{}).Low; !reflect.DeepEqual(r.Low, want) {
		t.Errorf("low = %v, want %v", r.Low, want)
	}
	if want := high.Estimate(rankedSize, Options{}).Low; !reflect.DeepEqual(r.High, want) {
		t.Errorf("high = %v, want %v", r.High, want)
	}
	if r.Decided() || r.OpenShare != 100.0/10100 {
		t.Errorf("decided %v, share %v", r.Decided(), r.OpenShare)
	}
	// The defining equation of the range, by the error function: Phi(c + gap) - Phi(-c) = 0.95, the same c at both ends.
	c := (r.Low.Value - r.Lo) / r.Low.StdErr
	gap := (r.High.Value - r.Low.Value) / r.High.StdErr // the larger error
	if level := (math.Erf((c+gap)/math.Sqrt2) + math.Erf(c/math.Sqrt2)) / 2; math.Abs(level-0.95) > 1e-9 || math.Abs(r.Hi/(r.High.Value+c*r.High.StdErr)-1) > 1e-12 {
		t.Errorf("the range %v to %v has the level %v", r.Lo, r.Hi, level)
	}
}

func TestWeightAboveMaximumWarns(t *testing.T) {
	var tally Tally
	tally.AddCount(In, 4, 1, 5)
	tally.AddOut(95)
	warned := func(opt Options) bool {
		for _, w := range tally.Estimate(rankedSize, opt).Low.Warnings {
			if strings.Contains(w.Error(), "weight 4") {
				return true
			}
		}
		return false
	}
	if !warned(Options{}) || warned(Options{MaxWeight: 4}) {
		t.Error("want a warning exactly if the weight exceeds MaxWeight")
	}
}

func TestZTestWithoutError(t *testing.T) {
	a, b := Estimate{Value: 5}, Estimate{Value: 6}
	if z, p := ZTest(a, a); z != 0 || p != 1 {
		t.Errorf("equal: %v, %v", z, p)
	}
	if z, p := ZTest(a, b); !math.IsInf(z, -1) || p != 0 {
		t.Errorf("different: %v, %v", z, p)
	}
	b.StdErr = 0.5 // z = -2; R: 2*pnorm(-2)
	if z, p := ZTest(a, b); z != -2 || math.Abs(p-0.0455002638963584) > 1e-15 {
		t.Errorf("z = %v, p = %v; want -2, 0.0455", z, p)
	}
}

func TestEstimateAsText(t *testing.T) {
	few, many := FromCounts(1000, []uint64{0, 3}), FromCounts(2000000, counts2M)
	for _, c := range []struct {
		e    Estimate
		want string
	}{
		{many.Estimate(rankedSize, Options{Z: ReferenceZ}).Low, "4.82193e+44 +- 2.75e+42 at 95% confidence"},
		{few.Estimate(big.NewInt(1000), Options{}).Low, "3 in [0.6191, 8.74202] at 95% confidence"}, // scipy binomtest(3, 1000), exact
	} {
		if got := c.e.String(); got != c.want {
			t.Errorf("got %q, want %q", got, c.want)
		}
	}
}

func TestOptionsOutOfRangeAreInvalid(t *testing.T) {
	for _, opt := range []Options{
		{Confidence: -0.1}, {Confidence: 1}, {Confidence: math.NaN()}, {Method: 5},
		{Z: -1}, {Z: math.NaN()}, {Z: math.Inf(1)}, {Z: 101},
	} {
		if opt.Validate() == nil {
			t.Errorf("%+v is valid", opt)
		}
	}
	for _, opt := range []Options{{}, {Confidence: 0.5}, {Method: Chernoff, Z: ReferenceZ, MaxWeight: 7}} {
		if err := opt.Validate(); err != nil {
			t.Errorf("%+v: %v", opt, err)
		}
	}
}

// TestHigherConfidenceWidensInterval for every method, around the same value.
func TestHigherConfidenceWidensInterval(t *testing.T) {
	for name, counts := range map[string][]uint64{"few": {0, 4}, "many": counts10k} {
		tally := FromCounts(10000, counts)
		for m := Normal; m <= Chernoff; m++ {
			last := 0.0
			for _, c := range []float64{0.5, 0.9, 0.95, 0.99, 0.999999} {
				e := tally.Estimate(rankedSize, Options{Method: m, Confidence: c}).Low
				if e.HalfWidth() <= last || e.Confidence != c {
					t.Errorf("%s, %v at %v: half-width %g after %g", name, m, c, e.HalfWidth(), last)
				}
				last = e.HalfWidth()
			}
		}
	}
}

// TestAccuracy: the figures beside an estimate are those of their definitions, for the published sample: standard error by the printed sigma_S and size,
// and one draw is one effective draw.
func TestAccuracy(t *testing.T) {
	size, _ := new(big.Int).SetString("8726713169886222032347729969256422370854716254", 10)
	tally := FromCounts(2000000, counts2M)
	e := tally.Estimate(size, Options{}).Low
	if se := 0.000160762 * 8726713169886222032347729969256422370854716254.0; math.Abs(e.StdErr/se-1) > 1e-5 || math.Abs(e.CV()-0.000160762/0.0552548) > 1e-7 || e.Effective != 2e6 || e.DesignEffect() != 1 {
		t.Errorf("%+v: CV %v, design effect %v", e, e.CV(), e.DesignEffect())
	}
	if got, want := e.Accuracy(), "standard error 1.4e42, variance 1.97e84, coefficient of variation 0.29 %, design effect 1, effective draws 2e6"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if none := (Estimate{Hi: 1, Draws: 5}); none.CV() != 0 || none.DesignEffect() != 0 || none.Accuracy() != "standard error 0, variance 0" {
		t.Errorf("nothing is known, and it says %s", none.Accuracy())
	}
	data, err := json.Marshal(e)
	var again Estimate
	if err != nil || json.Unmarshal(data, &again) != nil || again.Effective != e.Effective || !strings.Contains(string(data), `"design_effect":1,"effective_draws":2000000`) {
		t.Errorf("%v: %s comes back as %+v", err, data, again)
	}
}
