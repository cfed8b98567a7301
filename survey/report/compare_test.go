package report

import (
	"context"
	"encoding/json"
	"math"
	"math/rand/v2"
	"testing"

	"chesscensus/internal/testing/testkit"
	"chesscensus/legality/verdict"
	"chesscensus/stats"
	"chesscensus/survey/campaign"
)

// toyReport returns the report of a survey of the toy with a seed.
func toyReport(t *testing.T, seed uint64) *Report {
	t.Helper()
	request := toyRequest(verdict.Game)
	request.Seed = seed
	c := testkit.Must(campaign.Make(context.Background(), toyProgram(verdict.Game), t.TempDir(), request))(t)
	runToy(t, c, verdict.Game, campaign.Options{})
	r, _, err := readerOf(t, c).Report(context.Background())
	testkit.OK(t, err)
	return r
}

// anySpace says of every space that it holds all legal positions.
func anySpace(string) bool { return true }

// TestCompareAgrees: two surveys of the toy agree in all parts, but not after a fifth of one part is removed.
func TestCompareAgrees(t *testing.T) {
	testkit.Medium(t)
	testkit.Unraced(t)
	a, b := toyReport(t, 21), toyReport(t, 22)
	c, err := comparePair(a, b, anySpace)
	testkit.OK(t, err)
	smallestP := func(c *Comparison) (p float64, name string) {
		p = 1
		for _, part := range c.Parts {
			if part.Holm < p {
				p, name = part.Holm, part.Group+" "+part.Value
			}
		}
		return p, name
	}
	if p, name := smallestP(c); len(c.Parts) < 8 || p < 0.01 || c.P < 0.01 {
		t.Errorf("%d parts, the least p-value %v (%s), of the whole %v", len(c.Parts), p, name, c.P)
	}
	for _, d := range c.Divisions {
		if d.P < 0.001 || d.DF < 2 {
			t.Errorf("%+v", d)
		}
	}
	// The numbers are the quantiles 0.975, 0.8 and 0.95 of the normal distribution.
	se := math.Hypot(c.A.Low.StdErr, c.B.Low.StdErr)
	detectable := (1.959964 + 0.841621) * se / c.Combined.Low.Value
	within := (math.Abs(c.A.Low.Value-c.B.Low.Value) + 1.644854*se) / c.Combined.Low.Value
	if w := &c.Power; w.Level != 0.05 || math.Abs(w.Detectable-detectable) > 1e-6 || math.Abs(w.Within-within) > 1e-6 {
		t.Errorf("power %+v, want %v detectable and %v within", w, detectable, within)
	}
	for _, part := range c.Parts {
		if part.Power.Level != 0.05/float64(len(c.Parts)) || !(part.Power.Detectable > 0) || !(part.Power.Within > 0) {
			t.Errorf("%s %s: power %+v", part.Group, part.Value, part.Power)
		}
	}
	item := b.Item("men", "4")
	item.Low.Value *= 0.8
	if c, err = comparePair(a, b, anySpace); err != nil {
		t.Fatal(err)
	}
	if p, name := smallestP(c); p > 0.01 || name != "men 4" || c.Divisions[0].Group != "men" || c.Divisions[0].P > 0.01 {
		t.Errorf("with a part too small: the least p-value %v, of %s, men %+v", p, name, c.Divisions[0])
	}
}

// TestCompareRefuses compares surveys that cannot be compared: the errors name the reason.
func TestCompareRefuses(t *testing.T) {
	newReport := func() *Report {
		return &Report{Source: Source{Space: "a", Seed: 1}, Progress: Progress{Done: 1}}
	}
	changed := func(change func(*Report)) *Report {
		r := newReport()
		r.Seed = 2
		change(r)
		return r
	}
	holdsAll := func(space string) bool { return space == "a" || space == "whole" }
	for name, c := range map[string]struct {
		b    *Report
		want error
	}{
		"another seed":          {changed(func(*Report) {}), nil},
		"another set of all":    {changed(func(r *Report) { r.Space = "whole" }), nil},
		"the same seed":         {newReport(), ErrDependent},
		"a part of the space":   {changed(func(r *Report) { r.Space = "part" }), ErrUnlike},
		"an upper bound":        {changed(func(r *Report) { r.UpperBound = true }), ErrUnlike},
		"nothing done":          {changed(func(r *Report) { r.Done = 0 }), ErrUnlike},
		"the same seed, a part": {&Report{Source: Source{Space: "part", Seed: 1}, Progress: Progress{Done: 1}}, ErrDependent},
	} {
		testkit.Fails(comparePair(newReport(), c.b, holdsAll))(t, c.want, name)
	}
}

