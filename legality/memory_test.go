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

// A hoardingStage is a stage that keeps memory.
type hoardingStage struct {
	fakeStage
	memory    []byte
	forgotten int
}

func (h *hoardingStage) Forget() {
	h.memory = nil
	h.forgotten++
}

// limitMemory sets the memory limit until the test ends.
func limitMemory(t *testing.T, bytes int64) {
	old := debug.SetMemoryLimit(bytes)
	t.Cleanup(func() { debug.SetMemoryLimit(old) })
}

// liveBytes collects garbage and returns the size of the live heap.
func liveBytes() int64 {
	var m runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}

// TestMemoryShort checks that while memory is short only the rules judge, and the verdict has the
// cause. When there is room again the other stages judge, too.
func TestMemoryShort(t *testing.T) {
	calls := 0
	h := &hoardingStage{fakeStage: fakeStage{name: "hoard", effort: verdict.Kernel, calls: &calls,
		verdict: verdict.Refuted("hoard", verdict.NoProofKernel, verdict.Evidence{})}}
	e := newEngine(t, Options{Effort: verdict.Kernel, Stages: stagesOf(DefaultStages()[0], h)})
	judge := func(s chess.Setup) verdict.Verdict { return e.Judge(context.Background(), s) }
	undecided := testkit.Setup(t, "k7/8/8/8/8/8/8/K7 w - - 0 1")
	limitMemory(t, 1<<10)
	runtime.GC() // before the first collection the live heap is reported as 0
	for range 3 * checkEvery {
		if v := judge(undecided); v.Outcome != verdict.Unknown || v.Stop != verdict.Memory || v.Stage != "hoard" {
			t.Fatalf("%v, want unknown for lack of memory in stage hoard", v)
		}
		if v := judge(testkit.Setup(t, "k7/8/8/8/8/8/8/K6P w - - 0 1")); v.Outcome != verdict.Illegal {
			t.Fatalf("the rules say %v", v)
		}
	}
	if calls != 0 || h.forgotten != 1 || e.memory.collections != 1 {
		t.Errorf("asked %d times, forgotten %d times, %d collections", calls, h.forgotten, e.memory.collections)
	}
	debug.SetMemoryLimit(math.MaxInt64)
	for range checkEvery {
		judge(undecided)
	}
	if v := judge(undecided); v.Reasons != verdict.NoProofKernel {
		t.Errorf("with room again: %v", v)
	}
}

// TestMemoryDroppedSuffices checks that all stages judge if they can release enough memory.
func TestMemoryDroppedSuffices(t *testing.T) {
	testkit.Medium(t)
	const kept = 64 << 20
	h := &hoardingStage{fakeStage: fakeStage{name: "hoard", effort: verdict.Kernel,
		verdict: verdict.Refuted("hoard", verdict.NoProofKernel, verdict.Evidence{})}}
	e := newEngine(t, Options{Effort: verdict.Kernel, Stages: stagesOf(fakeStage{name: "a"}, h)})
	base := liveBytes()
	limitMemory(t, base+kept)
	for round := range 3 { // the stage fills its memory again
		h.memory = make([]byte, kept)
		runtime.GC()
		for range 3 * checkEvery {
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
// verdict with one whose stages never forget.
func TestForgettingChangesNoVerdict(t *testing.T) {
	testkit.Medium(t)
	forgetting, remembering := newEngine(t, Options{Effort: verdict.Kernel}), newEngine(t, Options{Effort: verdict.Kernel})
	for _, s := range rankedCandidates(100) {
		for _, st := range forgetting.stages {
			st.Forget()
		}
		v, w := forgetting.Judge(context.Background(), s), remembering.Judge(context.Background(), s)
		if v.Outcome != w.Outcome || v.Reasons != w.Reasons || v.Cost.Nodes != w.Cost.Nodes ||
			v.Evidence != w.Evidence {
			t.Errorf("%s: %v (%d nodes), else %v (%d)", s, v, v.Cost.Nodes, w, w.Cost.Nodes)
		}
	}
}

// BenchmarkMemory measures a check of the memory, which one verdict in checkEvery makes.
func BenchmarkMemory(b *testing.B) {
	var m memory
	b.ReportAllocs()
	for b.Loop() {
		if m.exceedsLimit() {
			b.Fatal("memory is short")
		}
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "looks/s")
}
