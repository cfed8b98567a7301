package design

import (
	"fmt"

	"chesscensus/stats"
)

// A Sample holds the exact counts of a survey: for each stratum a tree of [Node] values, one for each phase (and class). Samples merge
// exactly, in any order: each shard makes a Sample, and the survey merges them.
//
// In a shard, with one [SystematicSample] for every stratum, class and phase:
//
//	s := design.NewSample(len(d.Strata))
//	node := &s.Strata[h]                      // phase 1
//	node.AddOut(1)                            // refuted by the filter; or
//	node.Add(stats.Open, w, m)                // survives
//	if take2[h].Next() {                      // chosen for phase 2
//		node = node.Child(0)
//		node.Add(stats.Out, w, m)         // refuted by the kernel; or
//		node.Add(stats.Open, w, m)        // survives
//		if take3[h].Next() {              // chosen for phase 3
//			node = node.Child(0)
//			node.Add(stats.In, w, m)  // a game was found; or
//			node.Add(stats.Open, w, m) // nothing was: undecided
//		}
//	}
//
// and at the end
//
//	total.Merge(s)
//	r, err := d.Estimate(total, stats.Options{})
type Sample struct {
	Strata []Node
}

// NewSample returns an empty sample of a number of strata.
func NewSample(strata int) *Sample { return &Sample{Strata: make([]Node, strata)} }

// Merge adds all counts of other to s. The result does not depend on the order of merges. If the numbers of strata differ it
// returns an error and changes nothing.
func (s *Sample) Merge(other *Sample) error {
	if len(s.Strata) != len(other.Strata) {
		return fmt.Errorf("design: samples of %d and %d strata", len(s.Strata), len(other.Strata))
	}
	for h := range s.Strata {
		s.Strata[h].merge(&other.Strata[h])
	}
	return nil
}

// Clone returns an independent copy.
func (s *Sample) Clone() *Sample {
	c := NewSample(len(s.Strata))
	for h := range s.Strata {
		c.Strata[h] = *s.Strata[h].clone()
	}
	return c
}

// draws returns the number of draws of phase 1, all strata together.
func (s *Sample) draws() (n uint64) {
	for h := range s.Strata {
		n += s.Strata[h].n
	}
	return n
}

// A Cell is one count of a [Node].
type Cell struct {
	// Outcome is In, Out, or Open for draws that pass to the next phase.
	Outcome stats.Outcome
	// Class of a draw that passes, else 0.
	Class int
	// Weight and Mult give the contribution Weight/Mult, which is only possible for Out draws and draws that pass.
	Weight, Mult uint64
	Count        uint64
}
