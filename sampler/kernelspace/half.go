package kernelspace

import (
	"cmp"
	"slices"
)

// A half is the words of the four left files and all that can come to pass there: for each list of
// crossings of the boundary in the middle, the states that no other one beats. The right half of a
// board is a left half in the mirror.
type half struct {
	words  quarter // of the files a to d
	pawns  [2]int
	out    []crossings // ascending
	start  []int32     // states of out[i] are states[start[i]:start[i+1]]
	states []state
}

// halves lists the left halves, with at most the given captures and pawns, in ascending order of
// their words.
func halves(captures, pawns, clip int) []*half {
	files := newFiles(captures, pawns)
	level := []*half{{out: []crossings{noCrossings}, start: []int32{0, 1}, states: []state{nothing(clip)}}}
	b := joiner{captures: captures, clip: clip, head: make([]int32, wordLimit<<(2*captures+1))}
	for x := range 4 {
		var next []*half
		for _, h := range level {
			next = b.extend(next, h, x, files, pawns)
		}
		level = next
	}
	slices.SortFunc(level, func(a, b *half) int { return cmp.Compare(a.words, b.words) })
	return level
}

// newFiles returns the outcomes of a file for all lists of crossings of its left boundary.
func newFiles(captures, pawns int) [][]outcome {
	h := historian{most: pawns}
	files := make([][]outcome, 2<<(2*captures))
	var fill func(in crossings)
	fill = func(in crossings) {
		files[in] = h.outcomes(in, captures-in.len())
		for l := 0; in.len() < captures && l < 4; l++ {
			fill(in.add(l&1, l&2 != 0))
		}
	}
	fill(noCrossings)
	return files
}

// A joiner puts files together. Its lists of states are chains by word and crossings.
type joiner struct {
	captures, clip int
	head           []int32 // 1 + first node
	nodes          []node
	used           []int32 // heads that are not 0
}

type node struct {
	state state
	next  int32 // 1 + node
}

// extend appends to list what the half-done half h becomes with file x.
func (b *joiner) extend(list []*half, h *half, x int, files [][]outcome, pawns int) []*half {
	b.nodes, b.used = b.nodes[:0], b.used[:0]
	room := pawns - h.pawns[white] - h.pawns[black]
	for i, in := range h.out {
		from := h.states[h.start[i]:h.start[i+1]]
		for j := range files[in] {
			o := &files[in][j]
			if o.goal.len() > room {
				continue
			}
			add := stateOf(x, o, b.clip)
			for _, s := range from {
				if s.captures()+add.captures() <= b.captures {
					b.add(int32(o.goal)<<(2*b.captures+1)|int32(o.out), s.plus(add, b.clip))
				}
			}
		}
	}
	slices.Sort(b.used)
	mask := int32(2)<<(2*b.captures) - 1
	for len(b.used) > 0 {
		w := b.used[0] &^ mask
		n := &half{words: h.words.put(x, word(w>>(2*b.captures+1))), start: []int32{0}}
		for len(b.used) > 0 && b.used[0]&^mask == w {
			k := b.used[0]
			b.used = b.used[1:]
			n.out = append(n.out, crossings(k&mask))
			for i := b.head[k]; i != 0; i = b.nodes[i-1].next {
				n.states = append(n.states, b.nodes[i-1].state)
			}
			n.start = append(n.start, int32(len(n.states)))
			b.head[k] = 0
		}
		for y := range x + 1 {
			for c := range 2 {
				n.pawns[c] += n.words.at(y).count(c)
			}
		}
		list = append(list, n)
	}
	return list
}

// add puts a state in the list k unless one there beats it, and drops those that it beats.
//
// Invariant: no pointer into b.nodes is kept, since append may move the array. (A version that wrote the link to a new node
// through such a pointer lost states, and with them 2.4e-5 of the space.)
func (b *joiner) add(k int32, s state) {
	if b.head[k] == 0 {
		b.used = append(b.used, k)
	}
	for i := b.head[k]; i != 0; i = b.nodes[i-1].next {
		if b.nodes[i-1].state.beats(s) {
			return
		}
	}
	last := int32(0) // the last node that stays, 0 for none
	for i := b.head[k]; i != 0; i = b.nodes[i-1].next {
		if !s.beats(b.nodes[i-1].state) {
			last = i
			continue
		}
		b.link(k, last, b.nodes[i-1].next)
	}
	b.nodes = append(b.nodes, node{state: s})
	b.link(k, last, int32(len(b.nodes)))
}

// link makes next follow node last of the list k, or begin the list if last is 0.
func (b *joiner) link(k, last, next int32) {
	if last == 0 {
		b.head[k] = next
	} else {
		b.nodes[last-1].next = next
	}
}
