package schedule

import (
	"chesscensus/chess"
	"chesscensus/legality/proofgame/internal/base"
)

// settleEarly adds a task by which an officer or the king enters the region around sq before the last pawn move after which none can
// come there. That may be long before the closing step: a pawn may capture out of the only way in. It reports whether the list is still
// possible.
func (r *repairer) settleEarly(sq chess.Square, c chess.Color, role chess.Role) bool {
	kind := base.KindOf(role, sq)
	if kind == base.NoKind && role != chess.King {
		return false
	}
	i, step := r.lastChance(sq, c, role)
	if i < 0 {
		return false
	}
	return r.tryChange(func() bool {
		if t := &r.Tasks[i]; step != t.From {
			first := pushTask(t.Color, t.Pawn, t.From, step)
			t.From = step
			r.insert(i, first)
			i++
		}
		r.insert(i, settleTask(c, kind, sq))
		r.addWait(i+1, i)
		r.settleSquares |= sq.BB()
		return r.trace()
	}, nil)
}

// lastChance returns the index of the last task before which a man of the role can still come to sq, or -1 if there is none or a later
// task needs sq. The pawn of the task may already stand on the square last then: From or, for a push, a square on its way.
func (r *repairer) lastChance(sq chess.Square, c chess.Color, role chess.Role) (i int, last chess.Square) {
	var pawns [64]int8
	for i = len(r.Tasks) - 1; i >= 0; i-- {
		t := &r.Tasks[i]
		if t.Squares.Has(sq) || !r.traceTo(i, &pawns) {
			break
		}
		others := pawnSquares(&pawns)&^t.From.BB() | r.LockedOfficers
		if t.Pawn == base.NoMan || !r.canEnter(c, role, sq, others|t.From.BB()) {
			continue
		}
		last = t.From
		if t.Act == Push {
			for next := last.Ahead(t.Color); next != t.To && r.canEnter(c, role, sq, others|next.BB()); next = next.Ahead(t.Color) {
				last = next
			}
		}
		return i, last
	}
	return -1, chess.NoSquare
}
