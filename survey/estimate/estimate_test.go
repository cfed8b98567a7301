package estimate

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
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
	"chesscensus/survey/internal/toy"
	"chesscensus/survey/report"
)

// small returns the cover that is ready at once.
func small(t testing.TB) sampler.Set {
	t.Helper()
	return testkit.Must(new(spaces.Tables).Set(spaces.DefaultCover))(t)
}

// agrees fails if a result is more than four standard errors from the published number: one false alarm in fifteen thousand seeds.
func agrees(t *testing.T, r *Result) {
	t.Helper()
	low := r.Report.Estimate.Low
	if z := (low.Value - report.Published.Value) / math.Hypot(low.StdErr, report.Published.StdErr); math.Abs(z) > 4 || low.Hits == 0 {
		t.Errorf("%v is %.1f standard errors from the published %v", low, z, report.Published)
	}
}

// fixed is what a result may depend on: the report in JSON.
func fixed(t *testing.T, r *Result) string {
	t.Helper()
	text := testkit.Must(json.Marshal(r.Report))(t)
	return string(text)
}

// TestWidePrecisionsAreReached: what takes less than the smallest plan is done in one of a second or so, and no narrower than it has to be.
func TestWidePrecisionsAreReached(t *testing.T) {
	testkit.LongInFull(t)
	testkit.Medium(t)
	set := small(t)
	for i, precision := range []float64{0.9, 0.05, 0.02, 0.015}[:testkit.Raced(1, 4)] {
		if i%3 > 0 && testkit.Stride() > 3 {
			continue // the first and the last are left
		}
		r, err := Run(t.Context(), Request{Set: set, Precision: precision})
		if err != nil {
			t.Errorf("a half-width of %g: %v", precision, err)
			continue
		}
		agrees(t, r)
		if e := &r.Report.Estimate.Low; r.Missed || e.Relative() > precision || r.Report.Judged[3] > 1000 {
			t.Errorf("a half-width of %g: %g reached with %d games", precision, e.Relative(), r.Report.Judged[3])
		}
	}
}

// TestWorkersChangeNothing: a budget gives one report, whatever the number of workers; it agrees with the published number, and progress
// ends with all draws made.
func TestWorkersChangeNothing(t *testing.T) {
	testkit.Long(t)
	set := small(t)
	var last Progress
	one := testkit.Must(Run(t.Context(), Request{Set: set, CPU: time.Second, Workers: 1, Progress: func(p Progress) {
		if p.Draws < last.Draws || p.All < p.Draws {
			t.Errorf("%+v after %+v", p, last)
		}
		last = p
	}}))(t)
	two := testkit.Must(Run(t.Context(), Request{Set: set, CPU: time.Second, Workers: 3}))(t)
	if fixed(t, one) != fixed(t, two) {
		t.Error("one worker and three give two reports")
	}
	agrees(t, one)
	if last.Draws != one.Report.Draws || last.Left != 0 || last.Legal.Value != one.Report.Estimate.Low.Value || len(one.Trace) == 0 || one.Missed || one.Stopped {
		t.Errorf("the last progress is %+v, %d draws made", last, one.Report.Draws)
	}
}

// TestPrecision: a precision is reached with about the work that it takes, also by workers that finish in another order.
func TestPrecision(t *testing.T) {
	testkit.Long(t)
	set := small(t)
	const precision = 0.005
	one := testkit.Must(Run(t.Context(), Request{Set: set, Precision: precision, Workers: 1}))(t)
	if got := one.Report.Estimate.Low.Relative(); got > precision || got < precision/2 || one.Missed {
		t.Errorf("half-width %g, missed %v", got, one.Missed)
	}
	agrees(t, one)
	if one.Report.Done == one.Report.Shards {
		t.Logf("the margin was used up: %d shards", one.Report.Done)
	}
	two, err := Run(t.Context(), Request{Set: set, Precision: precision, Workers: 2})
	if err != nil || fixed(t, one) != fixed(t, two) {
		t.Errorf("one worker and two give two reports (%v)", err)
	}
}

