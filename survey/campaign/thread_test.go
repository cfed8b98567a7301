//go:build linux

package campaign

import (
	"context"
	"runtime"
	"syscall"
	"testing"
	"time"

	"chesscensus/internal/cputime"
	"chesscensus/internal/testing/testkit"
	"chesscensus/legality/verdict"
)

// TestDoKeepsItsThread: a shard reads the processor time of one thread alone, although its goroutine sleeps and others want to run.
func TestDoKeepsItsThread(t *testing.T) {
	c := makeToy(t, verdict.Game)
	w := testkit.Must(testkit.Must(c.workerMaker(toyProgram(verdict.Game)))(t)())(t)
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	for range 4 {
		go func() {
			for ctx.Err() == nil {
				runtime.Gosched()
			}
		}()
	}
	threads := map[int]bool{}
	w.loop.CPU = func() float64 {
		time.Sleep(time.Millisecond)
		threads[syscall.Gettid()] = true
		return cputime.Thread()
	}
	for shard := range 3 {
		testkit.Must(w.Do(ctx, Job{Shard: shard}))(t)
		if len(threads) != 1 {
			t.Errorf("shard %d: the clocks of %d threads are read, want one", shard, len(threads))
		}
		clear(threads)
	}
}
