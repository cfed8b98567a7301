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

// TestEstimateUnbiasedOnEnumeratedSpace lists every sample of four draws from a space of eight members. In exact
// rational numbers the mean of the estimate is the number of objects, and the mean of the sample variance is the
// variance of one draw.
//
// In the space, the object A has 3 members, B has 2, C has 1, and D has 2. B is Out, so 3 objects are In. In the
// second variant every member of A has weight 2 and that of C weight 5, so A stands for two objects and C for five,
// and 2 + 5 + 1 objects are In.
func TestEstimateUnbiasedOnEnumeratedSpace(t *testing.T) {
	testkit.Medium(t)
	plain := []judgedDraw{{In, 1, 3}, {In, 1, 3}, {In, 1, 3}, {Out, 1, 2}, {Out, 1, 2}, {In, 1, 1}, {In, 1, 2}, {In, 1, 2}}
	weighted := append([]judgedDraw(nil), plain...)
	for i := range 3 {
		weighted[i].weight = 2
	}
	weighted[5].weight = 5
	for _, test := range []struct {
		name  string
		space []judgedDraw
		want  int64
	}{{"plain", plain, 3}, {"weighted", weighted, 8}} {
		mean, variance, samples := enumerate(test.space, 4)
		if samples != 4096 || mean.Cmp(new(big.Rat).SetInt64(test.want)) != 0 {
			t.Errorf("%s: mean of %d estimates = %v, want exactly %d", test.name, samples, mean, test.want)
		}
		if want := varianceOfSpace(test.space); variance.Cmp(want) != 0 {
			t.Errorf("%s: mean of V = %v, want exactly %v", test.name, variance, want)
		}
	}
}

// enumerate returns the means of the estimate and of its variance of one draw over all samples of n draws from the
// space, and the number of samples. It panics if Estimate does not round the exact values.
func enumerate(space []judgedDraw, n int) (mean, variance *big.Rat, samples int64) {
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
			tally.Add(d.outcome, d.weight, d.mult)
			c /= len(space)
		}
		value, sampleVariance := exactEstimate(&tally, size)
		e := tally.Estimate(size, Options{}).Low
		if !isRounded(e.Value, value) || !isRounded(e.Variance, sampleVariance) {
			panic("Estimate differs from the exact value")
		}
		mean.Add(mean, value)
		variance.Add(variance, sampleVariance)
	}
	count := big.NewRat(1, int64(total))
	return mean.Mul(mean, count), variance.Mul(variance, count), int64(total)
}

// exactEstimate computes the formula of docs/REFERENCE.md, section 4, in rational numbers, for comparison.
func exactEstimate(t *Tally, size *big.Int) (value, variance *big.Rat) {
	n := new(big.Rat).SetInt(new(big.Int).SetUint64(t.Draws()))
	mu := new(big.Rat).Quo(t.Sum(In), n)
	variance = new(big.Rat)
	misses := new(big.Rat).SetInt(new(big.Int).SetUint64(t.Draws() - t.InCount()))
	variance.Add(variance, misses.Mul(misses, new(big.Rat).Mul(mu, mu)))
	for c := range t.All() {
		if c.Outcome == In {
			d := new(big.Rat).SetFrac(new(big.Int).SetUint64(c.Weight), new(big.Int).SetUint64(c.Mult))
			d.Sub(d, mu)
			d.Mul(d, d)
			variance.Add(variance, d.Mul(d, new(big.Rat).SetInt(new(big.Int).SetUint64(c.Count))))
		}
	}
	variance.Quo(variance, new(big.Rat).Sub(n, big.NewRat(1, 1)))
	return mu.Mul(mu, new(big.Rat).SetInt(size)), variance
}

// varianceOfSpace returns the variance of the contribution of one draw.
func varianceOfSpace(space []judgedDraw) *big.Rat {
	mean, square := new(big.Rat), new(big.Rat)
	for _, d := range space {
		if d.outcome == In {
			contribution := big.NewRat(int64(d.weight), int64(d.mult))
			mean.Add(mean, contribution)
			square.Add(square, contribution.Mul(contribution, contribution))
		}
	}
	perMember := big.NewRat(1, int64(len(space)))
	mean.Mul(mean, perMember)
	return square.Mul(square, perMember).Sub(square, mean.Mul(mean, mean))
}