// TestMissed: within a budget that is named, a precision may be missed, and then the result says what it takes.
func TestMissed(t *testing.T) {
	testkit.Long(t)
	r := testkit.Must(Run(t.Context(), Request{Set: small(t), Precision: 0.0001, CPU: time.Second}))(t)
	agrees(t, r)
	if reached := r.Report.Estimate.Low.Relative(); !r.Missed || r.Needs < 1000 || r.Needs > 20_000 {
		t.Errorf("missed %v: %.2g reached, needs %.0f s", r.Missed, reached, r.Needs)
	}
}

// TestStopped: what is done when the context ends is the result.
func TestStopped(t *testing.T) {
	testkit.Long(t)
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	r, err := Run(ctx, Request{Set: small(t), CPU: 10 * time.Second, Workers: 1, Progress: func(p Progress) {
		if p.Draws > 0 {
			stop()
		}
	}})
	if err != nil || !r.Stopped || r.Report.Done == 0 || r.Report.Done >= r.Report.Shards {
		t.Fatalf("%+v, %v", r, err)
	}
	agrees(t, r)
	stop()
	if _, err := Run(ctx, Request{Set: small(t)}); !errors.Is(err, context.Canceled) {
		t.Errorf("stopped before the first shard: %v", err)
	}
}

// TestGoesOn: a run that was stopped goes on in its folder, to the report of one that was not; the folder is gone then.
// While one run is at work in a folder another is refused.
func TestGoesOn(t *testing.T) {
	testkit.Long(t)
	set, folder := small(t), filepath.Join(t.TempDir(), "kept")
	// three shards, of which two should do; the whole one has a folder too, as only the plan of such a run holds the program's signature
	r := Request{Set: set, Workers: 1, Precision: 0.005, Folder: filepath.Join(t.TempDir(), "whole")}
	whole := testkit.Must(Run(t.Context(), r))(t)
	r.Folder = folder
	ctx, stop := context.WithCancel(t.Context())
	r.Progress = func(p Progress) {
		if p.Draws > 0 {
			other := r
			other.Progress = nil
			if _, err := Run(t.Context(), other); !errors.Is(err, ErrLocked) {
				t.Errorf("a second run in the folder: %v", err)
			}
			stop()
		}
	}
	part, err := Run(ctx, r)
	if err != nil || !part.Stopped || part.Report.Done >= whole.Report.Done {
		t.Fatalf("%+v, %v", part, err)
	}
	var first uint64
	r.Progress = func(p Progress) { first = cmp.Or(first, p.Draws) }
	again := testkit.Must(Run(t.Context(), r))(t)
	if fixed(t, again) != fixed(t, whole) || again.Stopped || first < part.Report.Draws {
		t.Errorf("stopped and gone on from %d draws: another report", first)
	}
	if _, err := os.Stat(folder); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the folder is still there: %v", err)
	}
}

// TestBrokenFolder: what a killed run has left is no survey, and is done anew. Other things in the folder stay.
func TestBrokenFolder(t *testing.T) {
	testkit.Long(t)
	folder := filepath.Join(t.TempDir(), "kept")
	testkit.OK(t, os.MkdirAll(filepath.Join(folder, partName, "half"), 0o755))
	mine := filepath.Join(folder, "mine.txt")
	testkit.OK(t, os.WriteFile(mine, []byte("not yours"), 0o644))
	r, err := Run(t.Context(), Request{Set: small(t), CPU: time.Second, Folder: folder})
	if err != nil || r.Report.Done == 0 {
		t.Fatalf("%+v, %v", r, err)
	}
	agrees(t, r)
	if text, err := os.ReadFile(mine); err != nil || string(text) != "not yours" {
		t.Errorf("a file of somebody else: %q, %v", text, err)
	}
	if _, err := os.Stat(filepath.Join(folder, partName)); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the work is still there: %v", err)
	}
}

