package campaign

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"chesscensus/internal/testing/testkit"
	"chesscensus/legality/verdict"
	"chesscensus/survey/internal/record"
	"chesscensus/survey/internal/shards"
	"chesscensus/survey/plan"
)

// A ficklePool reports every third shard twice, and gives up the shards that have a reason.
type ficklePool struct {
	worker  *Worker
	reasons map[int]string
}

func (p ficklePool) Run(ctx context.Context, jobs iter.Seq[Job], done func(Result) error) error {
	for job := range jobs {
		if p.reasons[job.Shard] != "" {
			continue
		}
		r, err := p.worker.Do(ctx, job)
		if err != nil {
			return err
		}
		if job.Shard%3 == 0 {
			if err := done(r); err != nil {
				return err
			}
		}
		if err := done(r); err != nil {
			return err
		}
	}
	if len(p.reasons) > 0 {
		return &ParkedError{p.reasons}
	}
	return nil
}

// TestPoolsGiveUp: a pool may report a shard twice with the same result, and may give shards up, which the next run does.
func TestPoolsGiveUp(t *testing.T) {
	testkit.Medium(t)
	c := makeToy(t, verdict.Kernel)
	oneRun := copyPlan(t, c)
	st := runToy(t, oneRun, verdict.Kernel, Options{})
	makeWorker := testkit.Must(c.workerMaker(toyProgram(verdict.Kernel)))(t)
	w := testkit.Must(makeWorker())(t)
	reasons := map[int]string{4: "no memory", 7: "no time"}
	got, err := c.Run(context.Background(), toyProgram(verdict.Kernel), Options{Pool: ficklePool{w, reasons}})
	var parked *ParkedError
	if !errors.As(err, &parked) || got.Done != 10 || !strings.Contains(err.Error(), "2 shards are parked") || !strings.Contains(err.Error(), "shard 7: no time") {
		t.Fatalf("%v, %d shards done", err, got.Done)
	}
	if now, _, err := c.Status(); err != nil || len(now.Parked) != 2 || now.Parked[4] != "no memory" || now.Draws != got.Draws || now.CPU != got.CPU {
		t.Errorf("%v, status %+v, after the run %+v", err, now, got)
	}
	if _, err := c.Run(context.Background(), toyProgram(verdict.Kernel), Options{Shards: 1, Pool: ficklePool{w, map[int]string{7: "no time"}}}); !errors.As(err,
		&parked) {
		t.Error(err)
	}
	if now, _, err := c.Status(); err != nil || len(now.Parked) != 1 || now.Done != 11 {
		t.Errorf("%v, status %+v", err, now)
	}
	last := runToy(t, c, verdict.Kernel, Options{})
	if now, _, err := c.Status(); err != nil || now.Parked != nil || last.Draws != st.Draws {
		t.Errorf("%v, status %+v", err, now)
	}
	compareFolders(t, "after shards were given up", filesAndReport(t, c), filesAndReport(t, oneRun))
	testkit.OK(t, os.WriteFile(filepath.Join(c.Folder.Dir, "parked.json"), []byte("{"), 0o666))
	if _, problems, err := c.Status(); err != nil || len(problems) != 1 || !strings.Contains(problems[0].Err.Error(), "parked.json") {
		t.Errorf("a damaged list: %v, %v", err, problems)
	}
}

// TestResultsThatCannotBe: impossible results are errors that name the reason, and are not stored.
func TestResultsThatCannotBe(t *testing.T) {
	testkit.Unraced(t)
	c := makeToy(t, verdict.Game)
	other := copyPlan(t, c)
	other.Plan.Seed++
	makeWorker := testkit.Must(c.workerMaker(toyProgram(verdict.Game)))(t)
	w := testkit.Must(makeWorker())(t)
	valid := testkit.Must(w.Do(context.Background(), Job{Shard: 2}))(t)
	otherShard := testkit.Must(w.Do(context.Background(), Job{Shard: 3}))(t)
	testkit.OK(t, (&Result{Shard: 2, Data: valid.Data, Draws: valid.Draws, Judged: valid.Judged, CPU: valid.CPU, Open: valid.Open,
		Reached: valid.Reached}).Verify(c.Plan))
	testkit.FailsWith(t, valid.Verify(other.Plan), "want {Plan:", "of another plan")
	for want, edit := range map[string]func(*Result){
		"Parquet":                   func(r *Result) { r.Data = r.Data[:len(r.Data)/2] },
		"those of shard 3":          func(r *Result) { r.Data = otherShard.Data },
		"found shard -1":            func(r *Result) { r.Shard = -1 },
		"found shard 12, want one":  func(r *Result) { r.Shard = 12 },
		"draws, want":               func(r *Result) { r.Draws++ },
		"of 1 and 3 phases, want 3": func(r *Result) { r.Judged = r.Judged[:1] },
		"of 3 and 0 phases, want 3": func(r *Result) { r.CPU = nil },
		"open draws of shard 2":     func(r *Result) { r.Open = []byte("what?\n") },
		"NaN s of processor time":   func(r *Result) { r.CPU = []float64{1, math.NaN(), 1} },
		"no Parquet file":           func(r *Result) { r.Reached = r.Reached[:len(r.Reached)-9] },
		"last phase and its counts": func(r *Result) { r.Reached = nil },
		"draws, and counted":        func(r *Result) { r.Judged = []uint64{r.Judged[0], r.Judged[1] + 1, r.Judged[2]} },
		"is none of the shard":      func(r *Result) { r.Reached = otherShard.Reached },
		"open draws and their count": func(r *Result) {
			r.Open = append([]byte(shards.OpenHeader), "8/8/8/8/8/8/8/K1k5 w - - 0 1\t0\t"+fmt.Sprint(firstDraw(c.Plan, 2))+"\t1\t1\tall\n"...)
		},
		"are not counted under \"men\", or twice":     editRows(t, func(rows []record.Row) { removeDraw(rows, shards.Men) }),
		"are not counted under \"verdict\", or twice": editRows(t, func(rows []record.Row) { removeDraw(rows, shards.Verdict) }),
		"judged in phase 3, but":                      editRows(t, removePassing),
		"draws of stratum 0, class 0, want":           func(r *Result) { dropJudged(t, r) },
	} {
		r := valid
		edit(&r)
		st := newStatus(c)
		if err := c.store("build", st, &r); !errors.Is(err, errResult) || !strings.Contains(err.Error(), want) || st.Done != 0 {
			t.Errorf("%v, want %v and %q", err, errResult, want)
		}
	}
	st := newStatus(c)
	st.sums[2] = record.Sum(otherShard.Data)
	if err := c.store("build", st, &valid); !errors.Is(err, errResult) || !strings.Contains(err.Error(), "shard 2 is stored, and this is another") {
		t.Errorf("in the place of another: %v", err)
	}
}