// TestCombineCovers: for normal estimates with known errors the weighted mean has the least variance, and its interval covers the truth in 95
// of 100 cases. With undecided draws the range covers the middle between both ends at least as often.
func TestCombineCovers(t *testing.T) {
	testkit.Medium(t)
	testkit.Unraced(t)
	rng := rand.New(rand.NewPCG(4, 8))
	const runs, truth = 20000, 1000.0
	covered, between, squares := 0, 0, 0.0
	for range runs {
		edition := func(se, gap float64) Edition {
			x := truth + se*rng.NormFloat64()
			low := stats.Estimate{Value: x - gap, StdErr: se, Confidence: 0.95, Method: stats.Normal}
			high := stats.Estimate{Value: x + gap, StdErr: se, Confidence: 0.95, Method: stats.Normal}
			return Edition{Low: low, High: high}
		}
		c := combine(edition(4, 0), edition(8, 0))
		if math.Abs(c.WeightA-0.8) > 1e-12 || math.Abs(c.Low.StdErr-math.Sqrt(12.8)) > 1e-9 {
			t.Fatalf("weight %v, standard error %v, want 0.8 and %v", c.WeightA, c.Low.StdErr, math.Sqrt(12.8))
		}
		if c.Low.Lo <= truth && truth <= c.Low.Hi {
			covered++
		}
		squares += (c.Low.Value - truth) * (c.Low.Value - truth)
		if c = combine(edition(4, 3), edition(8, 5)); c.Lo <= truth && truth <= c.Hi {
			between++
		}
	}
	if share := float64(covered) / runs; math.Abs(share-0.95) > 0.008 || math.Abs(squares/runs/12.8-1) > 0.05 {
		t.Errorf("%v covered, variance %v, want 0.95 and 12.8", share, squares/runs)
	}
	if share := float64(between) / runs; share < 0.95-0.008 {
		t.Errorf("the interval for the number itself covers it in %v", share)
	}
}

// TestCombineNothingProven: a survey that has proven nothing has the variance 0. It gets its share of the draws, not all weight: 300 draws
// that prove nothing and 100 that prove 8 +- 1 give 2 +- 1/4.
func TestCombineNothingProven(t *testing.T) {
	survey := func(seed, draws uint64, value, se float64) *Report {
		r := &Report{Source: Source{Space: "a", Seed: seed}, Progress: Progress{Done: 1, Draws: draws}}
		r.Estimate.Low = stats.Estimate{Value: value, StdErr: se, Confidence: 0.95}
		return r
	}
	c := testkit.Must(CompareAll([]*Report{survey(1, 150, 0, 0), survey(2, 100, 8, 1), survey(3, 150, 0, 0)}, anySpace))(t)
	if low := c.Combined.Low; !c.Combined.ByDraws || low.Value != 2 || low.StdErr != 0.25 || c.Q != 0 || c.P != 1 {
		t.Errorf("%+v, Q = %v, p = %v", c.Combined, c.Q, c.P)
	}
	testkit.Must(json.Marshal(c))(t) // no infinite number
}

