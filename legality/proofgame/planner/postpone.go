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
	return k != noKind && r.atDoor(sq, c, role, func(door int) bool {
		for _, t := range r.tasks[door:] {
			if t.touch.Has(sq) {
				return false
			}
		}
		door, at := r.pushThrough(sq, door, nobody)
		walls := pawnSquares(&at) | r.solid
		if reach := region(role, sq, r.cageWalls(c, role, walls)); small(role, reach) && r.sources(c, role, reach) == 0 {
			return false
		}
		r.insert(door, task{color: c, pawn: nobody, victim: nobody, capturer: nobody, kind: k, to: sq, from: chess.NoSquare, gate: -1, step: -1, settle: true})
		if t := &r.tasks[door+1]; t.gate >= 0 && r.chance(50) { // officers for one region, in any order
			r.tasks[door].gate, t.gate = t.gate, int16(door)
		} else {
			r.waits(door+1, door)
		}
		r.ahead |= sq.BB()
		return r.retrace()
	})
}

// hurry has a pawn promote on sq, and the officer leave the region out, before the step that
// closes it, and reports whether the list is still possible.
func (r *run) hurry(u int8, sq chess.Square, c chess.Color, role chess.Role, out chess.Bitboard) bool {
	return r.atDoor(sq, c, role, func(door int) bool {
		for _, t := range r.tasks[door:] {
			if t.pawn == u {
				return false
			}
		}
		door, at := r.pushThrough(sq, door, u)
		free := region(role, sq, pawnSquares(&at)|r.solid) &^ out
		if free == 0 || !r.retrace() {
			return false
		}
		r.leaveBefore(door, u, out, free)
		return true
	})
}

// atDoor tries a change of the list at each door of the region around sq: the step that
// closes it and all that need it are at the end of the list, from the index on that the change
// is told. What fails is undone.
func (r *run) atDoor(sq chess.Square, c chess.Color, role chess.Role, change func(door int) bool) bool {
	for _, i := range r.doors(sq, c, role) {
		r.backup = append(r.backup[:0], r.tasks...)
		column, end, hold, ahead := r.column, r.end, r.hold, r.ahead
		if door := r.part(int(i)); r.retrace() && change(door) && r.columns() == nil {
			r.hold = [32]int8{}
			r.holdBack()
			return true
		}
		r.tasks = append(r.tasks[:0], r.backup...)
		r.column, r.end, r.hold, r.ahead = column, end, hold, ahead
	}
	return false
}

// part moves task i and those that need it to the end of the list and returns its index there.
func (r *run) part(i int) int {
	var early, late []task
	where := make([]int, len(r.tasks)) // -1 - index for those at the end
	for j := range r.tasks {
		t := r.tasks[j]
		if j == i || j > i && slices.ContainsFunc(late, func(l task) bool { return r.conflict(&l, &t) }) {
			where[j] = -1 - len(late)
			late = append(late, t)
		} else {
			where[j] = len(early)
			early = append(early, t)
		}
	}
	r.tasks = append(append(r.tasks[:0], early...), late...)
	for j := range r.tasks {
		if g := &r.tasks[j].gate; *g >= 0 {
			to := where[*g]
			if to < 0 {
				to = len(early) - 1 - to
			}
			*g = int16(to)
		}
	}
	return len(early)
}

// pushThrough has the pawns that pass sq after the path do so before task i, up to pawn last
// if it is one; it returns the new index of the task, and the pawns before it.
func (r *run) pushThrough(sq chess.Square, i int, last int8) (int, [64]int8) {
	var at [64]int8
	r.retraceTo(i, &at)
	for {
		push, ok := r.passes(sq, &at)
		if !ok {
			return i, at
		}
		r.insert(i, push)
		i++
		if at[push.from] = nobody; push.to.Row() != lastRow(push.color) {
			at[push.to] = push.pawn
		}
		if push.pawn == last {
			return i, at
		}
	}
}

// waits has task i wait for task j, after all that it waits for already.
func (r *run) waits(i, j int) {
	for n := 0; r.tasks[i].gate >= 0 && n < len(r.tasks); n++ {
		i = int(r.tasks[i].gate)
	}
	if i != j {
		r.tasks[i].gate = int16(j)
	}
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
