package campaign

import (
	"context"
	"encoding/json"
	"errors"
	"iter"
	"runtime"
	"slices"
	"sync/atomic"
	"testing"

	"chesscensus/internal/testing/testkit"
	"chesscensus/legality/verdict"
)

// TestPoolEndsWithTheFirstError lets the fifth result fail.
func TestPoolEndsWithTheFirstError(t *testing.T) {
	testkit.Medium(t)
	c := makeToy(t, verdict.Static)
	workers := testkit.Must(c.workers(toyProgram(verdict.Static)))(t)
	endless := iter.Seq[Job](func(yield func(Job) bool) {
		for s := 0; yield(Job{Shard: s % 12}); s++ {
		}
	})
	boom := errors.New("boom")
	for _, n := range []int{1, 4} {
		results := 0
		err := local{n, workers}.Run(context.Background(), endless, func(Result) error {
			if results++; results == 5 {
				return boom
			}
			return nil
		})
		if err != boom || results != 5 {
			t.Errorf("%d workers: error %v after %d results", n, err, results)
		}
		var made atomic.Int32
		err = local{n, func() (*Worker, error) { made.Add(1); return nil, boom }}.Run(context.Background(), endless, func(Result) error { return nil })
		if err != boom || made.Load() < 1 {
			t.Errorf("%d workers that cannot be made: error %v", n, err)
		}
	}
	if err := (local{3, workers}).Run(context.Background(), func(func(Job) bool) {}, nil); err != nil {
		t.Errorf("no jobs: %v", err)
	}
}

// A mailPool carries jobs and results as text, and does the jobs backwards.
type mailPool struct{ worker *Worker }

func (p mailPool) Run(ctx context.Context, jobs iter.Seq[Job], done func(Result) error) error {
	runtime.LockOSThread() // for its clock
	defer runtime.UnlockOSThread()
	var letters [][]byte
	for job := range jobs {
		text, err := json.Marshal(job)
		if err != nil {
			return err
		}
		letters = append(letters, text)
	}
	for _, letter := range slices.Backward(letters) {
		var job Job
		if err := json.Unmarshal(letter, &job); err != nil {
			return err
		}
		r, err := p.worker.Do(ctx, job)
		if err != nil {
			return err
		}
		text, err := json.Marshal(r)
		if err != nil {
			return err
		}
		r = Result{}
		if err := json.Unmarshal(text, &r); err != nil {
			return err
		}
		if err := done(r); err != nil {
			return err
		}
	}
	return nil
}

// TestPoolMayBeElsewhere runs a survey on a pool that knows only jobs and results.
func TestPoolMayBeElsewhere(t *testing.T) {
	testkit.Medium(t)
	c := makeToy(t, verdict.Kernel)
	runToy(t, c, verdict.Kernel, Options{Keep: true})
	other := copyPlan(t, c)
	makeWorker := testkit.Must(other.workers(toyProgram(verdict.Kernel)))(t)
	w := testkit.Must(makeWorker())(t)
	runToy(t, other, verdict.Kernel, Options{Keep: true, Pool: mailPool{w}})
	sameFiles(t, "by mail", files(t, other), files(t, c))
}
