package schedule

import (
	"chesscensus/chess"
	"chesscensus/legality/proofgame/internal/base"
)

// settleEarly has an officer or the king enter the region around sq before the last pawn move after which none can come there. That may be
// long before the closing step, where a pawn captures out of the only way in. It reports whether the list is still possible.
func (r *repairer) settleEarly(sq chess.Square, c chess.Color, role chess.Role) bool {
	k := base.KindOf(role, sq)
	if k == base.NoKind && role != chess.King {
		return false
	}
	i, step := r.lastChance(sq, c, role)
	if i < 0 {
		return false
	}
	return r.attempt(func() bool {
		if t := &r.Tasks[i]; step != t.From {
			first := pushTask(t.Color, t.Pawn, t.From, step)
			t.From = step
			r.insert(i, first)
			i++
		}
		r.insert(i, settleTask(c, k, sq))
		r.addGate(i+1, i)
		r.ahead |= sq.BB()
		return r.trace()
	}, nil)
}

// lastChance returns the last task before which men of the role come to sq, and the square where its pawn is then, which is on its
// way if the task is a push; -1 if there is none, or a pawn still has to pass sq.
func (r *repairer) lastChance(sq chess.Square, c chess.Color, role chess.Role) (int, chess.Square) {
	open := func(walls chess.Bitboard) bool {
		reach := chess.Flood(role, sq.BB(), r.cageWalls(c, role, walls|r.Solid))
		return !base.Small(role, reach) || r.sources(c, role, reach) > 0
	}
	var at [64]int8
	for i := len(r.Tasks) - 1; i >= 0; i-- {
		t := &r.Tasks[i]
		if t.Touch.Has(sq) || !r.traceTo(i, &at) {
			break
		}
		walls := pawnSquares(&at)
		if t.Pawn == base.Nobody || !open(walls) {
			continue
		}
		step := t.From
		for next := step.Ahead(t.Color); t.Act == Push && next != t.To && open(walls&^t.From.BB()|next.BB()); next = next.Ahead(t.Color) {
			step = next
		}
		return i, step
	}
	return -1, chess.NoSquare
}