// TestBadRequests: what cannot be meant is refused, and what takes too long, before any work.
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
		if _, err := Run(t.Context(), c.r); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%+v: error %v, want %q", c.r, err, c.want)
		}
	}
	var dear *CostError
	_, err := Run(t.Context(), Request{Set: set, Precision: 1e-5})
	if !errors.As(err, &dear) || dear.Seconds < 3600 || !strings.Contains(err.Error(), "0.001 % takes about 4.2 days of processor time, and 60 min is the limit") {
		t.Errorf("%v", err)
	}
}

// TestPieces: where the planner would make one piece or two of a precision and its margin, there are three, of which two should do, and four of what takes about a second.
func TestPieces(t *testing.T) {
	for precision, want := range map[float64]int{0: 0, 0.01: 4, 0.0057: 4, 0.005: 3, 0.003: 3, 0.001: 0, 0.0001: 0} {
		if got := (&Request{Precision: precision}).numShards(); got != want {
			t.Errorf("precision %v: %d pieces, want %d", precision, got, want)
		}
	}
}

// TestShardsFor: half the half-width takes four times the shards, at most all there are.
func TestShardsFor(t *testing.T) {
	for _, c := range []struct {
		shards             int
		reached, precision float64
		all, want          int
	}{{8, 0.001, 0.001, 8, 8}, {8, 0.001, 0.0005, 100, 32}, {8, 0.001, 0.0005, 20, 20}, {12, 0.001, 0.001 * math.Sqrt(margin), 12, 8}, {8, 0.001, 0.1, 8, 1}} {
		if got := shardsFor(c.shards, c.reached, c.precision, c.all); got != c.want {
			t.Errorf("%+v: %d", c, got)
		}
	}
}

// TestFirst: the first look is at three quarters of what should do, at all of it if that is three pieces or fewer.
func TestFirst(t *testing.T) {
	for _, c := range []struct {
		shards               int
		predicted, precision float64
		want                 int
	}{{4, 0.00285, 0.0057, 1}, {3, 0.00408, 0.005, 2}, {16, 0.000816, 0.001, 9}, {16, 0.002, 0.001, 12}, {5, 0.001, 0.001, 4}, {4, 0.001, 0.001, 3}, {1, 0.01, 0.001, 1}} {
		if got := firstLook(c.shards, c.predicted, c.precision); got != c.want {
			t.Errorf("%+v: %d", c, got)
		}
	}
}

// TestCover: what takes six seconds or more draws from the large cover, in one pass of fewer nodes; what takes a quarter of an hour searches as long as surveys do.
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
		{Request{Precision: 0.001, CPU: 3 * time.Second}, spaces.DefaultCover, true}, // what is allowed, if it is less
	} {
		if got := c.r.Cover(); got != c.cover {
			t.Errorf("%+v: %s, want %s", c.r, got, c.cover)
		}
		c.r.Set = toy.New("toy") // whatever it is
		if p := c.r.planRequest(); (p.Nodes == quickNodes) != c.quick || (p.Effort == verdict.Game) != c.quick {
			t.Errorf("%+v: a plan with %d nodes and effort %v", c.r, p.Nodes, p.Effort)
		}
	}
}

// TestNext: a run ends when the precision is reached or all is done, and else goes a third of the way, of one shard at least.
func TestNext(t *testing.T) {
	for _, c := range []struct {
		done               int
		reached, precision float64
		shards, want       int
	}{{8, 0.001, 0.001, 16, 8}, {16, 0.002, 0.001, 16, 16}, {8, 0.00105, 0.001, 16, 9}, {8, 0.0012, 0.001, 16, 10}, {8, 0.01, 0.001, 16, 11}} {
		if got := nextLook(c.done, c.reached, c.precision, c.shards); got != c.want {
			t.Errorf("%+v: %d", c, got)
		}
	}
}
