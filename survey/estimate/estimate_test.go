package estimate

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"chesscensus/internal/testing/testkit"
	"chesscensus/legality/verdict"
	"chesscensus/sampler"
	"chesscensus/sampler/ranked"
	"chesscensus/sampler/spaces"
	"chesscensus/survey/campaign"
	"chesscensus/survey/internal/toy"
	"chesscensus/survey/report"
)

// smallCover returns the cover whose tables need no time.
func smallCover(t testing.TB) sampler.Set {
	t.Helper()
	return testkit.Must(new(spaces.Tables).Set(spaces.DefaultCover))(t)
}

// checkAgainstPublished fails if a result differs from the published number by more than four standard errors: one false alarm in fifteen
// thousand seeds.
func checkAgainstPublished(t *testing.T, r *Result) {
	t.Helper()
	low := r.Report.Estimate.Low
	if z := (low.Value - report.Published.Value) / math.Hypot(low.StdErr, report.Published.StdErr); math.Abs(z) > 4 || low.Hits == 0 {
		t.Errorf("%v is %.1f standard errors from the published %v", low, z, report.Published)
	}
}

// reportText returns the report of a result in JSON, which does not depend on the machine.
func reportText(t *testing.T, r *Result) string {
	t.Helper()
	return string(testkit.Must(json.Marshal(r.Report))(t))
}

// TestWidePrecisionsAreReached: precisions that need less than the smallest plan are reached in about a second.
func TestWidePrecisionsAreReached(t *testing.T) {
	testkit.LongInFull(t)
	testkit.Medium(t)
	set := smallCover(t)
	for i, precision := range []float64{0.9, 0.05, 0.02, 0.015}[:testkit.Raced(1, 4)] {
		if i%3 > 0 && testkit.Stride() > 3 {
			continue // -short has only the first and the last
		}
		r, err := Run(t.Context(), Request{Set: set, Precision: precision})
		if err != nil {
			t.Errorf("a half-width of %g: %v", precision, err)
			continue
		}
		checkAgainstPublished(t, r)
		if e := &r.Report.Estimate.Low; r.Missed || e.Relative() > precision || r.Report.Judged[3] > 1000 {
			t.Errorf("a half-width of %g: %g reached with %d games", precision, e.Relative(), r.Report.Judged[3])
		}
	}
}

// TestWorkersChangeNothing: the report of a budget does not depend on the number of workers and agrees with the published number. Progress ends
// with all draws.
func TestWorkersChangeNothing(t *testing.T) {
	testkit.Long(t)
	set := smallCover(t)
	var last Progress
	oneWorker := testkit.Must(Run(t.Context(), Request{Set: set, CPU: time.Second, Workers: 1, Progress: func(p Progress) {
		if p.Draws < last.Draws || p.All < p.Draws {
			t.Errorf("%+v after %+v", p, last)
		}
		last = p
	}}))(t)
	two := testkit.Must(Run(t.Context(), Request{Set: set, CPU: time.Second, Workers: 3}))(t)
	if reportText(t, oneWorker) != reportText(t, two) {
		t.Error("one worker and three give two reports")
	}
	checkAgainstPublished(t, oneWorker)
	if last.Draws != oneWorker.Report.Draws || last.Left != 0 || last.Legal.Value != oneWorker.Report.Estimate.Low.Value || len(oneWorker.Trace) == 0 || oneWorker.Missed || oneWorker.Stopped {
		t.Errorf("the last progress is %+v, %d draws made", last, oneWorker.Report.Draws)
	}
}

// TestPrecision: a precision is reached with about the predicted work, also if workers finish in another order.
func TestPrecision(t *testing.T) {
	testkit.Long(t)
	set := smallCover(t)
	const precision = 0.005
	oneWorker := testkit.Must(Run(t.Context(), Request{Set: set, Precision: precision, Workers: 1}))(t)
	if got := oneWorker.Report.Estimate.Low.Relative(); got > precision || got < precision/2 || oneWorker.Missed {
		t.Errorf("half-width %g, missed %v", got, oneWorker.Missed)
	}
	checkAgainstPublished(t, oneWorker)
	if oneWorker.Report.Done == oneWorker.Report.Shards {
		t.Logf("the margin was used up: %d shards", oneWorker.Report.Done)
	}
	two, err := Run(t.Context(), Request{Set: set, Precision: precision, Workers: 2})
	if err != nil || reportText(t, oneWorker) != reportText(t, two) {
		t.Errorf("one worker and two give two reports (%v)", err)
	}
}

