package survey

import (
	"context"
	"encoding/json"
	"errors"
	"math"
	"math/big"
	"reflect"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/snapshot"
	"chesscensus/internal/testing/testkit"
	"chesscensus/legality"
	"chesscensus/legality/verdict"
	"chesscensus/sampler/ranked"
	"chesscensus/stats"
)

var rankedSpace = sync.OnceValue(ranked.New)

func mustRun(t *testing.T, c Config) *Report {
	t.Helper()
	if c.Space == nil {
		c.Space = rankedSpace()
	}
	return testkit.Must(Run(context.Background(), c))(t)
}

func asJSON(t *testing.T, v any) string {
	t.Helper()
	return string(testkit.Must(json.Marshal(v))(t))
}

// TestWorkersDoNotMatter: the reports of runs with 1 and 8 workers have the same bytes.
func TestWorkersDoNotMatter(t *testing.T) {
	testkit.Medium(t)
	const n = 12345 // the last block is not full
	oneWorker, eight := mustRun(t, Config{Draws: n, Seed: 3, Workers: 1}), mustRun(t, Config{Draws: n, Seed: 3, Workers: 8})
	if a, b := asJSON(t, oneWorker), asJSON(t, eight); a != b {
		t.Errorf("reports differ:\n%s\n%s", a, b)
	}
	if !reflect.DeepEqual(oneWorker.Trace.Points, eight.Trace.Points) {
		t.Error("traces differ")
	}
	if oneWorker.Draws != n || oneWorker.Tally.Draws() != n || oneWorker.Men.Draws() != n || oneWorker.Verdicts.Draws() != n || oneWorker.Prefilter.Draws() != n || oneWorker.Interrupted() {
		t.Errorf("draws: report %d, tally %d, men %d, verdicts %d, prefilter %d, want %d in all",
			oneWorker.Draws, oneWorker.Tally.Draws(), oneWorker.Men.Draws(), oneWorker.Verdicts.Draws(), oneWorker.Prefilter.Draws(), n)
	}
	if other := mustRun(t, Config{Draws: n, Seed: 4}); other.Tally.Equal(&oneWorker.Tally) {
		t.Error("another seed gives the same tally")
	}
}

// TestPublishedShares compares the shares of the pre-filter categories with those of the published million draws in the README of
// ChessPositionRanking. Each of the ten differences exceeds 5 standard errors by chance with probability 6e-7.
func TestPublishedShares(t *testing.T) {
	testkit.Medium(t)
	n := testkit.Size(20_000, 200_000)
	r := mustRun(t, Config{Draws: uint64(n), Seed: 1})
	for category, published := range map[string]float64{
		"Illegal Both Kings in Check": 492045, "Illegal Side not to move in Check": 173401,
		"Illegal Adjacent Kings": 102541, "Illegal Bishops Too Monochromatic": 79019, "Single Check": 53063,
		"No Checks": 35584, "Illegal Triple Check": 29962, "Illegal Double Check": 27415,
		"Discovered Double Check": 6256, "Illegal Double Knight Check": 714,
	} {
		p := published / 1e6
		share := float64(r.Prefilter.Count(category)) / float64(n)
		if z := (share - p) / math.Sqrt(p*(1-p)*(1/float64(n)+1e-6)); math.Abs(z) > 5 {
			t.Errorf("%s: share %.5f, published %.5f, z = %.1f", category, share, p, z)
		}
	}
}

// TestInterruptedRunIsAShorterRun: the report of an interrupted run is that of an undisturbed run with as many draws.
func TestInterruptedRunIsAShorterRun(t *testing.T) {
	testkit.Medium(t)
	ctx, stop := context.WithCancel(context.Background())
	r, err := Run(ctx, Config{Space: rankedSpace(), Draws: 1 << 40, Seed: 9, Workers: 3, Progress: func(done uint64) {
		if done >= 7*blockSize {
			stop()
		}
	}})
	if !errors.Is(err, context.Canceled) || r == nil || !r.Interrupted() || r.Draws < 7*blockSize {
		t.Fatalf("report %+v, error %v", r, err)
	}
	whole := mustRun(t, Config{Draws: r.Draws, Seed: 9})
	whole.Requested = r.Requested
	if a, b := asJSON(t, r), asJSON(t, whole); a != b {
		t.Errorf("interrupted after %d draws:\n%s\nwhole run:\n%s", r.Draws, a, b)
	}
	// A run that is stopped before the first block has an empty report.
	r, err = Run(ctx, Config{Space: rankedSpace(), Draws: 5000})
	if !errors.Is(err, context.Canceled) || r.Draws != 0 || r.Estimate.Lo != 0 {
		t.Errorf("stopped at once: %d draws, %v", r.Draws, err)
	}
}

