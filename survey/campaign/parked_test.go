package campaign

import (
	"context"
	"errors"
	"iter"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"chesscensus/internal/testing/testkit"
	"chesscensus/legality/verdict"
	"chesscensus/survey/record"
	"chesscensus/survey/shards"
)

// A fickle pool returns wrong counts first, for shards that it then does again, and gives some up.
type fickle struct {
	worker *Worker
	parks  map[int]string
}

func (p fickle) Run(ctx context.Context, jobs iter.Seq[Job], done func(Result) error) error {
	var wrong []Job
	for job := range jobs {
		if p.parks[job.Shard] != "" {
			continue
		}
		r, err := p.worker.Do(ctx, job)
		if err != nil {
			return err
		}
		if job.Shard%3 == 0 {
			wrong = append(wrong, job)
			if r.Data, err = miscounted(r.Data); err != nil {
				return err
			}
		}
		if err := done(r); err != nil {
			return err
		}
	}
	for _, job := range wrong {
		r, err := p.worker.Do(ctx, job)
		if err != nil {
			return err
		}
		if err := done(r); err != nil {
			return err
		}
	}
	if len(p.parks) > 0 {
		return &ParkedError{p.parks}
	}
	return nil
}

// miscounted takes a draw from a count.
func miscounted(data []byte) ([]byte, error) {
	s, err := record.Decode(data)
	if err != nil {
		return nil, err
	}
	for i := range s.Rows {
		if r := &s.Rows[i]; r.Phase == 1 && r.Property == shards.Men && r.Draws > 1 {
			r.Draws--
			break
		}
	}
	return s.Encode()
}

// TestLaterResultsCount: a pool may take results back and give shards up; what it says last counts, and the next run does the rest.
func TestLaterResultsCount(t *testing.T) {
	testkit.Medium(t)
	c := makeToy(t, verdict.Kernel)
	whole := copyPlan(t, c)
	st := runToy(t, whole, verdict.Kernel, Options{})
	makeWorker, err := c.workers(toyProgram(verdict.Kernel))
	if err != nil {
		t.Fatal(err)
	}
	w, err := makeWorker()
	if err != nil {
		t.Fatal(err)
	}
	reasons := map[int]string{4: "no memory", 7: "no time"}
	got, err := c.Run(context.Background(), toyProgram(verdict.Kernel), Options{Pool: fickle{w, reasons}})
	var parked *ParkedError
	if !errors.As(err, &parked) || got.Done != 10 || !strings.Contains(err.Error(), "2 shards are parked") || !strings.Contains(err.Error(), "shard 7: no time") {
		t.Fatalf("%v, %d shards done", err, got.Done)
	}
	if now, _, err := c.Status(); err != nil || len(now.Parked) != 2 || now.Parked[4] != "no memory" || now.Draws != got.Draws || now.CPU != got.CPU {
		t.Errorf("%v, status %+v, after the run %+v", err, now, got)
	}
	if _, err := c.Run(context.Background(), toyProgram(verdict.Kernel), Options{Shards: 1, Pool: fickle{w, map[int]string{7: "no time"}}}); !errors.As(err, &parked) {
		t.Error(err)
	}
	if now, _, err := c.Status(); err != nil || len(now.Parked) != 1 || now.Done != 11 {
		t.Errorf("%v, status %+v", err, now)
	}
	last := runToy(t, c, verdict.Kernel, Options{})
	if now, _, err := c.Status(); err != nil || now.Parked != nil || last.Draws != st.Draws {
		t.Errorf("%v, status %+v", err, now)
	}
	sameFiles(t, "after wrong results", files(t, c), files(t, whole))
	if err := os.WriteFile(filepath.Join(c.Folder.Dir, "parked.json"), []byte("{"), 0o666); err != nil {
		t.Fatal(err)
	}
	if _, problems, err := c.Status(); err != nil || len(problems) != 1 || !strings.Contains(problems[0].Err.Error(), "parked.json") {
		t.Errorf("a damaged list: %v, %v", err, problems)
	}
}

// TestResultsThatCannotBe are named, and leave nothing behind.
func TestResultsThatCannotBe(t *testing.T) {
	c := makeToy(t, verdict.Game)
	other := copyPlan(t, c)
	other.Plan.Seed++
	makeWorker, err := c.workers(toyProgram(verdict.Game))
	if err != nil {
		t.Fatal(err)
	}
	w, err := makeWorker()
	if err != nil {
		t.Fatal(err)
	}
	right, err := w.Do(context.Background(), Job{Shard: 2})
	if err != nil {
		t.Fatal(err)
	}
	third, err := w.Do(context.Background(), Job{Shard: 3})
	if err != nil {
		t.Fatal(err)
	}
	if err := (&Result{Shard: 2, Data: right.Data, Draws: right.Draws, Judged: right.Judged, CPU: right.CPU, Open: right.Open}).Verify(c.Plan); err != nil {
		t.Fatal(err)
	}
	if err := right.Verify(other.Plan); err == nil || !strings.Contains(err.Error(), "want {Plan:") {
		t.Errorf("of another plan: %v", err)
	}
	for want, edit := range map[string]func(*Result){
		"Parquet":                   func(r *Result) { r.Data = r.Data[:len(r.Data)/2] },
		"those of shard 3":          func(r *Result) { r.Data = third.Data },
		"found shard -1":            func(r *Result) { r.Shard = -1 },
		"found shard 12, want one":  func(r *Result) { r.Shard = 12 },
		"draws, want":               func(r *Result) { r.Draws++ },
		"of 1 and 3 phases, want 3": func(r *Result) { r.Judged = r.Judged[:1] },
		"of 3 and 0 phases, want 3": func(r *Result) { r.CPU = nil },
		"open draws of shard 2":     func(r *Result) { r.Open = []byte("what?\n") },
	} {
		r := right
		edit(&r)
		st := newStatus(c)
		if err := c.put("build", st, &r); !errors.Is(err, ErrResult) || !strings.Contains(err.Error(), want) || st.Done != 0 {
			t.Errorf("%v, want %v and %q", err, ErrResult, want)
		}
	}
}
