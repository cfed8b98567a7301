package schedule

import (
	"chesscensus/chess"
	"chesscensus/legality/proofgame/internal/base"
)

// shortenPush ends task i, a push, one row earlier, and reports whether the list is still possible. If the pawn is now in the way of an
// enemy pawn's later capture, that capture is made a row later, or two if a bishop is captured. A push of one row is left as it is. After
// any other false the list is in disorder: the caller restores it.
func (l *list) shortenPush(i int) bool {
	t := &l.Tasks[i]
	if t.Act != Push {
		return false
	}
	pawn, oldTo := t.Pawn, t.To
	to := oldTo.Ahead(t.Color.Other())
	if to == t.From {
		return false
	}
	t.To = to
	if l.trace() {
		return true
	}
	for k := i + 1; k < len(l.Tasks); k++ {
		later := &l.Tasks[k]
		if later.Pawn == pawn {
			return false
		}
		if later.Act == Capture && later.Pawn != base.NoMan && later.Color != t.Color && later.To == to {
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
// If task i is a push and the pawn's task before it is a capture, that capture is moved. Captures that promote stay.
func (l *list) moveCapture(i, rows int) bool {
	if l.Tasks[i].Act != Capture {
		if i = l.previousTask(i, l.Tasks[i].Pawn); i < 0 || l.Tasks[i].Act != Capture {
			return false
		}
	}
	t := l.Tasks[i] // as it was
	if t.Pawn == base.NoMan || t.Promotion != chess.NoRole || t.To.Row() == t.Color.LastRow() {
		return false
	}
	offset := chess.Square(-8 * rows * t.Color.Forward())
	from, to := t.From+offset, t.To+offset
	if to.Row() < 1 || to.Row() > 6 { // no pawn can be there
		return false
	}
	if t.Kind != base.NoKind && !t.Kind.Squares().Has(to) { // no bishop of this kind can be there
		return false
	}
	// The pawn's push before the capture has to end on another row. Without a push the capture cannot be earlier. For a later one an empty
	// push is inserted, which gets its end below.
	push := l.previousTask(i, t.Pawn)
	if push < 0 || l.Tasks[push].Act == Capture {
		if rows > 0 {
			return false
		}
		l.insert(i, pushTask(t.Color, t.Pawn, t.From, t.From))
		push, i = i, i+1
	}
	if (from.Row()-l.Tasks[push].From.Row())*t.Color.Forward() < 0 {
		return false // the push would go backwards
	}
	l.Tasks[i].From, l.Tasks[i].To = from, to
	if !l.beginNextTask(i, t.To, rows) {
		return false
	}
	// An earlier capture is nearer to the home of the pawn that captures. A victim that is a pawn has to go further to it, and less far to a
	// later one.
	if t.Man != base.NoMan && t.Kind == base.NoKind {
		if rows > 0 {
			l.insert(i, pushTask(t.Color.Other(), t.Man, t.To, to))
		} else if !l.shortenVictimPush(i, t.Man, t.To, to) {
			return false
		}
	}
	l.Tasks[push].To = from
	if l.Tasks[push].From == from {
		l.remove(push)
	}
	return l.trace()
}

// beginNextTask makes the pawn's next task begin where capture i ends now; the capture ended on oldTo before it was moved by some rows.
// Before another capture, whose squares stay, a push is inserted. It returns false if that push would go backwards.
func (l *list) beginNextTask(i int, oldTo chess.Square, rows int) bool {
	t := l.Tasks[i]
	for j := i + 1; j < len(l.Tasks); j++ {
		next := l.Tasks[j]
		switch {
		case next.Pawn != t.Pawn:
			continue
		case next.Act == Capture && rows < 0:
			return false
		case next.Act == Capture:
			l.insert(j, pushTask(t.Color, t.Pawn, t.To, oldTo))
		case next.To == t.To:
			l.remove(j)
		default:
			l.Tasks[j].From = t.To
		}
		return true
	}
	return true
}

// shortenVictimPush makes a push of the victim that ends on oldStop end on newStop instead. It reports whether the victim's last task
// before task i is such a push and does not begin on newStop; if not, nothing changes.
func (l *list) shortenVictimPush(i int, victim int8, oldStop, newStop chess.Square) bool {
	j := l.previousTask(i, victim)
	if j < 0 || l.Tasks[j].Act == Capture || l.Tasks[j].To != oldStop || l.Tasks[j].From == newStop {
		return false
	}
	l.Tasks[j].To = newStop
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
	l.save()
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
	l.restore()
	return false
}
