package kernelspace

import (
	"cmp"
	"slices"
)

// An outcome summarizes a history of one file: the column that is left in the setup, the crossings of
// the right boundary, and the cost. A capture that crosses the right boundary is counted in this file,
// one that crosses the left boundary in the file to the left.
type outcome struct {
	goal     column    // in the setup
	out      crossings // of the right boundary
	captures [2]uint8  // by the color that captures
	lost     [2]uint8  // pawns taken by pawns or officers, by their color
	extra    [2]uint8  // pawns that are not in the goal and promote, by color
}

// A fileState summarizes the beginning of a history of a file.
type fileState struct {
	pawns         column    // the virtual column: with the pawns that have promoted
	out           crossings // of the right boundary so far
	usedCrossings uint8     // number of the given crossings of the left boundary that have happened
	captures      [2]uint8  // counted in this file, by the color that captures
	lost          [2]uint8  // by color
}

// An enumerator lists the outcomes of one file by a depth-first search over file states.
type enumerator struct {
	maxGoalPawns int
	visited      map[fileState]struct{}
	pending      []fileState           // visited and not yet expanded
	undominated  map[outcome][]outcome // by goal and out; all else is 0 in the keys
}

// outcomes returns the outcomes of a file, given the crossings of its left boundary and the largest
// number of captures that are counted in this file. An outcome is left out if another one with the same
// goal and the same crossings dominates it.
//
// Invariant of the loop: every reachable state is in visited, or can be reached from a pending one.
func (e *enumerator) outcomes(in crossings, maxCaptures int) []outcome {
	e.visited = map[fileState]struct{}{}
	e.undominated = map[outcome][]outcome{}
	e.visit(fileState{pawns: startColumn, out: noCrossings})
	for len(e.pending) > 0 {
		s := e.pending[len(e.pending)-1]
		e.pending = e.pending[:len(e.pending)-1]
		if used := int(s.usedCrossings); used == in.len() {
			e.finish(&s)
		} else {
			e.crossLeft(s, in.color(used), in.leftward(used))
		}
		if int(s.captures[white]+s.captures[black]) < maxCaptures {
			e.captureHere(&s)
		}
	}
	var list []outcome
	for _, sameGoal := range e.undominated {
		list = append(list, sameGoal...)
	}
	slices.SortFunc(list, func(a, b outcome) int {
		return cmp.Or(cmp.Compare(a.goal, b.goal), cmp.Compare(a.out, b.out),
			slices.Compare(a.captures[:], b.captures[:]), slices.Compare(a.lost[:], b.lost[:]))
	})
	return list
}

// visit adds a state to visited and pending unless it was visited before.
func (e *enumerator) visit(s fileState) {
	if _, ok := e.visited[s]; !ok {
		e.visited[s] = struct{}{}
		e.pending = append(e.pending, s)
	}
}

// crossLeft visits the states after the next crossing of the left boundary: a pawn leaves to the left,
// or comes from there.
func (e *enumerator) crossLeft(s fileState, color int, leftward bool) {
	s.usedCrossings++
	if leftward {
		e.removePawn(s, color)
	} else {
		e.insertPawn(s, color)
	}
}

// captureHere visits the states after a capture that is counted in this file: a pawn crosses the right
// boundary in either direction, or an officer takes a pawn.
func (e *enumerator) captureHere(s *fileState) {
	for color := range 2 {
		next := *s
		next.captures[color]++
		next.out = s.out.plus(color, false) // a pawn leaves to the right
		e.removePawn(next, color)
		next.out = s.out.plus(color, true) // a pawn comes from the right
		e.insertPawn(next, color)
		next.out = s.out // an officer takes an enemy pawn
		next.lost[1-color]++
		e.removePawn(next, 1-color)
	}
}

// removePawn visits the states in which one pawn of the color has left the file.
func (e *enumerator) removePawn(s fileState, color int) {
	pawns := s.pawns
	for i := range pawns.len() {
		if pawns.color(i) == color {
			s.pawns = pawns.without(i)
			e.visit(s)
		}
	}
}

// insertPawn visits the states in which a pawn of the color has come to the file by capture. If it took
// an officer, it stands anywhere among the pawns. If it took an enemy pawn, it stands in its place.
func (e *enumerator) insertPawn(s fileState, color int) {
	pawns := s.pawns
	if pawns.count(color) == initialPawns {
		return
	}
	for i := range pawns.len() + 1 {
		s.pawns = pawns.with(i, color)
		e.visit(s)
	}
	s.lost[1-color]++
	for i := range pawns.len() {
		if pawns.color(i) != color {
			s.pawns = pawns.recolored(i, color)
			e.visit(s)
		}
	}
}

// finish adds the outcomes of a history that ends in state s. Some of the black pawns at the bottom and
// of the white ones at the top promote; there is one outcome for each of their numbers. The other pawns
// are the goal, at most six since they stand on rows 2 to 7.
func (e *enumerator) finish(s *fileState) {
	pawns := s.pawns
	for blackExtra := 0; ; blackExtra++ {
		for whiteExtra := 0; ; whiteExtra++ {
			n := pawns.len() - blackExtra - whiteExtra // pawns of the goal
			goal := pawns>>blackExtra&(1<<n-1) | 1<<n
			if n <= min(e.maxGoalPawns, 6) {
				e.addOutcome(outcome{goal, s.out, s.captures, s.lost, [2]uint8{uint8(whiteExtra), uint8(blackExtra)}})
			}
			if n == 0 || goal.color(n-1) != white {
				break
			}
		}
		if blackExtra == pawns.len() || pawns.color(blackExtra) != black {
			break
		}
	}
}

// addOutcome stores an outcome unless another one dominates it, and removes the outcomes that it dominates.
func (e *enumerator) addOutcome(o outcome) {
	key := outcome{goal: o.goal, out: o.out}
	list := e.undominated[key]
	for i := range list {
		if list[i].dominates(&o) {
			return
		}
	}
	list = slices.DeleteFunc(list, func(p outcome) bool { return o.dominates(&p) })
	e.undominated[key] = append(list, o)
}

// dominates reports whether o costs no more than p, which has the same goal and crossings. Then it also promotes no
// fewer pawns: both have the same pawns of a color in all, and each of these is lost, promotes or is in the goal.
func (o *outcome) dominates(p *outcome) bool {
	return o.captures[0] <= p.captures[0] && o.captures[1] <= p.captures[1] && o.lost[0] <= p.lost[0] && o.lost[1] <= p.lost[1]
}
