package report

import (
	"context"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"testing"

	"gonum.org/v1/gonum/stat"

	"chesscensus/internal/testing/testkit"
	"chesscensus/legality/verdict"
	"chesscensus/stats"
	"chesscensus/stats/design"
	"chesscensus/survey/campaign"
	"chesscensus/survey/internal/record"
	"chesscensus/survey/internal/shards"
	"chesscensus/survey/internal/toy"
	"chesscensus/survey/plan"
)

// samplesByShard returns the sample of each shard of a survey.
func samplesByShard(t *testing.T, c *campaign.Campaign) map[int]*design.Sample {
	t.Helper()
	samples := map[int]*design.Sample{}
	testkit.Must(c.Folder.Check(func(e record.Entry, s *record.Shard) error {
		samples[e.Shard] = design.NewSample(len(c.Plan.Strata))
		shards.AddRows(samples[e.Shard], c.Plan, s.Rows, shards.IsAll)
		return nil
	}))(t)
	return samples
}

// TestReplicates: the weights of a replicate add up to the estimate of package design from its shards, each merged as often as it counts.
// Jackknife and bootstrap agree with the standard error of the formula.
func TestReplicates(t *testing.T) {
	testkit.Medium(t)
	testkit.Unraced(t)
	for _, hasClasses := range []bool{false, true} {
		request := toyRequest(verdict.Game)
		request.Budget, request.Shards = toy.Budget(3), 40
		survey := testkit.Must(campaign.Make(context.Background(), toyProgram(verdict.Game), t.TempDir(), request))(t)
		if hasClasses {
			survey = withClasses(t, survey)
		}
		runToy(t, survey, verdict.Game, campaign.Options{})
		lastPhase := testkit.Must(readerOf(t, survey).LastPhase(toyProgram(verdict.Game).Space))(t)
		samples := samplesByShard(t, survey)
		withoutKnown := shards.DesignOf(survey.Plan)
		withoutKnown.Known = nil
		// estimate returns the estimate from shards, each merged as often as times says.
		estimate := func(times map[int]int) float64 {
			sum := design.NewSample(len(survey.Plan.Strata))
			for s, n := range times {
				for range n {
					testkit.OK(t, sum.Merge(samples[s]))
				}
			}
			return testkit.Must(withoutKnown.Value(sum, stats.Options{}))(t)
		}
		for name, r := range map[string]*Replicates{
			"jackknife": testkit.Must(lastPhase.Jackknife(20))(t),
			"bootstrap": testkit.Must(lastPhase.Bootstrap(400, 1))(t),
		} {
			t.Run(fmt.Sprintf("%s/classes=%v", name, hasClasses), func(t *testing.T) { checkReplicates(t, lastPhase, r, estimate) })
		}
	}
}

// checkReplicates compares the sums of the weights of replicates with the estimates from their shards, and the spread of the sums with the standard error.
func checkReplicates(t *testing.T, lastPhase *LastPhase, r *Replicates, estimate func(times map[int]int) float64) {
	total := testkit.Must(lastPhase.Total())(t).Low
	sums, weights := make([]float64, r.Number), []float64(nil)
	for s := range lastPhase.All() {
		if s.Outcome != stats.In {
			continue
		}
		weights = r.AppendWeights(weights[:0], s)
		for i, w := range weights {
			sums[i] += w
		}
	}
	squares := 0.0
	for i, sum := range sums {
		if want := estimate(r.times[i]); math.Abs(sum/want-1) > 1e-9 {
			t.Errorf("replicate %d: the draws add up to %v, want %v", i, sum, want)
		}
		squares += (sum - total.Value) * (sum - total.Value)
	}
	stdErr := math.Sqrt(r.Coefficient * squares)
	t.Logf("%.5g, standard error %.4g, by the formula %.4g", total.Value, stdErr, total.StdErr)
	// A standard error from 20 groups has 19 degrees of freedom, and itself a relative standard error of 1/sqrt(2*19).
	if ratio := stdErr / total.StdErr; math.Abs(ratio-1) > 4/math.Sqrt(2*19) {
		t.Errorf("standard error %v, by the formula %v", stdErr, total.StdErr)
	}
}