// TestStoppedRunGoesOn stops a run twice and stores its report on disk as notebooks do. The report at the end has the bytes and the trace of that of an
// undisturbed run.
func TestStoppedRunGoesOn(t *testing.T) {
	testkit.Medium(t)
	const n = 60*blockSize + 345
	c := Config{Space: rankedSpace(), Draws: n, Seed: 3, Workers: 2, Properties: []Property{captures}}
	unstopped := mustRun(t, c)
	for _, until := range []uint64{3 * blockSize, 30 * blockSize, 0} {
		run := func() (*Report, error) {
			ctx, stop := context.WithCancel(context.Background())
			defer stop()
			c.Progress = func(done uint64) {
				if until > 0 && done >= until {
					stop()
				}
			}
			return Run(ctx, c)
		}
		r, err := run()
		for range 100 { // on a busy machine a run may stop late: run again what ended, or went on to where the next run stops
			if until == 0 || err != nil && r.Draws < until+27*blockSize {
				break
			}
			r, err = run()
		}
		if until > 0 && (!errors.Is(err, context.Canceled) || r.Draws < until) || until == 0 && err != nil {
			t.Fatalf("until %d: %d draws, %v", until, r.Draws, err)
		}
		data := testkit.Must(snapshot.Marshal(&r))(t)
		c.From = nil
		testkit.OK(t, snapshot.Unmarshal(data, &c.From))
	}
	if a, b := asJSON(t, c.From), asJSON(t, unstopped); a != b {
		t.Errorf("after two stops:\n%s\nwhole run:\n%s", a, b)
	}
	if !reflect.DeepEqual(c.From.Trace.Points, unstopped.Trace.Points) {
		t.Errorf("after two stops the trace is %v, want %v", c.From.Trace.Points, unstopped.Trace.Points)
	}
	if !reflect.DeepEqual(c.From.Properties, unstopped.Properties) {
		t.Error("the properties are others after two stops")
	}
	c.Progress = func(uint64) { t.Error("what is whole is drawn again") }
	if r, err := Run(context.Background(), c); err != nil || asJSON(t, r) != asJSON(t, unstopped) {
		t.Errorf("a whole run that goes on: %v", err)
	}
}

// TestGoOnRefuses: a run cannot be continued from a report of another sample.
func TestGoOnRefuses(t *testing.T) {
	c := Config{Space: rankedSpace(), Draws: 2 * blockSize, Seed: 3, Effort: verdict.Static}
	for name, change := range map[string]func(c *Config){
		"seed":       func(c *Config) { c.Seed = 4 },
		"effort":     func(c *Config) { c.Effort = verdict.Kernel },
		"properties": func(c *Config) { c.Properties = []Property{captures} },
		"fewer":      func(c *Config) { c.Draws = blockSize },
		"space":      func(c *Config) { c.Space = Within(rankedSpace(), rankedSpace()) },
	} {
		other := c
		other.From = mustRun(t, c)
		change(&other)
		testkit.Fails(Run(context.Background(), other))(t, "cannot go on", name)
	}
	part := c
	part.Draws = blockSize + 1
	c.From = mustRun(t, part)
	testkit.Fails(Run(context.Background(), c))(t, "want a multiple of 1000", "from the midst of a block")
}