// TestMissed: with a limited budget a precision may be missed, and then the result has the time that it needs.
func TestMissed(t *testing.T) {
	testkit.Long(t)
	r := testkit.Must(Run(t.Context(), Request{Set: smallCover(t), Precision: 0.0001, CPU: time.Second}))(t)
	checkAgainstPublished(t, r)
	if reached := r.Report.Estimate.Low.Relative(); !r.Missed || r.Needs < 1000 || r.Needs > 20_000 {
		t.Errorf("missed %v: %.2g reached, needs %.0f s", r.Missed, reached, r.Needs)
	}
}

// TestStopped: if the context ends, the result is the estimate from the shards that are done.
func TestStopped(t *testing.T) {
	testkit.Long(t)
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	r, err := Run(ctx, Request{Set: smallCover(t), CPU: 10 * time.Second, Workers: 1, Progress: func(p Progress) {
		if p.Draws > 0 {
			stop()
		}
	}})
	if err != nil || !r.Stopped || r.Report.Done == 0 || r.Report.Done >= r.Report.Shards {
		t.Fatalf("%+v, %v", r, err)
	}
	checkAgainstPublished(t, r)
	stop()
	testkit.Fails(Run(ctx, Request{Set: smallCover(t)}))(t, context.Canceled, "stopped before the first shard")
}

// TestGoesOn: a stopped run is continued in its folder to the report of a run without a stop, and removes the folder. While a run works in a
// folder, another one is refused.
func TestGoesOn(t *testing.T) {
	testkit.Long(t)
	set, folder := smallCover(t), filepath.Join(t.TempDir(), "kept")
	// Three shards, of which two should be enough. The run without a stop has a folder, too, since only then its plan has a signature.
	r := Request{Set: set, Workers: 1, Precision: 0.005, Folder: filepath.Join(t.TempDir(), "whole")}
	unstopped := testkit.Must(Run(t.Context(), r))(t)
	r.Folder = folder
	ctx, stop := context.WithCancel(t.Context())
	r.Progress = func(p Progress) {
		if p.Draws > 0 {
			other := r
			other.Progress = nil
			testkit.Fails(Run(t.Context(), other))(t, ErrLocked, "a second run in the folder")
			stop()
		}
	}
	part, err := Run(ctx, r)
	if err != nil || !part.Stopped || part.Report.Done >= unstopped.Report.Done {
		t.Fatalf("%+v, %v", part, err)
	}
	var first uint64
	r.Progress = func(p Progress) { first = cmp.Or(first, p.Draws) }
	again := testkit.Must(Run(t.Context(), r))(t)
	if reportText(t, again) != reportText(t, unstopped) || again.Stopped || first < part.Report.Draws {
		t.Errorf("stopped and gone on from %d draws: another report", first)
	}
	testkit.Fails(os.Stat(folder))(t, os.ErrNotExist, "the folder is still there")
}

// TestBrokenFolder: if a killed run has left no valid survey, the work begins anew. Other files in the folder stay.
func TestBrokenFolder(t *testing.T) {
	testkit.Long(t)
	folder := filepath.Join(t.TempDir(), "kept")
	testkit.OK(t, os.MkdirAll(filepath.Join(folder, partName, "half"), 0o755))
	ownFile := filepath.Join(folder, "mine.txt")
	testkit.OK(t, os.WriteFile(ownFile, []byte("not yours"), 0o644))
	r, err := Run(t.Context(), Request{Set: smallCover(t), CPU: time.Second, Folder: folder})
	if err != nil || r.Report.Done == 0 {
		t.Fatalf("%+v, %v", r, err)
	}
	checkAgainstPublished(t, r)
	if text, err := os.ReadFile(ownFile); err != nil || string(text) != "not yours" {
		t.Errorf("a file of somebody else: %q, %v", text, err)
	}
	testkit.Fails(os.Stat(filepath.Join(folder, partName)))(t, os.ErrNotExist, "the work is still there")
}

