package search

import (
	"context"

	"chesscensus/chess"
)

// A Status is the answer to the question whether there is a kernel. The zero value is Unknown.
type Status uint8

// The answers.
const (
	Unknown    Status = iota // the search ended early
	NoKernel                 // proven: no kernel
	NoExtended               // proven: there are kernels, none with an extended kernel
	Found                    // a kernel with an extended kernel
)

// Refutes reports whether the answer proves that no kernel leads from the start to the goal, or none with an extended kernel.
func (s Status) Refutes() bool { return s == NoKernel || s == NoExtended }

// String returns the answer in words.
func (s Status) String() string {
	return [...]string{"unknown", "no kernel", "no extended kernel", "kernel"}[s&3]
}

// A Result is the answer of First.
type Result struct {
	Status Status
	Kernel Kernel // if Found
	// Forced are the captures of bishops locked in at home, also if there is no
	// kernel.
	Forced []Move
	Nodes  int64
	// Err says why the answer is Unknown; nil otherwise.
	Err error
}

// First returns the first kernel in search order that has an extended kernel, or the proof by exhaustion that there is none.
//
// It first searches by the rule of the reference for promoted victims. If that finds nothing and only this rule has left out some
// captures, it searches again with Options.Physical, since a refutation must be sound. A call takes 0.1 ms to seconds; see the
// benchmarks.
func (s *Searcher) First(ctx context.Context, start, goal chess.Setup) Result {
	var r Result
	s.begin(ctx, func(k Kernel) bool {
		r.Status, r.Kernel = Found, k
		return false
	})
	s.run(&start, &goal, s.Physical)
	if !s.done && s.err == nil && s.withheld {
		s.run(&start, &goal, true)
	}
	r.Nodes = s.nodes
	r.Forced = append(r.Forced, s.forced...)
	switch {
	case r.Status == Found:
	case s.err != nil:
		r.Err = s.err
	case s.reachedGoal:
		r.Status = NoExtended
	default:
		r.Status = NoKernel
	}
	return r
}
