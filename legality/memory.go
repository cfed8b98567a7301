package legality

import (
	"runtime"
	"runtime/metrics"
)

// Memory is short when what the last garbage collection left alive is more than this
// share of the limit: the rest is for garbage and for what is not on the heap.
const memoryShare = 0.8

const (
	// lookEvery is the number of verdicts that ask more than the rules between two looks
	// at the memory; a look costs half a microsecond, see BenchmarkMemory.
	lookEvery = 64
	// collectEvery is the number of such verdicts after a collection that did not help
	// before an engine asks for another, which takes some milliseconds.
	collectEvery = 1 << 14
)

// A memory watches the limit that the environment variable GOMEMLIMIT or
// debug.SetMemoryLimit sets. The zero value is ready.
type memory struct {
	samples     [2]metrics.Sample // the limit, the live heap
	look        int               // verdicts until the next look
	collect     int               // and until the next collection of our own
	short       bool              // as of the last look
	collections int               // asked for, so far
}

// enough reports whether there is memory for a verdict. Where it was short the stages
// have forgotten what they kept, and that did not help.
func (m *memory) enough(stages []Stage) bool {
	m.collect = max(0, m.collect-1)
	if m.look--; m.look > 0 {
		return !m.short
	}
	m.look = lookEvery
	if m.short = m.over(); !m.short || m.collect > 0 {
		return !m.short
	}
	for _, st := range stages {
		st.Forget()
	}
	runtime.GC() // or else what was forgotten counts as alive
	m.collections++
	if m.short = m.over(); m.short {
		m.collect = collectEvery
	}
	return !m.short
}

// over reports whether the live heap exceeds its share of the limit.
func (m *memory) over() bool {
	if m.samples[0].Name == "" {
		m.samples[0].Name, m.samples[1].Name = "/gc/gomemlimit:bytes", "/gc/heap/live:bytes"
	}
	metrics.Read(m.samples[:])
	return float64(m.samples[1].Value.Uint64()) > memoryShare*float64(m.samples[0].Value.Uint64())
}
