package planner

import (
	"slices"

	"chesscensus/chess"
)

// Doors that have to wait: the officer enters, then the pawn closes, and whatever passes the
// square of the officer does so before. The kernel gives a list of steps, of which only
// some depend on each other; so the step that closes the door and all that need it go to the
// end of the list.

// postpone puts off the step that closes the region around sq until an officer stands
// there and all pawns that have to pass sq have passed, and reports whether the list is still
// possible.
func (r *run) postpone(sq chess.Square, c chess.Color, role chess.Role) bool {
	k := kindOf(role, sq)
	if k == noKind {
		return false
	}
	for _, i := range r.doors(sq, c, role) {
		r.backup = append(r.backup[:0], r.tasks...)
		column, end, hold := r.column, r.end, r.hold
		if r.putOff(int(i), sq, c, role) && r.columns() == nil {
			r.hold = [32]int8{}
			r.ahead |= sq.BB()
			r.holdBack()
			return true
		}
		r.tasks = append(r.tasks[:0], r.backup...)
		r.column, r.end, r.hold = column, end, hold
	}
	return false
}

// putOff does it for one door, task i. If it fails the list is spoilt.
func (r *run) putOff(i int, sq chess.Square, c chess.Color, role chess.Role) bool {
	early, late := r.part(i)
	if slices.ContainsFunc(late, func(t task) bool { return t.touch.Has(sq) }) {
		return false
	}
	r.tasks = append(append(r.tasks[:0], early...), late...)
	var at [64]int8
	if !r.retrace() || !r.retraceTo(len(early), &at) {
		return false
	}
	for {
		push, ok := r.passes(sq, &at)
		if !ok {
			break
		}
		at[push.from] = nobody
		if push.to.Row() != lastRow(push.color) {
			at[push.to] = push.pawn
		}
		early = append(early, push)
	}
	var walls chess.Bitboard
	for s, u := range at {
		if u != nobody {
			walls |= chess.Square(s).BB()
		}
	}
	walls |= r.solid
	if reach := region(role, sq, r.cageWalls(c, role, walls)); small(role, reach) && r.sources(c, role, reach) == 0 {
		return false
	}
	sits := task{color: c, pawn: nobody, victim: nobody, capturer: nobody, kind: kindOf(role, sq), to: sq, from: chess.NoSquare, gate: -1, step: -1, settle: true}
	first := len(early)
	for first > 0 && early[first-1].settle { // officers for the same region, in any order
		first--
	}
	early = slices.Insert(early, first+r.dice.n(len(early)-first+1), sits)
	for j := first; j < len(early); j++ {
		if early[j].gate = -1; j > first {
			early[j].gate = int16(j - 1)
		}
	}
	late[0].gate = int16(len(early) - 1)
	r.tasks = append(append(r.tasks[:0], early...), late...)
	return r.retrace()
}

// part splits the list into what does not need task i, and that task with what does. Gates
// other than those of officers sent ahead are lost.
func (r *run) part(i int) (early, late []task) {
	for j := range r.tasks {
		t := r.tasks[j]
		needs := j == i || j > i && slices.ContainsFunc(late, func(l task) bool { return r.conflict(&l, &t) })
		if needs {
			late = append(late, t)
		} else {
			early = append(early, t)
		}
	}
	return early, late
}

// passes returns the push of a pawn that has yet to pass a square after the path, the
// foremost first.
func (r *run) passes(sq chess.Square, at *[64]int8) (task, bool) {
	for _, c := range [...]chess.Color{chess.White, chess.Black} {
		for row := 1; row < 7; row++ {
			from := chess.NewSquare(sq.File(), row)
			if c == chess.White {
				from = chess.NewSquare(sq.File(), 7-row)
			}
			u := at[from]
			if u == nobody || r.men[u].color != c || r.end[u] == chess.NoSquare || r.end[u] == from || r.end[u].File() != from.File() {
				continue
			}
			if filePath(from, r.end[u]).Has(sq) {
				return pushTask(c, u, from, r.end[u]), true
			}
		}
	}
	return task{}, false
}

// pushHeld has pawns that would be held back to the end go to their squares in the path, so
// that officers have to be there first; for what comes behind them may need that.
func (r *run) pushHeld() {
	for again := true; again; {
		again = false
		for u := range int8(r.size) {
			if r.hold[u] == 0 {
				continue
			}
			from := chess.NewSquare(r.end[u].File(), r.rowOf(u))
			r.tasks = append(r.tasks, pushTask(r.men[u].color, u, from, r.end[u]))
			if !r.retrace() {
				r.tasks = r.tasks[:len(r.tasks)-1]
				continue
			}
			r.hold[u], again = 0, true
		}
	}
}

// exchange has captures of a color exchange their victims, in half of the restarts: which of
// the officers that fall falls where is open, as far as bishops fit the squares.
func (r *run) exchange() {
	if r.chance(50) {
		return
	}
	for i := range r.tasks {
		t := &r.tasks[i]
		if !t.officers() || t.pawn == nobody {
			continue
		}
		o := &r.tasks[r.dice.n(len(r.tasks))]
		if o.officers() && o.color == t.color && o.fits(t.kind) && t.fits(o.kind) {
			t.kind, o.kind = o.kind, t.kind
		}
	}
}

// officers reports whether a task captures some officer of a kind.
func (t *task) officers() bool { return t.capture && t.kind != noKind }

// fits reports whether a kind can fall in the task.
func (t *task) fits(k kind) bool { return t.pawn == nobody || k.squares().Has(t.to) }
