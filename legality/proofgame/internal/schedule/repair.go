package schedule

import (
	"chesscensus/chess"
	"chesscensus/legality/proofgame/internal/base"
)

// A repairer changes a list until the tasks shut in no square of the goal. A square is shut in if a pawn captures on its last square,
// or is pushed there, while some officer still has to get behind it. There are three repairs: the closing step is made one or more rows
// earlier, so that the pawn can be held back; or the officer goes first; or, with Revise, the step is postponed or the officer goes
// long before.
type repairer struct{ *Schedule }

// failLatePercent is the chance in percent that repair fails if some promoted man is shut in, although every square of the goal can be
// reached.
const failLatePercent = 80

// repair changes the list until no square of the goal is shut in, and reports whether it succeeded.
func (r *repairer) repair() bool {
	for range 6 {
		sq, c, role := r.cagedSquare()
		if sq == chess.NoSquare {
			if r.Revise {
				if !r.promoteBeforeClosing() && r.RNG.Chance(failLatePercent) {
					return false
				}
				r.scheduleDepartures()
			}
			return true
		}
		if r.shiftClosing(sq, c, role) || r.settleBeforeClosing(sq, c, role) {
			continue
		}
		if !r.Revise || !r.postpone(sq, c, role) && !r.settleEarly(sq, c, role) {
			return false
		}
	}
	return false
}

// closingSteps returns, in random order, the tasks that bring a pawn to its last square on the edge of the region around sq.
func (r *repairer) closingSteps(sq chess.Square, c chess.Color, role chess.Role) []int16 {
	reach := r.region(c, role, sq, r.heldWalls())
	edge := chess.Steps(role, reach) &^ reach
	list := r.closingTasks[:0]
	for i := range r.Tasks {
		t := &r.Tasks[i]
		if t.Pawn == base.NoMan || r.End[t.Pawn] == chess.NoSquare || r.PromotionRole[t.Pawn] != chess.NoRole ||
			!edge.Has(r.InterimSquare(t.Pawn)) {
			continue
		}
		if t.To == r.End[t.Pawn] && r.pawnsAfter[t.To] == t.Pawn {
			list = append(list, int16(i))
		}
	}
	r.closingTasks = list
	base.Shuffle(r.RNG, list)
	return list
}

// shiftClosing makes a closing step of the region around sq one to three rows earlier, or shortens it by one row, and reports whether
// the region is no cage then.
func (r *repairer) shiftClosing(sq chess.Square, c chess.Color, role chess.Role) bool {
	for _, i := range r.closingSteps(sq, c, role) {
		for d := 1; d <= 4; d++ {
			earlier := func() bool { return d < 4 && r.moveCapture(int(i), d) || d == 4 && r.shortenPush(int(i)) }
			if r.tryChange(earlier, func() bool { return !r.isCage(sq, c, role, r.heldWalls()) }) {
				return true
			}
		}
	}
	return false
}

// tryChange changes the list and chooses anew which pawns are held back. It reports whether the changed list is possible and accept, if
// not nil, returns true for it. If not, it undoes the change.
func (r *repairer) tryChange(change, accept func() bool) bool {
	r.save()
	ends, rowsShort, settleSquares := r.End, r.RowsShort, r.settleSquares
	if change() && r.assignEnds() == nil {
		r.RowsShort = [32]int8{}
		if r.holdBackPawns(); accept == nil || accept() {
			return true
		}
	}
	r.restore()
	r.End, r.RowsShort, r.settleSquares = ends, rowsShort, settleSquares
	return false
}

// settleBeforeClosing adds a task by which an officer enters the region around sq, and makes a closing step wait for it. It reports
// whether that is possible.
func (r *repairer) settleBeforeClosing(sq chess.Square, c chess.Color, role chess.Role) bool {
	kind := base.KindOf(role, sq)
	if kind == base.NoKind {
		return false
	}
	walls := r.heldWalls()
	for _, i := range r.closingSteps(sq, c, role) {
		t := &r.Tasks[i]
		if t.WaitsFor >= 0 || t.From == sq || t.To == sq {
			continue
		}
		open := walls&^t.To.BB() | t.From.BB()
		if base.IsCage(role, r.region(c, role, sq, open)) {
			continue
		}
		departure, isUsed := r.laterUse(int(i), sq)
		if isUsed || r.willBeCrossed(sq) {
			continue
		}
		if departure > 0 {
			if !r.stepBefore(int(i), departure) {
				continue
			}
			i++
		}
		r.insert(int(i), settleTask(c, kind, sq))
		r.Tasks[i+1].WaitsFor = i
		r.settleSquares |= sq.BB()
		return true
	}
	return false
}

// laterUse reports whether a task after task i needs sq. With Revise it does not count the first push from sq, which can be made
// earlier: its index is departure, or 0 if there is none.
func (r *repairer) laterUse(i int, sq chess.Square) (departure int, isUsed bool) {
	for j := i + 1; j < len(r.Tasks); j++ {
		t := &r.Tasks[j]
		if r.Revise && departure == 0 && t.From == sq && t.Pawn != base.NoMan && t.Act != Capture {
			departure = j
		} else {
			isUsed = isUsed || t.Squares.Has(sq)
		}
	}
	return departure, isUsed
}