// TestBadRequests: invalid requests, and those that take too long, are refused before any work.
func TestBadRequests(t *testing.T) {
	testkit.Medium(t)
	set := ranked.NewRepaired().Stratify()
	for _, c := range []struct {
		r    Request
		want string
	}{
		{Request{CPU: time.Millisecond}, "want at least a second"},
		{Request{CPU: -time.Second}, "want at least a second"},
		{Request{Precision: 1}, "want a relative half-width"},
		{Request{Precision: -0.1}, "want a relative half-width"},
		{Request{Precision: math.NaN()}, "want a relative half-width"},
		{Request{Confidence: 1}, "want a level"},
		{Request{Confidence: math.NaN()}, "want a level"},
	} {
		c.r.Set = set
		testkit.Fails(Run(t.Context(), c.r))(t, c.want, c.r)
	}
	var costErr *CostError
	_, err := Run(t.Context(), Request{Set: set, Precision: 1e-5})
	want := "0.001 % takes about 4.2 days of processor time, and 60 min is the limit"
	if !errors.As(err, &costErr) || costErr.Seconds < 3600 || !strings.Contains(err.Error(), want) {
		t.Errorf("a half-width of 0.001 %%: error %v, want a CostError with %q", err, want)
	}
}

// TestNumShards: a plan of two seconds or less has four shards, one of less than eight seconds three, and the planner chooses for others.
func TestNumShards(t *testing.T) {
	for precision, want := range map[float64]int{0: 0, 0.01: 4, 0.0057: 4, 0.005: 3, 0.003: 3, 0.001: 0, 0.0001: 0} {
		r := Request{Precision: precision}
		testkit.Equal(t, r.numShards(), want, precision, r.precisionSeconds())
	}
}

// TestShardsFor: half the half-width takes four times the shards, at most all.
func TestShardsFor(t *testing.T) {
	for _, c := range []struct {
		shards             int
		reached, precision float64
		all, want          int
	}{
		{8, 0.001, 0.001, 8, 8},
		{8, 0.001, 0.0005, 100, 32},
		{8, 0.001, 0.0005, 20, 20},
		{12, 0.001, 0.001 * math.Sqrt(margin), 12, 8}, // the shards of a plan without its margin
		{8, 0.001, 0.1, 8, 1},
	} {
		testkit.Equal(t, shardsFor(c.shards, c.reached, c.precision, c.all), c.want, c.shards, c.reached, c.all, c.precision)
	}
}

// TestFirstLook: the first look is after three quarters of the predicted shards, or after all of them if these are three or fewer.
func TestFirstLook(t *testing.T) {
	for _, c := range []struct {
		shards               int
		predicted, precision float64
		want                 int
	}{
		{4, 0.00285, 0.0057, 1}, // one shard should be enough
		{3, 0.00408, 0.005, 2},  // two
		{4, 0.001, 0.001, 3},
		{5, 0.001, 0.001, 4},
		{16, 0.000816, 0.001, 9}, // 11 should be enough
		{16, 0.002, 0.001, 12},   // not even 16
		{1, 0.01, 0.001, 1},
	} {
		testkit.Equal(t, firstLook(c.shards, c.predicted, c.precision), c.want, c.shards, c.predicted, c.precision)
	}
}

// TestCover: estimates of six seconds or more draw from the large cover. Those below a quarter of an hour look for games in one pass with fewer nodes.
func TestCover(t *testing.T) {
	for _, c := range []struct {
		r     Request
		cover string
		quick bool
	}{
		{Request{}, spaces.LargeCover, true}, // twenty seconds
		{Request{CPU: 2 * time.Second}, spaces.DefaultCover, true},
		{Request{CPU: time.Hour}, spaces.LargeCover, false},
		{Request{Precision: 0.0057}, spaces.DefaultCover, true},
		{Request{Precision: 0.001}, spaces.LargeCover, true},
		{Request{Precision: 0.0001}, spaces.LargeCover, false},
		{Request{Precision: 0.001, CPU: 3 * time.Second}, spaces.DefaultCover, true}, // the limit of the time counts if it is less
	} {
		testkit.Equal(t, c.r.Cover(), c.cover, c.r)
		c.r.Set = toy.New("toy") // any set
		if p := c.r.planRequest(); (p.Nodes == quickNodes) != c.quick || (p.Effort == verdict.Game) != c.quick {
			t.Errorf("%+v: a plan with %d nodes and effort %v", c.r, p.Nodes, p.Effort)
		}
	}
}

