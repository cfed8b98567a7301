package campaign

import (
	"bytes"
	"context"
	"runtime"
	"testing"

	"chesscensus/internal/cputime"
	"chesscensus/internal/testing/testkit"
	"chesscensus/legality/verdict"
)

// TestDoLocksItsThread: the clock of a shard, which is that of a thread, is read by a goroutine that is locked to its thread; after the shard it
// is not.
func TestDoLocksItsThread(t *testing.T) {
	isLocked := func() bool {
		stack := make([]byte, 200)
		header, _, _ := bytes.Cut(stack[:runtime.Stack(stack, false)], []byte("\n"))
		return bytes.Contains(header, []byte("locked to thread"))
	}
	c := makeToy(t, verdict.Game)
	w := testkit.Must(testkit.Must(c.workerMaker(toyProgram(verdict.Game)))(t)())(t)
	calls, locked := 0, 0
	w.loop.CPU = func() float64 {
		if calls++; isLocked() {
			locked++
		}
		return cputime.Thread()
	}
	testkit.Must(w.Do(context.Background(), Job{Shard: 1}))(t)
	if calls == 0 || locked != calls || isLocked() {
		t.Errorf("of %d readings of the clock %d are locked, want all; afterwards locked %v", calls, locked, isLocked())
	}
}
