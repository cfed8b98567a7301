package kernelspace

import (
	"cmp"
	"slices"
)

// An outcome is one way to treat a file: the word that is left, what crosses its right boundary, and
// the cost. Captures that cross the right boundary are paid here, those that cross the left one are
// not.
type outcome struct {
	goal     word
	out      crossings
	captures [2]uint8 // by color
	lost     [2]uint8 // pawns that pawns or officers have taken, by color
	extra    [2]uint8 // pawns that are not in the goal and promote, by color
}

// A moment is a point in the history of a file.
type moment struct {
	pawns    word // those that promote later or have promoted included
	out      crossings
	used     uint8 // letters of the incoming list
	captures [2]uint8
	lost     [2]uint8
}

// A historian lists what can happen in one file.
type historian struct {
	most  int // pawns of a goal word
	seen  map[moment]struct{}
	stack []moment
	best  map[outcome][]outcome // keyed by goal and out alone
}

// outcomes returns the outcomes of a file that the given pawns enter or leave at its left boundary,
// with at most the given number of captures to pay: those that no other outcome with the same goal
// and the same crossings beats. A file that is last has no right boundary.
func (h *historian) outcomes(in crossings, captures int) []outcome {
	h.seen = map[moment]struct{}{}
	h.best = map[outcome][]outcome{}
	h.push(moment{pawns: startWord, out: noCrossings})
	for len(h.stack) > 0 {
		m := h.stack[len(h.stack)-1]
		h.stack = h.stack[:len(h.stack)-1]
		if int(m.used) == in.len() {
			h.end(&m)
		} else {
			h.cross(m, in.color(int(m.used)), in.leftward(int(m.used)))
		}
		if int(m.captures[white]+m.captures[black]) < captures {
			h.act(&m)
		}
	}
	var list []outcome
	for _, o := range h.best {
		list = append(list, o...)
	}
	slices.SortFunc(list, func(a, b outcome) int {
		return cmp.Or(cmp.Compare(a.goal, b.goal), cmp.Compare(a.out, b.out),
			slices.Compare(a.captures[:], b.captures[:]), slices.Compare(a.lost[:], b.lost[:]))
	})
	return list
}

func (h *historian) push(m moment) {
	if _, ok := h.seen[m]; !ok {
		h.seen[m] = struct{}{}
		h.stack = append(h.stack, m)
	}
}

// cross goes on with the next pawn that crosses the left boundary.
func (h *historian) cross(m moment, color int, leftward bool) {
	m.used++
	if leftward {
		h.leave(m, color)
	} else {
		h.arrive(m, color)
	}
}

// act goes on with a capture that is paid here: over the right boundary, or of a pawn by an officer.
func (h *historian) act(m *moment) {
	for c := range 2 {
		next := *m
		next.captures[c]++
		next.out = m.out.add(c, false)
		h.leave(next, c)
		next.out = m.out.add(c, true)
		h.arrive(next, c)
		next.out = m.out
		next.lost[1-c]++
		h.leave(next, 1-c)
	}
}

// leave takes away a pawn of the color, each in turn.
func (h *historian) leave(m moment, color int) {
	pawns := m.pawns
	for i := range pawns.len() {
		if pawns.color(i) == color {
			m.pawns = pawns.without(i)
			h.push(m)
		}
	}
}

// arrive lets a pawn come in: it takes an officer on a square between the pawns, or takes the place
// of an enemy pawn.
func (h *historian) arrive(m moment, color int) {
	pawns := m.pawns
	if pawns.count(color) == 8 {
		return
	}
	for i := range pawns.len() + 1 {
		m.pawns = pawns.with(i, color)
		h.push(m)
	}
	m.lost[1-color]++
	for i := range pawns.len() {
		if pawns.color(i) != color {
			m.pawns = pawns.turned(i, color)
			h.push(m)
		}
	}
}

// end notes the outcomes of a history that ends here: black pawns at the bottom and white ones at
// the top may promote, the others are the goal.
func (h *historian) end(m *moment) {
	w := m.pawns
	for nb := 0; ; nb++ {
		for nw := 0; ; nw++ {
			left := w.len() - nb - nw
			goal := w>>nb&(1<<left-1) | 1<<left
			if left <= min(h.most, 6) {
				h.note(outcome{goal, m.out, m.captures, m.lost, [2]uint8{uint8(nw), uint8(nb)}})
			}
			if left == 0 || goal.color(left-1) != white {
				break
			}
		}
		if nb == w.len() || w.color(nb) != black {
			break
		}
	}
}

// note keeps an outcome unless another one is as good.
func (h *historian) note(o outcome) {
	key := outcome{goal: o.goal, out: o.out}
	list := h.best[key]
	for i := range list {
		if list[i].beats(&o) {
			return
		}
	}
	list = slices.DeleteFunc(list, func(p outcome) bool { return o.beats(&p) })
	h.best[key] = append(list, o)
}

// beats reports whether o costs no more than p, which has the same goal and crossings. Then it also
// promotes no fewer pawns, since a pawn of a color is lost, promotes or is in the goal.
func (o *outcome) beats(p *outcome) bool {
	return o.captures[0] <= p.captures[0] && o.captures[1] <= p.captures[1] && o.lost[0] <= p.lost[0] && o.lost[1] <= p.lost[1]
}
