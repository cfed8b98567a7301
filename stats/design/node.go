package design

import (
	"cmp"
	"iter"
	"maps"
	"math"
	"slices"

	"chesscensus/stats"
)

// maxClasses is the largest number of classes of one phase.
const maxClasses = 256

// maxCount is the largest number of draws of a node.
const maxCount = math.MaxInt64

// fastMult is the number of multiplicities that have plain counters.
const fastMult = 32

// A kind is what the draws of a [Cell] have in common.
type kind struct {
	outcome      stats.Outcome
	class        int
	weight, mult uint64
}

// compare orders kinds by outcome, class, weight and multiplicity.
func (k kind) compare(l kind) int {
	return cmp.Or(cmp.Compare(k.outcome, l.outcome), cmp.Compare(k.class, l.class), cmp.Compare(k.weight, l.weight), cmp.Compare(k.mult, l.mult))
}

// kind returns the kind of the draws of a cell.
func (c Cell) kind() kind { return kind{c.Outcome, c.Class, c.Weight, c.Mult} }

// A Node counts the draws judged at one phase of one stratum, by outcome, class, weight and multiplicity, and holds the nodes of the next
// phase. The zero value is empty. It is not for concurrent use; copy it with Node.clone.
type Node struct {
	n    uint64
	fast [3][fastMult]uint64 // class 0, weight 1: [outcome][mult]
	rest map[kind]uint64     // all others
	next []*Node
}

// Add counts one draw that this phase decides (stats.In or stats.Out) or that passes in class 0 (stats.Open). Its contribution if In is
// weight/mult.
//
// Weight 0 means a draw that contributes nothing whatever its outcome, see [Design.Domain]. Add panics if mult is 0 or o is no outcome. It
// does not allocate if weight is 1 and mult below 32.
func (n *Node) Add(o stats.Outcome, weight, mult uint64) {
	if weight == 1 && mult-1 < fastMult-1 && o <= stats.Open {
		n.n++
		n.fast[o][mult]++
		return
	}
	n.AddCell(Cell{Outcome: o, Weight: weight, Mult: mult, Count: 1})
}

// AddOut counts draws that are Out with weight and multiplicity 1. Where the coefficient Known of the phase before is 0 (always in phase 1)
// the possible contribution of an Out draw does not matter.
func (n *Node) AddOut(count uint64) {
	n.AddCell(Cell{Outcome: stats.Out, Weight: 1, Mult: 1, Count: count})
}

// AddCell counts draws of one kind. The class of draws that pass, 0 to maxClasses-1, is a property known at this phase by which the next
// one is stratified; 0 if there are no classes. AddCell panics if Mult is 0, Outcome is not valid, Class is out of range or not 0 for a
// decided draw, or the counts would exceed 2^63-1.
func (n *Node) AddCell(c Cell) {
	if msg := n.rejection(c); msg != "" {
		panic("design: " + msg)
	}
	if c.Count == 0 {
		return
	}
	n.n += c.Count
	if c.Class == 0 && c.Weight == 1 && c.Mult < fastMult {
		n.fast[c.Outcome][c.Mult] += c.Count
		return
	}
	if n.rest == nil {
		n.rest = make(map[kind]uint64)
	}
	n.rest[c.kind()] += c.Count
}

// rejection returns the reason why a cell is not valid, "" if it is.
func (n *Node) rejection(c Cell) string {
	switch {
	case c.Mult == 0:
		return "multiplicity is 0"
	case c.Outcome > stats.Open:
		return "no such outcome"
	case c.Class < 0 || c.Class >= maxClasses:
		return "class out of range"
	case c.Class != 0 && c.Outcome != stats.Open:
		return "a decided draw has a class"
	case c.Count > maxCount-n.n:
		return "more than 2^63-1 draws"
	}
	return ""
}

// Child returns the node of the next phase for the draws of a class, and makes it if necessary. It panics if class is out of range.
func (n *Node) Child(class int) *Node {
	if class < 0 || class >= maxClasses {
		panic("design: class out of range")
	}
	for len(n.next) <= class {
		n.next = append(n.next, nil)
	}
	if n.next[class] == nil {
		n.next[class] = new(Node)
	}
	return n.next[class]
}

// child returns the node of the next phase for a class, nil if there is none.
func (n *Node) child(class int) *Node {
	if class >= len(n.next) {
		return nil
	}
	return n.next[class]
}

// Below yields the nodes j phases below this one, j >= 1, each with the class in which its draws passed the phase before it, in the order
// of the classes. Nodes that were never made are left out.
func (n *Node) Below(j int) iter.Seq2[int, *Node] {
	return func(yield func(int, *Node) bool) {
		for g, child := range n.next {
			switch {
			case child == nil:
			case j > 1:
				for class, node := range child.Below(j - 1) {
					if !yield(class, node) {
						return
					}
				}
			case !yield(g, child):
				return
			}
		}
	}
}

// Draws returns the number of draws judged at this node.
func (n *Node) Draws() uint64 { return n.n }

// Count returns the number of draws with outcome o.
func (n *Node) Count(o stats.Outcome) (count uint64) {
	for c := range n.only(o) {
		count += c.Count
	}
	return count
}

// Passed returns the number of draws of a class that pass to the next phase.
func (n *Node) Passed(class int) (count uint64) {
	for c := range n.only(stats.Open) {
		if c.Class == class {
			count += c.Count
		}
	}
	return count
}

// count returns the number of draws of a kind.
func (n *Node) count(k kind) uint64 {
	if k.class == 0 && k.weight == 1 && k.mult < fastMult && k.outcome <= stats.Open {
		return n.fast[k.outcome][k.mult]
	}
	return n.rest[k]
}

// Cells returns the cells with a positive count, sorted by outcome, class, weight and multiplicity.
func (n *Node) Cells() []Cell {
	cs := slices.AppendSeq(make([]Cell, 0, len(n.rest)+fastMult), n.unordered())
	slices.SortFunc(cs, func(a, b Cell) int { return a.kind().compare(b.kind()) })
	return cs
}

// unordered yields the cells of [Node.Cells] in no particular order, for exact sums, which do not depend on it. Reports count the same
// nodes for hundreds of domains, and sorting took most of the time.
func (n *Node) unordered() iter.Seq[Cell] {
	return func(yield func(Cell) bool) {
		for o := range n.fast {
			for m, c := range n.fast[o] {
				if c > 0 && !yield(Cell{Outcome: stats.Outcome(o), Weight: 1, Mult: uint64(m), Count: c}) {
					return
				}
			}
		}
		for k, c := range n.rest {
			if !yield(Cell{k.outcome, k.class, k.weight, k.mult, c}) {
				return
			}
		}
	}
}

// only yields the cells of one outcome in no particular order.
func (n *Node) only(o stats.Outcome) iter.Seq[Cell] {
	return func(yield func(Cell) bool) {
		for c := range n.unordered() {
			if c.Outcome == o && !yield(c) {
				return
			}
		}
	}
}

// merge adds all counts of other to n. It panics if the counts would exceed 2^63-1.
func (n *Node) merge(other *Node) {
	for c := range other.unordered() {
		n.AddCell(c)
	}
	for class, child := range other.Below(1) {
		n.Child(class).merge(child)
	}
}

// clone returns an independent copy.
func (n *Node) clone() *Node {
	c := &Node{n: n.n, fast: n.fast, rest: maps.Clone(n.rest), next: slices.Clone(n.next)}
	for class, child := range n.Below(1) {
		c.next[class] = child.clone()
	}
	return c
}
