package design

import (
	"fmt"
	"iter"
	"strconv"
	"strings"

	"chesscensus/stats"
)

// A Sample holds the exact counts of a survey: for each stratum a tree of
// [Node] values, one for each phase (and class). Samples merge exactly, in any
// order: a shard leaves a Sample, the survey adds them up.
//
// In a shard, with one [SystematicSample] for every stratum, class and phase:
//
//	s := design.NewSample(len(d.Strata))
//	node := &s.Strata[h]                      // phase 1
//	node.AddOut(1)                            // refuted by the filter; or
//	node.Pass(0, w, m)                        // survives, class 0
//	if take2[h].Next() {                      // chosen for phase 2
//		node = node.Child(0)
//		node.Add(stats.Out, w, m)         // refuted by the kernel; or
//		node.Pass(0, w, m)                // survives
//		if take3[h].Next() {              // chosen for phase 3
//			node = node.Child(0)
//			node.Add(stats.In, w, m)  // a game was found; or
//			node.Pass(0, w, m)        // nothing was: undecided
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

// Merge adds all counts of other to s, exactly and in any order. It returns an
// error, and changes nothing, if the numbers of strata differ.
func (s *Sample) Merge(other *Sample) error {
	if len(s.Strata) != len(other.Strata) {
		return fmt.Errorf("design: samples of %d and %d strata", len(s.Strata), len(other.Strata))
	}
	for h := range s.Strata {
		s.Strata[h].Merge(&other.Strata[h])
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
	// Weight and Mult give the contribution Weight/Mult, the possible one of Out
	// draws and draws that pass.
	Weight, Mult uint64
	Count        uint64
}

// A Row is a count with its place in a [Sample]: what a record file holds.
type Row struct {
	Stratum int
	// Path names the node by the classes passed: "" is phase 1, "0" phase 2 of
	// class 0 of phase 1, "0.0" phase 3 below it.
	Path string
	Cell
}

// Rows yields all counts, sorted by stratum, then node (a phase before the ones
// that follow it), then cell. [Sample.AddRow] of all of them to an empty sample
// gives an equal one. The sample must not be changed meanwhile.
func (s *Sample) Rows() iter.Seq[Row] {
	return func(yield func(Row) bool) {
		for h := range s.Strata {
			if !s.Strata[h].rows(h, "", yield) {
				return
			}
		}
	}
}

func (n *Node) rows(h int, path string, yield func(Row) bool) bool {
	for _, c := range n.Cells() {
		if !yield(Row{h, path, c}) {
			return false
		}
	}
	for class, child := range n.next {
		sub := strconv.Itoa(class)
		if path != "" {
			sub = path + "." + sub
		}
		if child != nil && !child.rows(h, sub, yield) {
			return false
		}
	}
	return true
}

// AddRow adds one row of a record. What cannot be a count is an error and changes
// nothing: a stratum or class out of range, a path that is none or longer than
// maxPhases allows, multiplicity 0, an unknown outcome, a decided draw with a
// class. Whether the counts of a node and those below it fit together is checked by
// [Design.Estimate].
func (s *Sample) AddRow(r Row) error {
	if r.Stratum < 0 || r.Stratum >= len(s.Strata) {
		return fmt.Errorf("design: row of stratum %d, there are %d", r.Stratum, len(s.Strata))
	}
	classes, err := parsePath(r.Path)
	if err != nil {
		return err
	}
	n := &s.Strata[r.Stratum]
	if msg := n.reject(r.Cell); msg != "" {
		return fmt.Errorf("design: row of stratum %d: %s", r.Stratum, msg)
	}
	for _, class := range classes {
		n = n.Child(class)
	}
	if msg := n.reject(r.Cell); msg != "" { // its own total
		return fmt.Errorf("design: row of stratum %d: %s", r.Stratum, msg)
	}
	n.AddCell(r.Cell)
	return nil
}

// parsePath reads the classes of a [Row.Path].
func parsePath(path string) (classes []int, err error) {
	if path == "" {
		return nil, nil
	}
	for part := range strings.SplitSeq(path, ".") {
		class, err := strconv.Atoi(part)
		if err != nil || class < 0 || class >= maxClasses || strconv.Itoa(class) != part {
			return nil, fmt.Errorf("design: %q is no path of classes", path)
		}
		classes = append(classes, class)
	}
	if len(classes) >= maxPhases {
		return nil, fmt.Errorf("design: path %q is too long", path)
	}
	return classes, nil
}