// isRounded reports whether got is want rounded to float64, or a neighbor of that.
func isRounded(got float64, want *big.Rat) bool {
	rounded, _ := want.Float64()
	return got == rounded || got == math.Nextafter(rounded, got)
}

// TestEstimateRoundsExactValueOnce compares estimates of random tallies with exact rational numbers.
func TestEstimateRoundsExactValueOnce(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		tally := tallyOf(rapid.SliceOfN(genDraw(), 2, 40).Draw(rt, "draws"))
		e := tally.Estimate(rankedSize, Options{}).Low
		value, variance := exactEstimate(tally, rankedSize)
		if !isRounded(e.Value, value) || !isRounded(e.Variance, variance) {
			rt.Fatalf("value, variance = %g, %g; want %s, %s", e.Value, e.Variance, value.FloatString(3), variance.FloatString(20))
		}
	})
}

// TestEstimateInvariants checks random tallies by all methods: all numbers are finite, limits enclose the values, low is not above
// high, both are equal if no draw is open, and a result that is stored and read again is stored as the same text.
func TestEstimateInvariants(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		tally := tallyOf(rapid.SliceOfN(genDraw(), 0, 40).Draw(rt, "draws"))
		options := Options{
			Method:     Method(rapid.IntRange(0, 4).Draw(rt, "method")),
			Confidence: rapid.SampledFrom([]float64{0, 1e-9, 0.5, 0.95, 1 - 1e-12, math.Nextafter(1, 0)}).Draw(rt, "confidence"),
			MaxWeight:  rapid.SampledFrom([]uint64{0, 1, 8, math.MaxUint64}).Draw(rt, "max weight"),
		}
		result := tally.Estimate(rankedSize, options)
		for _, estimate := range []Estimate{result.Low, result.High} {
			numbers := []float64{estimate.Value, estimate.StdErr, estimate.Lo, estimate.Hi, estimate.Mean, estimate.Variance}
			for _, number := range append(numbers, estimate.HalfWidth(), estimate.Relative(), estimate.MeanContribution()) {
				if math.IsNaN(number) || math.IsInf(number, 0) {
					rt.Fatalf("not a finite number: %+v", estimate)
				}
			}
			if estimate.Lo > estimate.Value || estimate.Value > estimate.Hi || estimate.StdErr < 0 || estimate.Method == Auto {
				rt.Fatalf("Lo <= Value <= Hi or StdErr >= 0 does not hold: %+v", estimate)
			}
			if estimate.Method != Normal && estimate.Lo < 0 {
				rt.Fatalf("negative limit: %+v", estimate)
			}
		}
		low, high := result.Low, result.High
		if low.Value > high.Value || result.Lo > low.Value || result.Hi < high.Value ||
			result.Lo < min(low.Lo, high.Lo) || result.Hi > max(low.Hi, high.Hi) {
			rt.Fatalf("low above high: %+v", result)
		}
		if result.Decided() && !reflect.DeepEqual(result.Low, result.High) {
			rt.Fatalf("decided, but low is not high: %+v", result)
		}
		stored, err := json.Marshal(result)
		if err != nil {
			rt.Fatalf("result cannot be stored: %v", err)
		}
		var again Result
		if err := json.Unmarshal(stored, &again); err != nil {
			rt.Fatalf("%s: %v", stored, err)
		}
		if storedAgain, _ := json.Marshal(again); string(storedAgain) != string(stored) {
			rt.Fatalf("round trip\n%s\n%s", stored, storedAgain)
		}
	})
}

// TestFewDrawsAreUninformative estimates from no draw and from one.
func TestFewDrawsAreUninformative(t *testing.T) {
	size := big.NewInt(1000)
	for _, test := range []struct {
		name      string
		draws     []judgedDraw
		opt       Options
		value, hi float64
	}{
		{"no draw", nil, Options{}, 0, 1000},
		{"one miss", []judgedDraw{{Out, 1, 1}}, Options{Method: Normal}, 0, 1000},
		{"one hit", []judgedDraw{{In, 1, 4}}, Options{}, 250, 1000},
		{"one heavy hit", []judgedDraw{{In, 3, 2}}, Options{}, 1500, 3000},
		{"weights up to 8", []judgedDraw{{In, 1, 1}}, Options{MaxWeight: 8}, 1000, 8000},
	} {
		estimate := tallyOf(test.draws).Estimate(size, test.opt).Low
		if estimate.Value != test.value || estimate.Lo != 0 || estimate.Hi != test.hi ||
			len(estimate.Warnings) == 0 || estimate.StdErr != test.hi/2 {
			t.Errorf("%s: %+v, want value %v in [0, %v] with a warning", test.name, estimate, test.value, test.hi)
		}
	}
}