// TestNextLook: a run for a half-width of 0.001 in 16 shards ends when it is reached or all shards are done, and else does a third of the missing
// shards, at least one.
func TestNextLook(t *testing.T) {
	for _, c := range []struct {
		done    int
		reached float64
		want    int
	}{
		{8, 0.001, 8},
		{16, 0.002, 16},
		{8, 0.00105, 9}, // one of 9 shards is missing
		{8, 0.0012, 10}, // four of 12
		{8, 0.01, 11},   // all of 16
	} {
		testkit.Equal(t, nextLook(c.done, c.reached, 0.001, 16), c.want, c.done, c.reached)
	}
}

var writeFindings = flag.Bool("write-findings", false, "make the pilots whose findings are stored anew (two minutes)")

// explore returns the findings of a pilot with a number of draws.
func explore(t *testing.T, set sampler.Set, seed, draws uint64) *campaign.Findings {
	t.Helper()
	r := Request{Set: set}
	q := r.planRequest()
	q.Findings, q.Budget, q.PilotDraws, q.Seed = nil, 1000, draws, seed
	return testkit.Must(campaign.Explore(t.Context(), r.program(), q))(t)
}

// predictedPrecision returns the relative half-width that a plan for some seconds predicts.
func predictedPrecision(t *testing.T, set sampler.Set, f *campaign.Findings, seconds float64) float64 {
	t.Helper()
	r := Request{Set: set, Seed: 3}
	q := r.planRequest()
	q.Findings, q.Budget = f, seconds
	c := testkit.Must(campaign.Make(t.Context(), r.program(), filepath.Join(t.TempDir(), "survey"), q))(t)
	return c.Plan.Expected.Relative
}

// TestStoredFindings: for each set with stored findings, a new pilot of another seed predicts the same precision as they do, for small and
// large budgets.
func TestStoredFindings(t *testing.T) {
	testkit.Long(t)
	for space := range fileNames {
		t.Run(space, func(t *testing.T) { checkStoredFindings(t, space) })
	}
}

func checkStoredFindings(t *testing.T, space string) {
	set := testkit.Must(new(spaces.Tables).Set(space))(t)
	if *writeFindings {
		text := testkit.Must(json.Marshal(explore(t, set, 20261122, 1_000_000)))(t)
		testkit.OK(t, os.WriteFile(fileNames[space], append(text, '\n'), 0o644))
		t.Skip("the findings are written; they count in the next run")
	}
	own := explore(t, set, 7, 60_000)
	if a, b := findings(set.Name()).Value, own.Value; math.Abs(a/b-1) > 0.04 {
		t.Errorf("the stored findings estimate %.4g, a fresh pilot %.4g", a, b)
	}
	for _, seconds := range []float64{2, 20, 200} {
		a, b := predictedPrecision(t, set, findings(set.Name()), seconds), predictedPrecision(t, set, own, seconds)
		if math.Abs(a/b-1) > 0.12 {
			t.Errorf("%v s: a plan from the stored findings predicts %.4g, one from a fresh pilot %.4g", seconds, a, b)
		}
	}
}

// TestFindingsOfOtherSets: other sets have no stored findings, so that a pilot is made.
func TestFindingsOfOtherSets(t *testing.T) {
	for _, name := range []string{"", "cover-4-2", "ranked-repaired"} {
		if f := findings(name); f != nil {
			t.Errorf("%q has findings of %s", name, f.Space)
		}
	}
	for space := range fileNames {
		if f := findings(space); f == nil || f.Space != space || f.Draws < 1_000_000 || f.Classes == "" {
			t.Errorf("the findings for %s are %+v", space, f)
		}
	}
}
