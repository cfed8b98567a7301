package planner

import (
	"slices"

	"chesscensus/chess"
)

// Cages made by the path itself: a pawn captures on its last square, or is pushed there,
// while some officer still has to get behind it. Either the capture is made one or
// more rows earlier, so that the pawn can be held back, or the officer goes first.

// repair changes the list until no square of the goal is shut in, and reports whether it
// succeeded.
func (r *run) repair() bool {
	if r.without&repairs != 0 {
		return true
	}
	for range 6 {
		sq, c, role := r.caged()
		if sq == chess.NoSquare {
			if r.bold {
				if !r.emerge() && r.chance(80) {
					return false
				}
				r.letOut()
			}
			return true
		}
		if r.shiftDoor(sq, c, role) || r.sendAhead(sq, c, role) {
			continue
		}
		if !r.bold || !r.postpone(sq, c, role) {
			return false
		}
	}
	return false
}

// doors returns the tasks that bring a pawn to its last square on the edge of the region
// around sq.
func (r *run) doors(sq chess.Square, c chess.Color, role chess.Role) []int16 {
	reach := region(role, sq, r.cageWalls(c, role, r.heldWalls()))
	edge := chess.Steps(role, reach) &^ reach
	list := r.doorList[:0]
	for i := range r.tasks {
		t := &r.tasks[i]
		if t.pawn == nobody || r.end[t.pawn] == chess.NoSquare || r.becomes[t.pawn] != chess.NoRole || !edge.Has(r.interim(t.pawn)) {
			continue
		}
		if t.to == r.end[t.pawn] && r.column[t.to] == t.pawn {
			list = append(list, int16(i))
		}
	}
	r.doorList = list
	for i := len(list) - 1; i > 0; i-- {
		j := r.dice.n(i + 1)
		list[i], list[j] = list[j], list[i]
	}
	return list
}

// shiftDoor makes a capture that closes the region earlier.
func (r *run) shiftDoor(sq chess.Square, c chess.Color, role chess.Role) bool {
	for _, i := range r.doors(sq, c, role) {
		r.backup = append(r.backup[:0], r.tasks...)
		column, end, hold := r.column, r.end, r.hold
		for d := 1; d <= 4; d++ {
			if (d < 4 && r.shift(int(i), d) || d == 4 && r.trim(int(i))) && r.columns() == nil {
				r.hold = [32]int8{}
				r.holdBack()
				if !r.shut(sq, c, role, r.heldWalls()) {
					return true
				}
			}
			r.tasks = append(r.tasks[:0], r.backup...)
			r.column, r.end, r.hold = column, end, hold
		}
	}
	return false
}

// trim makes a push a row shorter, if need be by having a capture that it makes room for
// one row further on, and reports whether the list is still possible.
func (r *run) trim(i int) bool {
	t := &r.tasks[i]
	if t.capture || t.settle {
		return false
	}
	pawn, to := t.pawn, t.to
	t.to = ahead(t.color.Other(), to)
	if t.to == t.from {
		t.to = to
		return false
	}
	if r.retrace() {
		return true
	}
	for k := i + 1; k < len(r.tasks); k++ {
		n := &r.tasks[k]
		if n.pawn == pawn {
			return false
		}
		if n.capture && n.pawn != nobody && n.to == ahead(n.color, to) && n.color != t.color {
			if n.kind == darkBishop || n.kind == lightBishop {
				return r.shift(k, -2) // the color of the square stays
			}
			return r.shift(k, -1)
		}
	}
	return false
}

// shift makes the capture of a pawn d rows earlier, as seen from the pawn, or later if d is
// negative, and reports whether the list is still possible.
func (r *run) shift(i, d int) bool {
	t := &r.tasks[i]
	if !t.capture || t.pawn == nobody || t.promotion != chess.NoRole || t.to.Row() == lastRow(t.color) {
		// A push that ends there: nothing to shift but the capture before it.
		if t.capture || i == 0 {
			return false
		}
		for j := i - 1; j >= 0; j-- {
			if r.tasks[j].pawn == t.pawn {
				return r.tasks[j].capture && r.tasks[j].promotion == chess.NoRole && r.shift(j, d)
			}
		}
		return false
	}
	back := chess.Square(d * -forward(t.color))
	pawn, victim, color, oldTo := t.pawn, t.victim, t.color, t.to
	from, to := t.from+back, t.to+back
	if to.Row() < 1 || to.Row() > 6 || t.kind != noKind && !t.kind.squares().Has(to) {
		return false
	}
	before := -1
	for j := i - 1; j >= 0; j-- {
		if r.tasks[j].pawn == pawn {
			before = j
			break
		}
	}
	if before < 0 || r.tasks[before].capture {
		if d > 0 {
			return false
		}
		r.insert(i, pushTask(color, pawn, t.from, t.from))
		before, i = i, i+1
		t = &r.tasks[i]
	}
	if (from.Row()-r.tasks[before].from.Row())*forward(color) < 0 {
		return false
	}
	t.from, t.to = from, to
	for j := i + 1; j < len(r.tasks); j++ {
		if n := &r.tasks[j]; n.pawn == pawn {
			if n.capture {
				if d < 0 {
					return false
				}
				r.insert(j, pushTask(color, pawn, to, oldTo))
			} else if n.from = to; n.to == to {
				r.remove(j)
			}
			break
		}
	}
	if victim != nobody && r.tasks[i].kind == noKind {
		if d > 0 { // the victim has to come further
			r.insert(i, pushTask(color.Other(), victim, oldTo, to))
		} else if !r.shorten(i, victim, oldTo, to) {
			return false
		}
	}
	r.tasks[before].to = from
	if r.tasks[before].from == from {
		r.remove(before)
	}
	return r.retrace()
}