// firstDraw returns the first draw of a shard in the first stratum.
func firstDraw(p *plan.Plan, shard int) uint64 {
	n, _ := p.Span(0, shard)
	return n
}

// dropJudged has a result leave out a draw of the first stratum that its last phase has proven legal: counts and lists agree with each other.
func dropJudged(t *testing.T, r *Result) {
	t.Helper()
	s := testkit.Must(record.Decode(r.Data))(t)
	last := int32(len(r.Judged))
	isProven := func(r record.Row) bool { return r.Phase == last && r.Stratum == 0 && r.Outcome == record.In }
	kind := s.Rows[slices.IndexFunc(s.Rows, isProven)]
	dropped := map[string]bool{shards.Diagram: true}
	for i := range s.Rows {
		r := &s.Rows[i]
		if isProven(*r) && !dropped[r.Property] && (r.Property == shards.Verdict || r.Multiplicity == kind.Multiplicity) {
			dropped[r.Property] = true
			r.Draws--
		}
	}
	s.Rows = slices.DeleteFunc(s.Rows, func(r record.Row) bool { return r.Draws == 0 })
	reached := testkit.Must(record.ParseReached(r.Reached))(t)
	i := slices.IndexFunc(reached, func(d record.Reached) bool { return d.Stratum == 0 && d.Outcome == record.In })
	r.Data, r.Reached = testkit.Must(s.Encode())(t), testkit.Must(record.EncodeReached(slices.Delete(reached, i, i+1)))(t)
	r.Judged = slices.Clone(r.Judged)
	r.Judged[last-1]--
}

// editRows returns a function that edits the rows of a result.
func editRows(t *testing.T, edit func([]record.Row)) func(*Result) {
	return func(r *Result) {
		s := testkit.Must(record.Decode(r.Data))(t)
		edit(s.Rows)
		r.Data = testkit.Must(s.Encode())(t)
	}
}

// removeDraw removes a draw of the second phase from a row of a property that counts several.
func removeDraw(rows []record.Row, property string) {
	i := slices.IndexFunc(rows, func(r record.Row) bool { return r.Phase == 2 && r.Property == property && r.Draws > 1 })
	rows[i].Draws--
}

// removePassing removes all draws but one from every row of draws that pass the second phase.
func removePassing(rows []record.Row) {
	for i := range rows {
		if r := &rows[i]; r.Phase == 2 && r.Property == shards.All && r.Outcome == record.Pass {
			r.Draws = 1
		}
	}
}

// TestPoolEndsWithTheFirstError: a pool ends when done fails for the fifth result, or when no worker can be made.
func TestPoolEndsWithTheFirstError(t *testing.T) {
	testkit.Medium(t)
	c := makeToy(t, verdict.Static)
	workers := testkit.Must(c.workerMaker(toyProgram(verdict.Static)))(t)
	endless := iter.Seq[Job](func(yield func(Job) bool) {
		for s := 0; yield(Job{Shard: s % 12}); s++ {
		}
	})
	boom := errors.New("boom")
	for _, n := range []int{1, 4} {
		results := 0
		err := localPool{n, workers}.Run(context.Background(), endless, func(Result) error {
			if results++; results == 5 {
				return boom
			}
			return nil
		})
		if err != boom || results != 5 {
			t.Errorf("%d workers: error %v after %d results", n, err, results)
		}
		var made atomic.Int32
		err = localPool{n, func() (*Worker, error) { made.Add(1); return nil, boom }}.Run(context.Background(), endless, func(Result) error { return nil })
		if err != boom || made.Load() < 1 {
			t.Errorf("%d workers that cannot be made: error %v", n, err)
		}
	}
	if err := (localPool{3, workers}).Run(context.Background(), func(func(Job) bool) {}, nil); err != nil {
		t.Errorf("no jobs: %v", err)
	}
}
