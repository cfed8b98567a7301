package schedule

import (
	"chesscensus/chess"
	"chesscensus/legality/proofgame/internal/base"
)

// shortenPush makes task i, a push, one row shorter and reports whether the list is still possible. If a later capture by an enemy pawn
// lands on the square where the pawn stops now, that capture is made one row further on, or two where a bishop is taken.
func (l *list) shortenPush(i int) bool {
	t := &l.Tasks[i]
	if t.Act == Capture || t.Act == Settle {
		return false
	}
	pawn, to := t.Pawn, t.To
	t.To = to.Ahead(t.Color.Other())
	if t.To == t.From {
		t.To = to
		return false
	}
	if l.trace() {
		return true
	}
	for k := i + 1; k < len(l.Tasks); k++ {
		later := &l.Tasks[k]
		if later.Pawn == pawn {
			return false
		}
		if later.Act == Capture && later.Pawn != base.NoMan && later.To == to.Ahead(later.Color) && later.Color != t.Color {
			if later.Kind == base.DarkBishop || later.Kind == base.LightBishop {
				return l.moveCapture(k, -2) // the color of the square stays
			}
			return l.moveCapture(k, -1)
		}
	}
	return false
}

// moveCapture makes a pawn's capture, task i, some rows earlier as seen from the pawn, or later if rows is negative, and reports
// whether the list is still possible. If it is not, the list is left in disorder: the caller restores it.
//
// If task i is a push, moveCapture moves the pawn's last capture before it. Captures that promote stay.
func (l *list) moveCapture(i, rows int) bool {
	t := &l.Tasks[i]
	if t.Act != Capture || t.Pawn == base.NoMan || t.Promotion != chess.NoRole || t.To.Row() == t.Color.LastRow() {
		if t.Act == Capture || i == 0 {
			return false
		}
		j := l.previousTask(i, t.Pawn)
		return j >= 0 && l.Tasks[j].Act == Capture && l.Tasks[j].Promotion == chess.NoRole && l.moveCapture(j, rows)
	}
	offset := chess.Square(-8 * rows * t.Color.Forward())
	pawn, victim, color, oldTo := t.Pawn, t.Victim, t.Color, t.To
	from, to := t.From+offset, t.To+offset
	if to.Row() < 1 || to.Row() > 6 || t.Kind != base.NoKind && !t.Kind.Squares().Has(to) {
		return false
	}
	// The pawn's push before the capture has to end on another row. An empty one is inserted if there is none.
	push := l.previousTask(i, pawn)
	if push < 0 || l.Tasks[push].Act == Capture {
		if rows > 0 {
			return false
		}
		l.insert(i, pushTask(color, pawn, t.From, t.From))
		push, i = i, i+1
		t = &l.Tasks[i]
	}
	if (from.Row()-l.Tasks[push].From.Row())*color.Forward() < 0 {
		return false
	}
	t.From, t.To = from, to
	// The pawn's next task begins on the new square.
	for j := i + 1; j < len(l.Tasks); j++ {
		if next := &l.Tasks[j]; next.Pawn == pawn {
			if next.Act == Capture {
				if rows < 0 {
					return false
				}
				l.insert(j, pushTask(color, pawn, to, oldTo))
			} else if next.From = to; next.To == to {
				l.remove(j)
			}
			break
		}
	}
	// A victim that is a pawn has to go further before an earlier capture, and less far before a later one.
	if victim != base.NoMan && l.Tasks[i].Kind == base.NoKind {
		if rows > 0 {
			l.insert(i, pushTask(color.Other(), victim, oldTo, to))
		} else if !l.shortenVictimPush(i, victim, oldTo, to) {
			return false
		}
	}
	l.Tasks[push].To = from
	if l.Tasks[push].From == from {
		l.remove(push)
	}
	return l.trace()
}

// shortenVictimPush makes the push by which a victim comes from its capture square end on to instead, and reports whether there is such
// a push before task i.
func (l *list) shortenVictimPush(i int, victim int8, from, to chess.Square) bool {
	j := l.previousTask(i, victim)
	if j < 0 || l.Tasks[j].Act == Capture || l.Tasks[j].To != from || l.Tasks[j].From == to {
		return false
	}
	l.Tasks[j].To = to
	return true
}

// previousTask returns the index of the last task of a pawn before task i, or -1 if there is none.
func (l *list) previousTask(i int, pawn int8) int {
	for i--; i >= 0 && l.Tasks[i].Pawn != pawn; i-- {
	}
	return i
}

// stepBefore makes a pawn take the first step of its push, task j, before task i. It reports whether the list is still possible; if it
// is not, nothing changes.
func (l *list) stepBefore(i, j int) bool {
	l.savedTasks = append(l.savedTasks[:0], l.Tasks...)
	pawnsAfter := l.pawnsAfter
	push := &l.Tasks[j]
	step := push.From.Ahead(push.Color)
	first := pushTask(push.Color, push.Pawn, push.From, step)
	if push.From = step; push.To == step {
		l.remove(j)
	}
	l.insert(i, first)
	if l.trace() {
		return true
	}
	l.Tasks, l.pawnsAfter = append(l.Tasks[:0], l.savedTasks...), pawnsAfter
	return false
}