// shorten makes the push that brings a victim to the square of its capture, task i, end
// on to.
func (r *run) shorten(i int, victim int8, from, to chess.Square) bool {
	for j := i - 1; j >= 0; j-- {
		n := &r.tasks[j]
		if n.pawn != victim {
			continue
		}
		if n.capture || n.to != from || n.from == to {
			return false
		}
		n.to = to
		return true
	}
	return false
}

func (r *run) remove(i int) {
	r.tasks = slices.Delete(r.tasks, i, i+1)
	for j := range r.tasks {
		if g := &r.tasks[j].gate; int(*g) > i {
			*g--
		}
	}
}

func pushTask(c chess.Color, pawn int8, from, to chess.Square) task {
	return task{color: c, pawn: pawn, victim: nobody, capturer: nobody, kind: noKind, from: from, to: to, gate: -1, step: -1}
}

// insert puts a task before the one at index i.
func (r *run) insert(i int, t task) {
	r.tasks = slices.Insert(r.tasks, i, t)
	for j := range r.tasks {
		if g := &r.tasks[j].gate; int(*g) >= i {
			*g++
		}
	}
}

// retrace plays the list on a board of pawns again and reports whether it is possible.
func (r *run) retrace() bool {
	var at [64]int8
	if !r.retraceTo(len(r.tasks), &at) {
		return false
	}
	r.column = at
	return true
}

// retraceTo plays the first n tasks of the list and fills in the pawns after them.
func (r *run) retraceTo(n int, at *[64]int8) bool {
	for sq := range at {
		at[sq] = nobody
		if u := r.at[sq]; u != nobody && r.men[u].role == chess.Pawn {
			at[sq] = u
		}
	}
	for i := range r.tasks[:n] {
		t := &r.tasks[i]
		if t.pawn != nobody && at[t.from] != t.pawn {
			return false
		}
		if !t.capture {
			if t.pawn == nobody {
				continue
			}
			if (t.to.Row()-t.from.Row())*forward(t.color) <= 0 {
				return false
			}
			t.touch = filePath(t.from, t.to)
			at[t.from] = nobody
			for sq := range t.touch.All() {
				if at[sq] != nobody {
					return false
				}
			}
		} else {
			t.touch = 0
			if t.victim != nobody && r.men[t.victim].role == chess.Pawn && t.kind == noKind && at[t.to] == t.victim {
				at[t.to] = nobody
				t.touch = t.to.BB()
			} else if t.pawn != nobody && at[t.to] != nobody || t.victim != nobody && r.standing(at, t.victim) {
				return false
			}
			if t.pawn == nobody {
				continue
			}
			t.touch |= t.from.BB() | t.to.BB()
			at[t.from] = nobody
		}
		if t.to.Row() != lastRow(t.color) {
			at[t.to] = t.pawn
		}
	}
	return true
}

func (r *run) standing(at *[64]int8, u int8) bool {
	return slices.Contains(at[:], u)
}

// crossed reports whether a pawn has yet to pass a square after the path.
func (r *run) crossed(sq chess.Square) bool {
	for u := range int8(r.size) {
		end := r.end[u]
		if end != chess.NoSquare && end.File() == sq.File() && filePath(chess.NewSquare(end.File(), r.rowOf(u)), end).Has(sq) {
			return true
		}
	}
	return false
}

// leaveEarly has a pawn make the first step of its push, task j, before task i, and reports
// whether the list is still possible; if it is not, nothing changes.
func (r *run) leaveEarly(i, j int) bool {
	r.backup = append(r.backup[:0], r.tasks...)
	column := r.column
	n := &r.tasks[j]
	step := ahead(n.color, n.from)
	first := pushTask(n.color, n.pawn, n.from, step)
	if n.from = step; n.to == step {
		r.remove(j)
	}
	r.insert(i, first)
	if r.retrace() {
		return true
	}
	r.tasks, r.column = append(r.tasks[:0], r.backup...), column
	return false
}

// sendAhead has an officer enter the region around sq before a door closes: the task at the
// door waits for it.
func (r *run) sendAhead(sq chess.Square, c chess.Color, role chess.Role) bool {
	k := kindOf(role, sq)
	if k == noKind {
		return false
	}
	walls := r.heldWalls()
	for _, i := range r.doors(sq, c, role) {
		t := &r.tasks[i]
		if t.gate >= 0 || t.from == sq || t.to == sq {
			continue
		}
		open := walls&^t.to.BB() | t.from.BB()
		if small(role, region(role, sq, r.cageWalls(c, role, open))) {
			continue
		}
		late, leaves := false, 0
		for j := int(i) + 1; j < len(r.tasks); j++ {
			if n := &r.tasks[j]; r.bold && leaves == 0 && n.from == sq && n.pawn != nobody && !n.capture {
				leaves = j
			} else {
				late = late || n.touch.Has(sq)
			}
		}
		if late || r.crossed(sq) {
			continue
		}
		if leaves > 0 {
			if !r.leaveEarly(int(i), leaves) {
				continue
			}
			i++
		}
		first := task{color: c, pawn: nobody, victim: nobody, capturer: nobody, kind: k, to: sq, from: chess.NoSquare, gate: -1, step: -1, settle: true}
		r.insert(int(i), first)
		r.tasks[i+1].gate = i
		r.ahead |= sq.BB()
		return true
	}
	return false
}
