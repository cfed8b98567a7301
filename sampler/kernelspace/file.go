package kernelspace

import (
	"cmp"
	"slices"
)

// An outcome is the end of a history of one file: the column that is left in the setup, what crosses
// the right boundary, and what the history costs. A capture that crosses the right boundary is paid
// here, one that crosses the left boundary in the file to the left.
type outcome struct {
	goal     column
	out      crossings // of the right boundary
	captures [2]uint8  // by the color that captures
	lost     [2]uint8  // pawns taken by pawns or officers, by their color
	extra    [2]uint8  // pawns that are not in the goal and promote, by color
}

// A fileState is what matters of the beginning of a history of a file.
type fileState struct {
	pawns         column    // those that will promote or have promoted included
	out           crossings // of the right boundary so far
	usedCrossings uint8     // how many of the given crossings of the left boundary have happened
	captures      [2]uint8
	lost          [2]uint8
}

// An enumerator lists what can happen in one file: a depth-first search over file states.
type enumerator struct {
	maxGoalPawns int
	visited      map[fileState]struct{}
	pending      []fileState           // visited, and not yet expanded
	undominated  map[outcome][]outcome // by goal and out: the keys have nothing else set
}

// outcomes returns the outcomes of a file whose left boundary is crossed as given, with at most the
// given captures paid here. Left out is what another outcome with the same goal and the same
// crossings dominates.
//
// Invariant of the loop: every state that can be reached is in visited, or can be reached from one
// that is pending.
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

// visit makes a state pending if it is new.
func (e *enumerator) visit(s fileState) {
	if _, ok := e.visited[s]; !ok {
		e.visited[s] = struct{}{}
		e.pending = append(e.pending, s)
	}
}

// crossLeft visits the states after the next crossing of the left boundary: a pawn leaves to the
// left, or comes from there.
func (e *enumerator) crossLeft(s fileState, color int, leftward bool) {
	s.usedCrossings++
	if leftward {
		e.removePawn(s, color)
	} else {
		e.insertPawn(s, color)
	}
}

// captureHere visits the states after a capture that is paid here: a pawn leaves over the right
// boundary or comes over it, or an officer takes a pawn.
func (e *enumerator) captureHere(s *fileState) {
	for color := range 2 {
		next := *s
		next.captures[color]++
		next.out = s.out.add(color, false)
		e.removePawn(next, color)
		next.out = s.out.add(color, true)
		e.insertPawn(next, color)
		next.out = s.out
		next.lost[1-color]++
		e.removePawn(next, 1-color)
	}
}

// removePawn visits the states in which one pawn of the color is gone from the file.
func (e *enumerator) removePawn(s fileState, color int) {
	pawns := s.pawns
	for i := range pawns.len() {
		if pawns.color(i) == color {
			s.pawns = pawns.without(i)
			e.visit(s)
		}
	}
}

// insertPawn visits the states in which a pawn of the color has come to the file by capture. It
// took an officer and stands anywhere among the pawns, or it took an enemy pawn and has its place.
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

// finish adds the outcomes of a history that ends here, one for each number of black pawns at the
// bottom and of white ones at the top that promote. The other pawns are the goal.
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

// addOutcome stores an outcome unless another one dominates it, and removes those that it
// dominates.
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

// dominates reports whether o costs no more than p, which has the same goal and crossings. Then it
// also promotes no fewer pawns: both have the same pawns of a color in all, and each of these is
// lost, promotes or is in the goal.
func (o *outcome) dominates(p *outcome) bool {
	return o.captures[0] <= p.captures[0] && o.captures[1] <= p.captures[1] && o.lost[0] <= p.lost[0] && o.lost[1] <= p.lost[1]
}
