package legality

import (
	"runtime"
	"runtime/metrics"
)

// memoryShare is the largest share of the memory limit for the live heap after a garbage
// collection; above it memory is short. The rest is for garbage and memory outside the heap.
const memoryShare = 0.8

const (
	// checkEvery is the number of verdicts above effort static between two checks of the
	// memory; a check costs half a microsecond, see BenchmarkMemory.
	checkEvery = 64
	// collectEvery is the number of such verdicts between a collection that did not help and
	// the next one that an engine starts, which takes some milliseconds.
	collectEvery = 1 << 14
)

// A memory watches the limit that the environment variable GOMEMLIMIT or
// debug.SetMemoryLimit sets. The zero value is ready.
type memory struct {
	samples         [2]metrics.Sample // the limit, the live heap
	untilCheck      int               // verdicts until the next check
	untilCollection int               // verdicts until the engine may start a collection
	short           bool              // at the last check
	collections     int               // started so far
}

// enough reports whether there is memory for a verdict. If a check finds it short, the stages
// release what they keep, and it is checked again after a garbage collection.
func (m *memory) enough(stages []Stage) bool {
	m.untilCollection = max(0, m.untilCollection-1)
	if m.untilCheck--; m.untilCheck > 0 {
		return !m.short
	}
	m.untilCheck = checkEvery
	if m.short = m.exceedsLimit(); !m.short || m.untilCollection > 0 {
		return !m.short
	}
	for _, st := range stages {
		st.Forget()
	}
	runtime.GC() // until then the released memory counts as live
	m.collections++
	if m.short = m.exceedsLimit(); m.short {
		m.untilCollection = collectEvery
	}
	return !m.short
}

// exceedsLimit reports whether the live heap exceeds its share of the limit.
func (m *memory) exceedsLimit() bool {
	if m.samples[0].Name == "" {
		m.samples[0].Name, m.samples[1].Name = "/gc/gomemlimit:bytes", "/gc/heap/live:bytes"
	}
	metrics.Read(m.samples[:])
	return float64(m.samples[1].Value.Uint64()) > memoryShare*float64(m.samples[0].Value.Uint64())
}