// TestNumbersOfReplicates: a jackknife has two groups or more, at most one for each shard, and a bootstrap 2 to maxReplicates replicates of two shards
// or more.
func TestNumbersOfReplicates(t *testing.T) {
	l := LastPhase{Shards: 40}
	for groups, want := range map[int]string{1: "1 groups, want at least 2 and at most 40", 41: "41 groups"} {
		testkit.Fails(l.Jackknife(groups))(t, want, groups)
	}
	for _, n := range []int{-1, 1, maxReplicates + 1} {
		testkit.Fails(l.Bootstrap(n, 1))(t, "want 2 to", n)
	}
	l.Shards = 1
	testkit.Fails(l.Bootstrap(2, 1))(t, "takes at least 2", "a bootstrap of one shard")
}

// A rowCounts has numbers of draws by the other columns of their rows.
type rowCounts map[record.Row]int64

// add adds the draws of rows, times a sign.
func (c rowCounts) add(rows []record.Row, sign int64) {
	for _, r := range rows {
		n := r.Draws
		r.Draws = 0
		c[r] += sign * n
	}
}

// estimate returns the estimate of a survey with these counts.
func (c rowCounts) estimate(t *testing.T, p *plan.Plan) stats.Estimate {
	t.Helper()
	var rows []record.Row
	for r, n := range c {
		if r.Draws = n; n > 0 {
			rows = append(rows, r)
		}
	}
	sample := design.NewSample(len(p.Strata))
	shards.AddRows(sample, p, rows, shards.IsAll)
	return testkit.Must(shards.DesignOf(p).Estimate(sample, stats.Options{}))(t).Low
}

// TestJackknife compares the standard errors of the stored surveys, by formulas for several phases and redrawn kings, with the jackknife. The
// estimate is made anew without each of the G shards. With the mean m of these estimates the jackknife has
//
//	SE^2 = (G-1)/G * sum of (estimate without shard s - m)^2
//
// without a formula for the variance. Its own relative error is 1/sqrt(2(G-1)) or a little more, 13 % for 30 shards. The ratio may differ from 1
// by four times that.
func TestJackknife(t *testing.T) {
	testkit.Long(t)
	for _, name := range []string{"first", "second"} {
		reader := testkit.Must(Open(filepath.Join("..", "..", "records", name)))(t)
		var parts [][]record.Row
		counts := rowCounts{}
		_, _, err := reader.survey().Check(func(_ record.Entry, s *record.Shard) error {
			part := slices.DeleteFunc(slices.Clone(s.Rows), func(r record.Row) bool { return !shards.IsAll(&r) })
			counts.add(part, 1)
			parts = append(parts, part)
			return nil
		}, nil)
		testkit.OK(t, err)
		if each := len(parts) / 30; each > 1 && testkit.Stride() > 3 { // thirty parts of several shards
			var groups [][]record.Row
			for group := range slices.Chunk(parts, each) {
				groups = append(groups, slices.Concat(group...))
			}
			parts = groups
		}
		var values []float64
		for _, part := range parts {
			counts.add(part, -1)
			values = append(values, counts.estimate(t, reader.Plan).Value)
			counts.add(part, 1)
		}
		g, want := float64(len(parts)), counts.estimate(t, reader.Plan)
		se := (g - 1) / math.Sqrt(g) * stat.StdDev(values, nil)
		t.Logf("%s: %v parts, %.5g, standard error %.4g, by the jackknife %.4g", name, g, want.Value, want.StdErr, se)
		if ratio := se / want.StdErr; g < 30 || math.Abs(ratio-1) > 4/math.Sqrt(2*(g-1)) {
			t.Errorf("%s: standard error %.4g, by the jackknife over %v parts %.4g", name, want.StdErr, g, se)
		}
	}
}
