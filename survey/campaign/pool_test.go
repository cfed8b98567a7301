package campaign

import (
	"context"
	"errors"
	"iter"
	"sync/atomic"
	"testing"

	"chesscensus/internal/testing/testkit"
	"chesscensus/legality/verdict"
)

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