func TestRunRefuses(t *testing.T) {
	var effort *legality.EffortError
	if _, err := Run(context.Background(), Config{Space: rankedSpace(), Draws: 1, Effort: verdict.Exhaustive + 1}); !errors.As(err, &effort) {
		t.Errorf("an effort beyond all: error %v, want an EffortError", err)
	}
	testkit.Fails(Run(context.Background(), Config{Draws: 1}))(t, "", "no space")
	if _, err := Run(context.Background(), Config{Space: rankedSpace(), Draws: 1, Options: stats.Options{Confidence: 2}}); err == nil {
		t.Error("confidence 2: no error")
	}
}

// TestConclusion has the three forms of a conclusion: nothing proven, some draws open, all decided.
func TestConclusion(t *testing.T) {
	size := big.NewInt(1_000_000)
	for _, c := range []struct {
		in, open uint64
		want     []string
	}{
		{0, 100, []string{"at most 100000 +- 1.9e+04 (95 %)", "10.000% of the draws are not refuted at effort static"}},
		{60, 40, []string{"between 60000 +- 1.5e+04 (proven) and 100000 +- 1.9e+04 (not refuted)", "chance and undecided draws together: 47641 to 115612 (95 %)"}},
		{100, 0, []string{"legal positions: 100000 +- 1.9e+04 (95 %: 81396.8 to 118603)"}},
		{2, 0, []string{"legal positions: 2000 (95 %: 242.301 to 7205.84)"}},
		{0, 0, []string{"legal positions: 0 (95 %: 0 to 3682.08)", "\nwarning: "}},
		{0, 1, []string{"at most 1000 (95 %: 25.3175 to 5558.92)", "0.100% of the draws"}},
	} {
		r := &Report{Size: size, Effort: verdict.Static}
		r.Tally.AddCount(stats.In, 1, 1, c.in)
		r.Tally.AddCount(stats.Open, 1, 1, c.open)
		r.Tally.AddOut(1000 - c.in - c.open)
		r.Estimate = r.Tally.Estimate(size, stats.Options{})
		for _, want := range c.want {
			if got := r.Conclusion(); !strings.Contains(got, want) {
				t.Errorf("%d proven, %d open: %q, want it to contain %q", c.in, c.open, got, want)
			}
		}
	}
}

// TestStoppedWithinTheFirstBlock: a run that is stopped within its first block reports its judged draws as a run of that number would. It
// cannot be continued, and begins anew.
func TestStoppedWithinTheFirstBlock(t *testing.T) {
	for _, workers := range []int{1, 3} {
		ctx, stop := context.WithCancel(context.Background())
		defer stop()
		var judged atomic.Int64
		legal := func(s chess.Setup) verdict.Outcome {
			if s.Board.Occupied().Count()%2 == 0 {
				return verdict.Illegal
			}
			return verdict.Legal
		}
		c := Config{Space: rankedSpace(), Draws: 1 << 40, Seed: 9, Workers: workers}
		c.Judge = func(s chess.Setup) verdict.Outcome {
			if judged.Add(1) == 101 {
				stop()
				return verdict.Unknown // the judgement is cut short
			}
			return legal(s)
		}
		r, err := Run(ctx, c)
		if !errors.Is(err, context.Canceled) || r == nil || r.Draws == 0 && workers == 1 || r.Draws >= blockSize || r.Resumable() ||
			workers == 1 && r.Tally.Draws() != 100 {
			t.Fatalf("%d workers: report %+v, error %v", workers, r, err)
		}
		if r.Draws == 0 {
			continue // the other workers were faster
		}
		whole := testkit.Must(Run(context.Background(), Config{Space: rankedSpace(), Draws: r.Draws, Seed: 9, Judge: legal}))(t)
		whole.Requested = r.Requested
		if a, b := asJSON(t, r), asJSON(t, whole); a != b {
			t.Errorf("%d workers, stopped after %d draws:\n%s\nwhole run:\n%s", workers, r.Draws, a, b)
		}
		on, err := Run(context.Background(), Config{Space: rankedSpace(), Draws: 1500, Seed: 9, Judge: legal, From: r})
		if err != nil || on.Draws != 1500 {
			t.Errorf("%d workers, going on: %+v, %v", workers, on, err)
		}
	}
}
