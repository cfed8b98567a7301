package schedule

import (
	"chesscensus/chess"
	"chesscensus/legality/proofgame/internal/base"
)

// A repairer changes a list until no square of the goal is shut in by the path itself: a pawn
// captures on its last square, or is pushed there, while some officer still has to get behind
// it. Either that closing step is made one or more rows earlier, so that the pawn can be held
// back, or the officer goes first; if the list may be revised, the step waits, or the officer goes long before.
type repairer struct{ *Schedule }

// repair changes the list until no square of the goal is shut in, and reports whether it
// succeeded.
func (r *repairer) repair() bool {
	for range 6 {
		sq, c, role := r.cagedSquare()
		if sq == chess.NoSquare {
			if r.Revise {
				if !r.promoteBeforeClosing() && r.RNG.Chance(80) {
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

// closingSteps returns the tasks that bring a pawn to its last square on the edge of the region
// around sq.
func (r *repairer) closingSteps(sq chess.Square, c chess.Color, role chess.Role) []int16 {
	reach := chess.Flood(role, sq.BB(), r.cageWalls(c, role, r.heldWalls()))
	edge := chess.Steps(role, reach) &^ reach
	list := r.closing[:0]
	for i := range r.Tasks {
		t := &r.Tasks[i]
		if t.Pawn == base.Nobody || r.End[t.Pawn] == chess.NoSquare || r.Becomes[t.Pawn] != chess.NoRole || !edge.Has(r.Interim(t.Pawn)) {
			continue
		}
		if t.To == r.End[t.Pawn] && r.column[t.To] == t.Pawn {
			list = append(list, int16(i))
		}
	}
	r.closing = list
	for i := len(list) - 1; i > 0; i-- {
		j := r.RNG.N(i + 1)
		list[i], list[j] = list[j], list[i]
	}
	return list
}

// shiftClosing makes a capture that closes the region earlier.
func (r *repairer) shiftClosing(sq chess.Square, c chess.Color, role chess.Role) bool {
	for _, i := range r.closingSteps(sq, c, role) {
		for d := 1; d <= 4; d++ {
			earlier := func() bool { return d < 4 && r.shift(int(i), d) || d == 4 && r.shortenPush(int(i)) }
			if r.attempt(earlier, func() bool { return !r.isCage(sq, c, role, r.heldWalls()) }) {
				return true
			}
		}
	}
	return false
}

// attempt makes a change of the list and chooses anew which pawns are held back. It reports whether that is possible and
// wanted, if not nil, holds then. If not, the list is as it was.
func (r *repairer) attempt(change, wanted func() bool) bool {
	r.backup = append(r.backup[:0], r.Tasks...)
	column, end, hold, ahead := r.column, r.End, r.Hold, r.ahead
	if change() && r.columns() == nil {
		r.Hold = [32]int8{}
		if r.holdBack(); wanted == nil || wanted() {
			return true
		}
	}
	r.Tasks = append(r.Tasks[:0], r.backup...)
	r.column, r.End, r.Hold, r.ahead = column, end, hold, ahead
	return false
}

// settleBeforeClosing has an officer enter the region around sq before it is closed: the closing step
// waits for it. It reports whether that is possible.
func (r *repairer) settleBeforeClosing(sq chess.Square, c chess.Color, role chess.Role) bool {
	k := base.KindOf(role, sq)
	if k == base.NoKind {
		return false
	}
	walls := r.heldWalls()
	for _, i := range r.closingSteps(sq, c, role) {
		t := &r.Tasks[i]
		if t.Gate >= 0 || t.From == sq || t.To == sq {
			continue
		}
		open := walls&^t.To.BB() | t.From.BB()
		if base.Small(role, chess.Flood(role, sq.BB(), r.cageWalls(c, role, open))) {
			continue
		}
		late, leaves := false, 0
		for j := int(i) + 1; j < len(r.Tasks); j++ {
			if n := &r.Tasks[j]; r.Revise && leaves == 0 && n.From == sq && n.Pawn != base.Nobody && n.Act != Capture {
				leaves = j
			} else {
				late = late || n.Touch.Has(sq)
			}
		}
		if late || r.willBeCrossed(sq) {
			continue
		}
		if leaves > 0 {
			if !r.stepBefore(int(i), leaves) {
				continue
			}
			i++
		}
		first := settleTask(c, k, sq)
		r.insert(int(i), first)
		r.Tasks[i+1].Gate = i
		r.ahead |= sq.BB()
		return true
	}
	return false
}