// TestZeroHits compares the upper limit with 1-(alpha/2)^(1/n), which holds for the exact method, and also for
// Chernoff's, since n*KL(0,q) = -n*ln(1-q).
func TestZeroHits(t *testing.T) {
	var tally Tally
	tally.AddOut(1000)
	size := big.NewInt(1e6)
	want := 1e6 * (1 - math.Pow(0.025, 1e-3))
	for _, method := range []Method{Auto, ClopperPearson, Chernoff} {
		estimate := tally.Estimate(size, Options{Method: method}).Low
		if estimate.Value != 0 || estimate.Lo != 0 || estimate.StdErr != 0 || math.Abs(estimate.Hi-want) > 1e-6 {
			t.Errorf("%v: %+v, want 0 in [0, %v]", method, estimate, want)
		}
		if len(estimate.Warnings) == 0 {
			t.Errorf("%v: no warning", method)
		}
	}
}

// TestAutoChoosesByHits checks the documented rule where it changes.
func TestAutoChoosesByHits(t *testing.T) {
	for _, test := range []struct {
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
		tally := FromCounts(test.n, test.counts)
		estimate := tally.Estimate(rankedSize, Options{}).Low
		if estimate.Method != test.want || len(estimate.Warnings) > 0 != test.warns {
			t.Errorf("%s: %v with warnings %v, want %v", test.name, estimate.Method, estimate.Warnings, test.want)
		}
	}
}

// TestOpenDrawsWidenBounds compares the two estimates with open draws with those of tallies in which all of them
// are Out, and all are In.
func TestOpenDrawsWidenBounds(t *testing.T) {
	tally := FromCounts(10000, counts10K)
	low, high := tally.Clone(), tally.Clone()
	tally.AddCount(Open, 1, 2, 100)
	low.AddOut(100)
	high.AddCount(In, 1, 2, 100)
	result := tally.Estimate(rankedSize, Options{})
	if want := low.Estimate(rankedSize, Options{}).Low; !reflect.DeepEqual(result.Low, want) {
		t.Errorf("low = %v, want %v", result.Low, want)
	}
	if want := high.Estimate(rankedSize, Options{}).Low; !reflect.DeepEqual(result.High, want) {
		t.Errorf("high = %v, want %v", result.High, want)
	}
	if result.Decided() || result.OpenShare != 100.0/10100 {
		t.Errorf("decided %v, share %v", result.Decided(), result.OpenShare)
	}
	// The range is defined by Phi(c + gap) - Phi(-c) = 0.95, with the same c at both ends.
	c := (result.Low.Value - result.Lo) / result.Low.StdErr
	gap := (result.High.Value - result.Low.Value) / result.High.StdErr // the larger error
	level := (math.Erf((c+gap)/math.Sqrt2) + math.Erf(c/math.Sqrt2)) / 2
	if math.Abs(level-0.95) > 1e-9 || math.Abs(result.Hi/(result.High.Value+c*result.High.StdErr)-1) > 1e-12 {
		t.Errorf("the range %v to %v has the level %v", result.Lo, result.Hi, level)
	}
}

// TestWeightAboveMaximumWarns counts hits of weight 4: there must be a warning without Options.MaxWeight, and none if it is 4.
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

// TestRangeWithoutNormal checks that the range holds both intervals if one is not Normal, whichever reaches further.
func TestRangeWithoutNormal(t *testing.T) {
	wide, narrow := Estimate{Lo: 1, Hi: 9, Method: Chernoff}, Estimate{Lo: 2, Hi: 5, Method: Normal}
	for _, ends := range [][2]Estimate{{wide, narrow}, {narrow, wide}} {
		if lo, hi := Range(ends[0], ends[1]); lo != 1 || hi != 9 {
			t.Errorf("the range is [%v, %v], want [1, 9]", lo, hi)
		}
	}
}

