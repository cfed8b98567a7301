package stats

import (
	"math"
	"math/big"
)

// Trace records how an estimate develops along a run, for a convergence figure. It records a running tally at
// checkpoints that grow geometrically, so a run of any length has few points.
//
// Checkpoints depend on the number of draws alone. If draws are tallied in their order, or in blocks of fixed size
// merged in their order, the trace does not depend on the number of workers.
//
// Set Size; the zero value of the other fields is the documented default.
type Trace struct {
	// Size is N, the exact size of the space.
	Size *big.Int
	// Options of the estimates.
	Options Options
	// Start is the first checkpoint. Zero means 100.
	Start uint64
	// Points recorded so far, in ascending order of Draws.
	Points []Point
}

// Point is one record of a [Trace].
type Point struct {
	// Draws is the number of draws up to here.
	Draws uint64 `json:"draws"`
	// Result is the estimate from these draws.
	Result Result `json:"result"`
}

// next returns the number of draws at which the next point is due. To place points exactly, call Observe after each
// draw or end a block there; a tally that has passed several checkpoints gives one point.
func (tr *Trace) next() uint64 {
	start := tr.Start
	if start == 0 {
		start = 100
	}
	if len(tr.Points) == 0 {
		return start
	}
	return max(start, nextCheckpoint(tr.Points[len(tr.Points)-1].Draws))
}

// Observe records a point if t has reached the next checkpoint, and reports whether
// it has. Otherwise it takes hardly any time. It panics as [Tally.Estimate] does.
func (tr *Trace) Observe(t *Tally) bool {
	if t.Draws() < tr.next() {
		return false
	}
	tr.record(t)
	return true
}

// Finish records the last point of a run whether a checkpoint is due or not. A
// tally without draws, or with no more than the last point, is not recorded.
func (tr *Trace) Finish(t *Tally) {
	n := t.Draws()
	if n == 0 || len(tr.Points) > 0 && n <= tr.Points[len(tr.Points)-1].Draws {
		return
	}
	tr.record(t)
}

// Resume removes the last point if [Trace.Finish] recorded it with no checkpoint due. So a run that is continued after
// Finish has the same points as one without interruption.
func (tr *Trace) Resume() {
	n := len(tr.Points)
	if n == 0 {
		return
	}
	last := tr.Points[n-1]
	tr.Points = tr.Points[:n-1]
	if last.Draws >= tr.next() {
		tr.Points = append(tr.Points, last)
	}
}

// record appends the estimate of t.
func (tr *Trace) record(t *Tally) {
	tr.Points = append(tr.Points, Point{t.Draws(), t.Estimate(tr.Size, tr.Options)})
}

// nextCheckpoint returns the smallest checkpoint above n: 10^(k/10) for a whole number k, rounded to a whole number.
func nextCheckpoint(n uint64) uint64 {
	decade := uint64(1)
	for decade <= n/10 {
		decade *= 10
	}
	for k := range 10 {
		if c := uint64(math.Round(float64(decade) * math.Pow(10, float64(k)/10))); c > n {
			return c
		}
	}
	return max(decade, 10*decade) // 10*decade may overflow at the very end
}
