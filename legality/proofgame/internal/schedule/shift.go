package schedule

import (
	"chesscensus/chess"
	"chesscensus/legality/proofgame/internal/base"
)

// shortenPush makes a push a row shorter. If a later capture passes the square where the pawn stops
// now, that capture is made one row further on, or two where a bishop is taken. It reports
// whether the list is still possible.
func (r *list) shortenPush(i int) bool {
	t := &r.Tasks[i]
	if t.Act == Capture || t.Act == Settle {
		return false
	}
	pawn, to := t.Pawn, t.To
	t.To = to.Ahead(t.Color.Other())
	if t.To == t.From {
		t.To = to
		return false
	}
	if r.trace() {
		return true
	}
	for k := i + 1; k < len(r.Tasks); k++ {
		n := &r.Tasks[k]
		if n.Pawn == pawn {
			return false
		}
		if n.Act == Capture && n.Pawn != base.Nobody && n.To == to.Ahead(n.Color) && n.Color != t.Color {
			if n.Kind == base.DarkBishop || n.Kind == base.LightBishop {
				return r.shift(k, -2) // the color of the square stays
			}
			return r.shift(k, -1)
		}
	}
	return false
}

// shift makes the capture of a pawn d rows earlier, as seen from the pawn, or later if d is
// negative, and reports whether the list is still possible.
func (r *list) shift(i, d int) bool {
	t := &r.Tasks[i]
	if t.Act != Capture || t.Pawn == base.Nobody || t.Promotion != chess.NoRole || t.To.Row() == t.Color.LastRow() {
		// A push that ends there: nothing to shift but the capture before it.
		if t.Act == Capture || i == 0 {
			return false
		}
		for j := i - 1; j >= 0; j-- {
			if r.Tasks[j].Pawn == t.Pawn {
				return r.Tasks[j].Act == Capture && r.Tasks[j].Promotion == chess.NoRole && r.shift(j, d)
			}
		}
		return false
	}
	back := chess.Square(-8 * d * t.Color.Forward())
	pawn, victim, color, oldTo := t.Pawn, t.Victim, t.Color, t.To
	from, to := t.From+back, t.To+back
	if to.Row() < 1 || to.Row() > 6 || t.Kind != base.NoKind && !t.Kind.Squares().Has(to) {
		return false
	}
	before := -1
	for j := i - 1; j >= 0; j-- {
		if r.Tasks[j].Pawn == pawn {
			before = j
			break
		}
	}
	if before < 0 || r.Tasks[before].Act == Capture {
		if d > 0 {
			return false
		}
		r.insert(i, pushTask(color, pawn, t.From, t.From))
		before, i = i, i+1
		t = &r.Tasks[i]
	}
	if (from.Row()-r.Tasks[before].From.Row())*color.Forward() < 0 {
		return false
	}
	t.From, t.To = from, to
	for j := i + 1; j < len(r.Tasks); j++ {
		if n := &r.Tasks[j]; n.Pawn == pawn {
			if n.Act == Capture {
				if d < 0 {
					return false
				}
				r.insert(j, pushTask(color, pawn, to, oldTo))
			} else if n.From = to; n.To == to {
				r.remove(j)
			}
			break
		}
	}
	if victim != base.Nobody && r.Tasks[i].Kind == base.NoKind {
		if d > 0 { // the victim has to come further
			r.insert(i, pushTask(color.Other(), victim, oldTo, to))
		} else if !r.shortenVictimPush(i, victim, oldTo, to) {
			return false
		}
	}
	r.Tasks[before].To = from
	if r.Tasks[before].From == from {
		r.remove(before)
	}
	return r.trace()
}

// shortenVictimPush makes the push that brings a victim to the square of its capture, task i, end
// on to, and reports whether there is such a push.
func (r *list) shortenVictimPush(i int, victim int8, from, to chess.Square) bool {
	for j := i - 1; j >= 0; j-- {
		n := &r.Tasks[j]
		if n.Pawn != victim {
			continue
		}
		if n.Act == Capture || n.To != from || n.From == to {
			return false
		}
		n.To = to
		return true
	}
	return false
}

// stepBefore has a pawn make the first step of its push, task j, before task i, and reports
// whether the list is still possible; if it is not, nothing changes.
func (r *list) stepBefore(i, j int) bool {
	r.backup = append(r.backup[:0], r.Tasks...)
	column := r.column
	n := &r.Tasks[j]
	step := n.From.Ahead(n.Color)
	first := pushTask(n.Color, n.Pawn, n.From, step)
	if n.From = step; n.To == step {
		r.remove(j)
	}
	r.insert(i, first)
	if r.trace() {
		return true
	}
	r.Tasks, r.column = append(r.Tasks[:0], r.backup...), column
	return false
}
