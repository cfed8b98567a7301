package report

import (
	"context"
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

// TestReplicates: the weights of a replicate add up to the estimate of package design from its shards, each merged as often as it counts.
// Jackknife and bootstrap agree with the standard error of the formula. Wrong numbers of groups and replicates are errors.
func TestReplicates(t *testing.T) {
	testkit.Medium(t)
	testkit.Unraced(t)
	const numShards = 40
	for _, classes := range []bool{false, true} {
		request := toyRequest(verdict.Game)
		request.Budget, request.Shards = toy.Budget(3), numShards
		survey, err := campaign.Make(context.Background(), toyProgram(verdict.Game), t.TempDir(), request)
		testkit.OK(t, err)
		if classes {
			survey = withClasses(t, survey)
		}
		runToy(t, survey, verdict.Game, campaign.Options{})
		lastPhase, err := readerOf(t, survey).LastPhase(toyProgram(verdict.Game).Space)
		testkit.OK(t, err)
		parts := map[int]*design.Sample{}
		if _, err := readerOf(t, survey).Folder.Check(func(e record.Entry, s *record.Shard) error {
			parts[e.Shard] = design.NewSample(len(survey.Plan.Strata))
			shards.AddRows(parts[e.Shard], survey.Plan, s.Rows, shards.IsAll)
			return nil
		}); err != nil {
			t.Fatal(err)
		}
		// valueOf returns the estimate from shards, each merged as often as times says.
		valueOf := func(times map[int]int) float64 {
			d, sum := shards.DesignOf(survey.Plan), design.NewSample(len(survey.Plan.Strata))
			d.Known = nil
			for s, n := range times {
				for range n {
					testkit.OK(t, sum.Merge(parts[s]))
				}
			}
			return testkit.Must(d.Value(sum, stats.Options{}))(t)
		}
		total, err := lastPhase.Total()
		testkit.OK(t, err)
		jackknife, err := lastPhase.Jackknife(20)
		testkit.OK(t, err)
		bootstrap := testkit.Must(lastPhase.Bootstrap(400, 1))(t)
		for name, r := range map[string]*Replicates{"jackknife": jackknife, "bootstrap": bootstrap} {
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
				if want := valueOf(r.times[i]); math.Abs(sum/want-1) > 1e-9 {
					t.Errorf("%s %d: the draws add up to %v, want %v", name, i, sum, want)
				}
				squares += (sum - total.Low.Value) * (sum - total.Low.Value)
			}
			stdErr := math.Sqrt(r.Coefficient * squares)
			t.Logf("classes %v, %s: %.5g, standard error %.4g, by the formula %.4g", classes, name, total.Low.Value, stdErr, total.Low.StdErr)
			// A standard error from 20 groups has 19 degrees of freedom, and itself a relative standard error of 1/sqrt(2*19).
			if ratio := stdErr / total.Low.StdErr; math.Abs(ratio-1) > 4/math.Sqrt(2*19) {
				t.Errorf("%s: standard error %v, by the formula %v", name, stdErr, total.Low.StdErr)
			}
		}
		for groups, want := range map[int]string{1: "1 groups, want at least 2 and at most 40", 41: "41 groups"} {
			if _, err := lastPhase.Jackknife(groups); err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("%d groups: %v", groups, err)
			}
		}
		for _, n := range []int{-1, 1, maxReplicates + 1} {
			if _, err := lastPhase.Bootstrap(n, 1); err == nil || !strings.Contains(err.Error(), "want 2 to") {
				t.Errorf("%d replicates: %v", n, err)
			}
		}
	}
}
