package planner

import (
	"slices"

	"chesscensus/chess"
)

// Officers that leave before a door closes: at home, or where they are promoted, and not
// wanted there. Without a task they might still stand there when a pawn of the path has shut
// them in, perhaps on the square where another pawn has to promote.

// letOut has every officer that a pawn of the path would shut in leave before that: the
// task at the door waits.
func (r *run) letOut() {
	final := r.heldWalls()
	r.doomed = 0
	for u := range int8(r.size) {
		c, role, sq := r.men[u].color, r.men[u].role, r.men[u].sq
		if role == chess.Pawn {
			role = r.becomes[u]
			sq = r.source(u, c, role)
		}
		if sq == chess.NoSquare || role == chess.King || r.frozen>>u&1 != 0 || r.leaves(u) {
			continue
		}
		out := region(role, sq, final&^sq.BB())
		if !small(role, out) || !r.births.Has(sq) && (r.goal.Board.Pieces(c, role)&out).Count() >= r.sources(c, role, out) {
			continue
		}
		if i, before := r.closes(u, role, sq, out); i >= 0 {
			if free := region(role, sq, before) &^ out; free != 0 {
				r.leaveBefore(i, u, out, free)
			}
		} else if r.men[u].role == role {
			r.doomed |= 1 << u
		}
	}
}

// emerge has pawns promote early where the officer could not leave later, and reports whether
// that is possible.
func (r *run) emerge() bool {
	for u := range int8(r.size) {
		m := &r.men[u]
		sq, role := r.born[u], r.becomes[u]
		if m.role != chess.Pawn || role == chess.NoRole || role == chess.King || sq == chess.NoSquare {
			continue
		}
		out := region(role, sq, r.heldWalls()&^sq.BB())
		if !small(role, out) || (r.goal.Board.Pieces(m.color, role)&out).Count() >= r.sources(m.color, role, out) {
			continue
		}
		if i, _ := r.closes(u, role, sq, out); i < 0 && !r.leaves(u) && !r.hurry(u, sq, m.color, role, out) {
			return false
		}
	}
	return true
}

// closes returns the last task that shuts a man into a region around sq for good, and the
// pawns before it; -1 if there is none.
func (r *run) closes(u int8, role chess.Role, sq chess.Square, out chess.Bitboard) (int, chess.Bitboard) {
	var at [64]int8
	task, before, walls := -1, chess.Bitboard(0), chess.Bitboard(0)
	born, open := r.men[u].role != chess.Pawn, false
	for i := range r.tasks {
		t := &r.tasks[i]
		if born && t.pawn == nobody {
			continue
		}
		born = born || t.pawn == u && t.to == sq
		if !born || !r.retraceTo(i+1, &at) {
			continue
		}
		next := pawnSquares(&at) &^ sq.BB()
		if now := region(role, sq, next)&^out != 0; open != now {
			if task = -1; open {
				task, before = i, walls
			}
			open = now
		}
		walls = next
	}
	return task, before
}

// pawnSquares returns the squares of pawns.
func pawnSquares(at *[64]int8) (set chess.Bitboard) {
	for sq, u := range at {
		if u != nobody {
			set |= chess.Square(sq).BB()
		}
	}
	return set
}

// leaveBefore inserts a task for a man to leave a region, on its way to one of the free
// squares, for which task i waits.
func (r *run) leaveBefore(i int, u int8, out, free chess.Bitboard) {
	t := task{color: r.men[u].color, pawn: nobody, victim: u, capturer: nobody, kind: noKind, from: chess.NoSquare,
		to: r.pick(free), gate: -1, step: -1, leave: out}
	r.insert(i, t)
	r.waits(i+1, i)
}

// leaves reports whether a man has a task to leave.
func (r *run) leaves(u int8) bool {
	return slices.ContainsFunc(r.tasks, func(t task) bool { return t.leave != 0 && t.victim == u })
}

// gone reports whether the man of a task has left.
func (r *run) gone(t *task) bool {
	sq := r.men[t.victim].sq
	return r.men[t.victim].role != chess.Pawn && (sq == chess.NoSquare || !t.leave.Has(sq))
}

// inPlace reports whether the officer that a task waits for stands where it should, or has
// left if it should; if the planner is bold also those that this one waits for.
func (r *run) inPlace(i int16) bool {
	for n := 0; ; n++ {
		t := &r.tasks[i]
		ok := t.done
		switch {
		case t.leave != 0:
			ok = r.gone(t)
		case !ok:
			ok = t.victim != nobody && r.men[t.victim].sq == t.to
		}
		if !ok || !r.bold || t.gate < 0 || n == len(r.tasks) {
			return ok
		}
		i = t.gate
	}
}

// awaited reports whether some task still waits for task i.
func (r *run) awaited(i int16) bool {
	for j := range r.tasks {
		if t := &r.tasks[j]; t.gate == i && !t.done {
			return true
		}
	}
	return false
}

// depart returns a move by which the man of a task leaves.
func (r *run) depart(t *task) chess.Move {
	m := &r.men[t.victim]
	if t.color != r.us || !t.open || m.role == chess.Pawn || r.gone(t) {
		return 0
	}
	stops := ^r.checks[m.role]
	if w, ok := r.freeWay(m.sq, m.role, ^t.leave&^r.occ&stops, stops); ok {
		r.ways[r.us] |= w.path
		return r.find(m.sq, w.first, chess.NoRole)
	}
	return r.bring(t.victim, t.to)
}

// clear returns a move of an officer that stands where a pawn has to promote.
func (r *run) clear() chess.Move {
	for set := r.births & r.own; set != 0; {
		sq := r.pick(set)
		set &^= sq.BB()
		u := r.at[sq]
		role := r.men[u].role
		if role == chess.King || (r.frozen|r.arrived|r.bound)>>u&1 != 0 {
			continue
		}
		if away := r.quietStops(sq, role) &^ r.births &^ r.busy; away != 0 {
			return r.find(sq, r.pick(away), chess.NoRole)
		}
	}
	return 0
}
