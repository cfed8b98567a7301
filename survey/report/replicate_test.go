package report

import (
	"context"
	"fmt"
	"math"
	"strings"
	"testing"

	"chesscensus/internal/testing/testkit"
	"chesscensus/legality/verdict"
	"chesscensus/stats"
	"chesscensus/stats/design"
	"chesscensus/survey/campaign"
	"chesscensus/survey/internal/record"
	"chesscensus/survey/internal/shards"
	"chesscensus/survey/internal/toy"
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
		if _, err := l.Jackknife(groups); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%d groups: %v, want %q", groups, err, want)
		}
	}
	for _, n := range []int{-1, 1, maxReplicates + 1} {
		if _, err := l.Bootstrap(n, 1); err == nil || !strings.Contains(err.Error(), "want 2 to") {
			t.Errorf("%d replicates: %v, want an error", n, err)
		}
	}
	l.Shards = 1
	if _, err := l.Bootstrap(2, 1); err == nil || !strings.Contains(err.Error(), "takes at least 2") {
		t.Errorf("a bootstrap of one shard: %v, want an error", err)
	}
}