// TestCompareAll has three surveys with errors 1, 1 and 1/2. By hand: the weights are 1/6, 1/6 and 2/3, the mean of 10, 13 and 11 is 67/6, and Q is
// (7/6)^2 + (11/6)^2 + 4 (1/6)^2 = 29/6. In 20 000 draws the mean of Q is its degrees of freedom, and 5 % lie above the quantile.
func TestCompareAll(t *testing.T) {
	testkit.Unraced(t)
	survey := func(seed uint64, value, se float64) *Report {
		e := stats.Estimate{Value: value, StdErr: se, Confidence: 0.95}
		r := &Report{Source: Source{Space: "a", Seed: seed}, Progress: Progress{Done: 1}}
		r.Estimate.Low, r.Estimate.High = e, e
		return r
	}
	editions := []*Report{survey(1, 10, 1), survey(2, 13, 1), survey(3, 11, 0.5)}
	c := testkit.Must(CompareAll(editions, anySpace))(t)
	near := func(got, want float64) bool { return math.Abs(got-want) < 1e-12 }
	if w := c.Combined.Weights; !near(w[0], 1./6) || !near(w[2], 2./3) || !near(c.Combined.Low.Value, 67./6) || !near(c.Combined.Low.StdErr, math.Sqrt(1./6)) {
		t.Errorf("combined %+v", c.Combined)
	}
	if !near(c.Q, 29./6) || c.DF != 2 || !near(c.P, math.Exp(-29./12)) { // with two degrees of freedom the survival function is exp(-Q/2)
		t.Errorf("Q = %v on %d, p = %v", c.Q, c.DF, c.P)
	}
	if len(c.Pairs) != 3 || c.Pairs[1].A.Seed != 1 || c.Pairs[1].B.Seed != 3 || !near(c.Pairs[0].Z, -3/math.Sqrt2) {
		t.Errorf("pairs %+v", c.Pairs)
	}
	rng := rand.New(rand.NewPCG(1, 2))
	sum, above := 0.0, 0
	const runs = 20000
	for range runs {
		c, _ := CompareAll([]*Report{survey(1, rng.NormFloat64(), 1), survey(2, rng.NormFloat64(), 1), survey(3, rng.NormFloat64()/2, 0.5)}, anySpace)
		if sum += c.Q; c.P < 0.05 {
			above++
		}
	}
	if mean, share := sum/runs, float64(above)/runs; math.Abs(mean-2) > 0.07 || math.Abs(share-0.05) > 0.007 {
		t.Errorf("Q has the mean %v, and %v lie above the quantile of 0.05", mean, share)
	}
	testkit.Fails(CompareAll(editions[:1], anySpace))(t, "", "one survey is compared")
	testkit.Fails(CompareAll(append(editions, survey(2, 1, 1)), anySpace))(t, ErrDependent, "one seed twice")
}

// TestCombinedSurveysCover combines pairs of surveys of the toy: the mean is nearer to the truth than either survey, and its spread agrees with
// its standard error (for 16 pairs the ratio has a standard deviation of 0.18).
func TestCombinedSurveysCover(t *testing.T) {
	testkit.Medium(t)
	testkit.Unraced(t)
	tr := listToy(t, verdict.Game, toyProgram(verdict.Game).Stages)
	squares, errs := 0.0, 0.0
	pairs, minRatio, maxRatio := testkit.LongSize(1, 16), 0.5, 1.6
	if pairs < 3 {
		minRatio, maxRatio = 0, 4 // for one pair: an error of less than four standard errors
	} else if pairs < 16 {
		minRatio, maxRatio = 0.1, 2.5 // for four pairs the ratio has a standard deviation of 0.35
	}
	for i := range uint64(pairs) {
		c := testkit.Must(comparePair(toyReport(t, 100+2*i), toyReport(t, 101+2*i), anySpace))(t)
		x := c.Combined.Low.Value - tr.low["total "]
		squares, errs = squares+x*x, errs+c.Combined.Low.StdErr*c.Combined.Low.StdErr
		if c.Combined.Low.StdErr > min(c.A.Low.StdErr, c.B.Low.StdErr) {
			t.Errorf("pair %d: the mean has the error %v, its parts %v and %v", i, c.Combined.Low.StdErr, c.A.Low.StdErr, c.B.Low.StdErr)
		}
	}
	if ratio := math.Sqrt(squares / errs); ratio < minRatio || ratio > maxRatio {
		t.Errorf("errors seen are %v of those stated", ratio)
	}
}
