package legality

import (
	"context"
	"math"
	"runtime"
	"runtime/debug"
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/testkit"
	"chesscensus/legality/verdict"
)

// hoard is a stage that keeps memory.
type hoard struct {
	fake
	kept      []byte
	forgotten int
}

func (h *hoard) Forget() {
	h.kept = nil
	h.forgotten++
}

// limitMemory sets the memory limit until the test ends.
func limitMemory(t *testing.T, bytes int64) {
	old := debug.SetMemoryLimit(bytes)
	t.Cleanup(func() { debug.SetMemoryLimit(old) })
}

// liveBytes collects garbage and returns what is left on the heap.
func liveBytes() int64 {
	var m runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}

// TestMemoryShort: the rules go on, nothing else is asked, and the verdict says why; with
// room again all is as before.
func TestMemoryShort(t *testing.T) {
	asked := 0
	h := &hoard{fake: fake{name: "hoard", effort: verdict.Kernel, asked: &asked,
		answer: verdict.Refuted("hoard", verdict.NoProofKernel, verdict.Evidence{})}}
	e := engine(t, Options{Effort: verdict.Kernel, Stages: fakes(DefaultStages()[0], h)})
	judge := func(s chess.Setup) verdict.Verdict { return e.Judge(context.Background(), s) }
	open := testkit.Setup(t, "k7/8/8/8/8/8/8/K7 w - - 0 1")
	limitMemory(t, 1<<10)
	runtime.GC() // before the first one nothing counts as alive
	for range 3 * lookEvery {
		if v := judge(open); v.Outcome != verdict.Unknown || v.Stop != verdict.Memory || v.Stage != "hoard" {
			t.Fatalf("%v", v)
		}
		if v := judge(testkit.Setup(t, "k7/8/8/8/8/8/8/K6P w - - 0 1")); v.Outcome != verdict.Illegal {
			t.Fatalf("the rules say %v", v)
		}
	}
	if asked != 0 || h.forgotten != 1 || e.memory.collections != 1 {
		t.Errorf("asked %d times, forgotten %d times, %d collections", asked, h.forgotten, e.memory.collections)
	}
	debug.SetMemoryLimit(math.MaxInt64)
	for range lookEvery {
		judge(open)
	}
	if v := judge(open); v.Reasons != verdict.NoProofKernel {
		t.Errorf("with room again: %v", v)
	}
}

// TestMemoryDroppedSuffices: when stages give back enough, all goes on.
func TestMemoryDroppedSuffices(t *testing.T) {
	testkit.Medium(t)
	const kept = 64 << 20
	h := &hoard{fake: fake{name: "hoard", effort: verdict.Kernel,
		answer: verdict.Refuted("hoard", verdict.NoProofKernel, verdict.Evidence{})}}
	e := engine(t, Options{Effort: verdict.Kernel, Stages: fakes(fake{name: "a"}, h)})
	base := liveBytes()
	limitMemory(t, base+kept)
	for round := range 3 { // it may be filled again at once
		h.kept = make([]byte, kept)
		runtime.GC()
		for range 3 * lookEvery {
			if v := e.Judge(context.Background(), chess.InitialSetup()); v.Reasons != verdict.NoProofKernel {
				t.Fatalf("%v, %d bytes without what is kept", v, base)
			}
		}
		if h.forgotten != round+1 {
			t.Errorf("forgotten %d times in %d rounds", h.forgotten, round+1)
		}
	}
}

// TestForgettingChangesNoVerdict compares an engine whose stages forget before every
// verdict with one whose stages never do.
func TestForgettingChangesNoVerdict(t *testing.T) {
	testkit.Medium(t)
	one, other := engine(t, Options{Effort: verdict.Kernel}), engine(t, Options{Effort: verdict.Kernel})
	for _, s := range candidates(100) {
		for _, st := range one.stages {
			st.Forget()
		}
		v, w := one.Judge(context.Background(), s), other.Judge(context.Background(), s)
		if v.Outcome != w.Outcome || v.Reasons != w.Reasons || v.Cost.Nodes != w.Cost.Nodes ||
			v.Evidence != w.Evidence {
			t.Errorf("%s: %v (%d nodes), else %v (%d)", s, v, v.Cost.Nodes, w, w.Cost.Nodes)
		}
	}
}

// BenchmarkMemory measures a look at the memory, as one verdict in lookEvery has it.
func BenchmarkMemory(b *testing.B) {
	var m memory
	b.ReportAllocs()
	for b.Loop() {
		if m.over() {
			b.Fatal("memory is short")
		}
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "looks/s")
}
