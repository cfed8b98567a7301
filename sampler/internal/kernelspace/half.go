package kernelspace

import (
	"cmp"
	"slices"
)

// A half is a pattern of the four left files with its possible costs: for each list of crossings of the boundary in
// the middle, the costs that no other one dominates. The right half of a board is a left half in the mirror.
type half struct {
	pattern   halfPattern // of the files a to d
	pawns     [2]int      // number by color
	crossings []crossings // lists of crossings of the middle boundary, ascending
	costStart []int32     // the costs for crossings[i] are costs[costStart[i]:costStart[i+1]]
	costs     []cost
}

// halves lists the left halves with at most the given captures and pawns, in ascending order of their patterns.
//
// Invariant: before a file is added, level holds each pattern of the files before it that some chain reaches within the limits, and for
// it all costs that are not dominated.
func halves(captures, pawns, bishopCap int) []*half {
	outcomes := allOutcomes(captures, pawns)
	level := []*half{{crossings: []crossings{noCrossings}, costStart: []int32{0, 1}, costs: []cost{zeroCost(bishopCap)}}}
	e := extender{captures: captures, bishopCap: bishopCap, firstNode: make([]int32, columnLimit<<(2*captures+1))}
	for file := range 4 {
		var next []*half
		for _, h := range level {
			next = e.extend(next, h, file, outcomes, pawns)
		}
		level = next
	}
	slices.SortFunc(level, func(a, b *half) int { return cmp.Compare(a.pattern, b.pattern) })
	return level
}

// allOutcomes returns the outcomes of a file for each list of crossings of its left boundary.
func allOutcomes(captures, pawns int) [][]outcome {
	e := enumerator{maxGoalPawns: pawns}
	outcomes := make([][]outcome, 2<<(2*captures))
	var enumerate func(in crossings)
	enumerate = func(in crossings) {
		outcomes[in] = e.outcomes(in, captures-in.len())
		if in.len() == captures {
			return
		}
		for color := range 2 {
			enumerate(in.plus(color, false))
			enumerate(in.plus(color, true))
		}
	}
	enumerate(noCrossings)
	return outcomes
}

// An extender appends a file to halves. A key stands for a column of the new file and the crossings of
// its right boundary. For each key the extender keeps a linked list of the costs that none dominates.
type extender struct {
	captures, bishopCap int
	firstNode           []int32 // by key: 1 + index in nodes, 0 for an empty list
	nodes               []node
	usedKeys            []int32 // keys whose list is not empty
}

// A node is an element of a linked list of costs.
type node struct {
	cost cost
	next int32 // 1 + index of the next node, 0 at the end
}

// key returns the key of a column and crossings.
func (e *extender) key(c column, out crossings) int32 {
	return int32(c)<<(2*e.captures+1) | int32(out)
}

// split is the inverse of key.
func (e *extender) split(key int32) (column, crossings) {
	bits := 2*e.captures + 1
	return column(key >> bits), crossings(key & (1<<bits - 1))
}

// extend appends to list all halves that consist of h, of the files below the given one, and of that file.
func (e *extender) extend(list []*half, h *half, file int, outcomes [][]outcome, maxPawns int) []*half {
	e.nodes, e.usedKeys = e.nodes[:0], e.usedKeys[:0]
	pawnsLeft := maxPawns - h.pawns[white] - h.pawns[black]
	for i, in := range h.crossings {
		costs := h.costs[h.costStart[i]:h.costStart[i+1]]
		for j := range outcomes[in] {
			fileOutcome := &outcomes[in][j]
			if fileOutcome.goal.len() > pawnsLeft {
				continue
			}
			fileCost := outcomeCost(file, fileOutcome, e.bishopCap)
			for _, c := range costs {
				if c.captures()+fileCost.captures() <= e.captures {
					e.addCost(e.key(fileOutcome.goal, fileOutcome.out), c.plus(fileCost, e.bishopCap))
				}
			}
		}
	}
	return e.flush(list, h, file)
}

// flush appends to list a half for each column of the file in the lists of costs, and empties these lists.
func (e *extender) flush(list []*half, h *half, file int) []*half {
	slices.Sort(e.usedKeys) // so that keys with the same column follow each other
	var last *half
	lastColumn := column(0) // no column is 0
	for _, key := range e.usedKeys {
		column, out := e.split(key)
		if column != lastColumn {
			last = &half{pattern: h.pattern.withColumn(file, column), pawns: h.pawns, costStart: []int32{0}}
			for color := range 2 {
				last.pawns[color] += column.count(color)
			}
			list = append(list, last)
			lastColumn = column
		}
		last.crossings = append(last.crossings, out)
		for i := e.firstNode[key]; i != 0; i = e.nodes[i-1].next {
			last.costs = append(last.costs, e.nodes[i-1].cost)
		}
		last.costStart = append(last.costStart, int32(len(last.costs)))
		e.firstNode[key] = 0
	}
	return list
}

// addCost adds a cost to the list of a key unless a cost of the list dominates it, and removes the costs
// that it dominates.
//
// Invariant: in each list no cost dominates another, and each cost ever added is dominated by a cost of the list.
//
// Nodes are named by index. No pointer into e.nodes is stored, since append may move the array. (A version that
// wrote the link to a new node through such a pointer lost costs, and with them 2.4e-5 of the space.)
func (e *extender) addCost(key int32, c cost) {
	if e.firstNode[key] == 0 {
		e.usedKeys = append(e.usedKeys, key)
	}
	for i := e.firstNode[key]; i != 0; i = e.nodes[i-1].next {
		if e.nodes[i-1].cost.dominates(c) {
			return
		}
	}
	last := int32(0) // the last node so far that stays in the list, 0 for none
	for i := e.firstNode[key]; i != 0; i = e.nodes[i-1].next {
		if !c.dominates(e.nodes[i-1].cost) {
			last = i
			continue
		}
		e.link(key, last, e.nodes[i-1].next)
	}
	e.nodes = append(e.nodes, node{cost: c})
	e.link(key, last, int32(len(e.nodes)))
}

// link makes next the successor of node last in the list of a key, or the first node if last is 0.
func (e *extender) link(key, last, next int32) {
	if last == 0 {
		e.firstNode[key] = next
	} else {
		e.nodes[last-1].next = next
	}
}