// TestWeightOfOpenDraws checks that both ends know the weight of a draw that only the high end counts: the space has such members.
func TestWeightOfOpenDraws(t *testing.T) {
	var tally Tally
	tally.AddCount(Open, 5, 1, 1)
	tally.AddOut(99)
	for _, method := range []Method{Auto, Chernoff} {
		r := tally.Estimate(big.NewInt(1000), Options{Method: method})
		want := tally.Estimate(big.NewInt(1000), Options{Method: method, MaxWeight: 5})
		if r.Low.Hi != want.Low.Hi || r.High.Hi != want.High.Hi || r.Hi != want.Hi {
			t.Errorf("%v: upper limits %v, %v and %v, want those of MaxWeight 5: %v, %v and %v", method, r.Low.Hi, r.High.Hi, r.Hi, want.Low.Hi, want.High.Hi, want.Hi)
		}
		if len(r.Low.Warnings) != len(want.Low.Warnings)+1 {
			t.Errorf("%v: warnings %v, want one about the weight more than %v", method, r.Low.Warnings, want.Low.Warnings)
		}
	}
}

// TestZTest compares values without standard errors, which are equal or differ for certain, and one pair with a standard error.
func TestZTest(t *testing.T) {
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

// TestEstimateAsText compares the texts of an estimate with the normal interval and of one with another.
func TestEstimateAsText(t *testing.T) {
	few, many := FromCounts(1000, []uint64{0, 3}), FromCounts(2000000, counts2M)
	for _, c := range []struct {
		e    Estimate
		want string
	}{
		{many.Estimate(rankedSize, Options{Z: ReferenceZ}).Low, "4.82193e+44 +- 2.75e+42 at 95% confidence"},
		// The limits are those of scipy's binomtest(3, 1000), exact.
		{few.Estimate(big.NewInt(1000), Options{}).Low, "3 in [0.6191, 8.74202] at 95% confidence"},
	} {
		testkit.Equal(t, c.e.String(), c.want)
	}
}

// TestValidateOptions checks that Validate refuses each field out of its range, and accepts zero values and values inside.
func TestValidateOptions(t *testing.T) {
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

// TestHigherConfidenceWidensInterval compares the half-widths at growing confidence, for every method.
func TestHigherConfidenceWidensInterval(t *testing.T) {
	for name, counts := range map[string][]uint64{"few": {0, 4}, "many": counts10K} {
		tally := FromCounts(10000, counts)
		for method := Normal; method <= Chernoff; method++ {
			last := 0.0
			for _, confidence := range []float64{0.5, 0.9, 0.95, 0.99, 0.999999} {
				estimate := tally.Estimate(rankedSize, Options{Method: method, Confidence: confidence}).Low
				if estimate.HalfWidth() <= last || estimate.Confidence != confidence {
					t.Errorf("%s, %v at %v: half-width %g after %g", name, method, confidence, estimate.HalfWidth(), last)
				}
				last = estimate.HalfWidth()
			}
		}
	}
}

// TestAccuracy compares the figures beside the published estimate with their definitions: its standard error is the
// printed sigma_S times the size, and one draw is one effective draw.
func TestAccuracy(t *testing.T) {
	tally := FromCounts(2000000, counts2M)
	estimate := tally.Estimate(rankedSize, Options{}).Low
	standardError := 0.000160762 * 8726713169886222032347729969256422370854716254.0
	if math.Abs(estimate.StdErr/standardError-1) > 1e-5 || math.Abs(estimate.CV()-0.000160762/0.0552548) > 1e-7 ||
		estimate.Effective != 2e6 || estimate.DesignEffect() != 1 {
		t.Errorf("%+v: CV %v, design effect %v", estimate, estimate.CV(), estimate.DesignEffect())
	}
	want := "standard error 1.4e42, variance 1.97e84, coefficient of variation 0.29 %, design effect 1, effective draws 2e6"
	testkit.Equal(t, estimate.Accuracy(), want)
	if none := (Estimate{Hi: 1, Draws: 5}); none.CV() != 0 || none.DesignEffect() != 0 || none.Accuracy() != "standard error 0, variance 0" {
		t.Errorf("nothing is known, and it says %s", none.Accuracy())
	}
	data, err := json.Marshal(estimate)
	var again Estimate
	if err != nil || json.Unmarshal(data, &again) != nil || again.Effective != estimate.Effective ||
		!strings.Contains(string(data), `"design_effect":1,"effective_draws":2000000`) {
		t.Errorf("%v: %s comes back as %+v", err, data, again)
	}
}
