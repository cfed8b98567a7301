package proofkernel

import "math/bits"

// A historyState is a state in the history of a file, and what is still to happen for the outcome that
// the level asks for.
type historyState struct {
	col          column
	usedIn       int8    // letters of the incoming word used
	usedOut      int8    // letters of the outgoing word used
	officersTake [2]int8 // pawns of a color that officers have still to take
	pawnsTake    [2]int8 // pawns of a color that pawns have still to take
}

func (p *historyState) key() [2]uint64 {
	return [2]uint64{uint64(p.col), uint64(p.usedIn) | uint64(p.usedOut)<<8 | uint64(p.officersTake[0])<<16 |
		uint64(p.officersTake[1])<<20 | uint64(p.pawnsTake[0])<<24 | uint64(p.pawnsTake[1])<<28}
}

// finished reports whether all has happened that the level asks for.
func (p *historyState) finished(lv *level) bool {
	return int(p.usedIn) == lv.in.len() && int(p.usedOut) == lv.out.len() && p.officersTake == [2]int8{} && p.pawnsTake == [2]int8{}
}

// possible reports whether the history of file x can go on from p to the outcome of
// its level, rows aside.
func (s *extension) possible(x int, p historyState) bool {
	lv := &s.level[x]
	if p.finished(lv) {
		_, ok := p.col.extra(s.goal.column[x])
		return ok
	}
	key := p.key()
	if v := lv.possibleMemo.get(key); v != 0 {
		return v == 2
	}
	v := uint8(1)
	if s.continues(x, p) {
		v = 2
	}
	lv.possibleMemo.store(key, v)
	return v == 2
}

// continues tries the events from p, equal pawns taken as one.
func (s *extension) continues(x int, p historyState) bool {
	lv := &s.level[x]
	if int(p.usedIn) < lv.in.len() {
		l := lv.in.at(int(p.usedIn))
		q := p
		q.usedIn++
		if l.leftward() && s.canLeave(x, q, l.color()) || !l.leftward() && s.canArrive(x, q, l.color()) {
			return true
		}
	}
	if int(p.usedOut) < lv.out.len() {
		l := lv.out.at(int(p.usedOut))
		q := p
		q.usedOut++
		if !l.leftward() && s.canLeave(x, q, l.color()) || l.leftward() && s.canArrive(x, q, l.color()) {
			return true
		}
	}
	for c := range 2 {
		if p.officersTake[c] > 0 {
			q := p
			q.officersTake[c]--
			if s.canLeave(x, q, c) {
				return true
			}
		}
	}
	return false
}

// canLeave reports whether it is possible to go on without one of the pawns of a
// color.
func (s *extension) canLeave(x int, p historyState, color int) bool {
	col := p.col
	for set := runs(col.movable(color, s.goal.fixed[x])); set != 0; set &= set - 1 {
		p.col = col.without(bits.TrailingZeros32(set))
		if s.possible(x, p) {
			return true
		}
	}
	return false
}

// canArrive reports whether it is possible to go on with a pawn more of a color, or in
// the place of one of the other color.
func (s *extension) canArrive(x int, p historyState, color int) bool {
	col := p.col
	if col.full(color) {
		return false
	}
	for set := col.distinctSlots(color, s.goal.fixed[x]); set != 0; set &= set - 1 {
		p.col = col.with(bits.TrailingZeros32(set), color)
		if s.possible(x, p) {
			return true
		}
	}
	o := 1 - color
	if p.pawnsTake[o] == 0 {
		return false
	}
	p.pawnsTake[o]--
	for set := col.movable(o, s.goal.fixed[x]); set != 0; set &= set - 1 {
		p.col = col.recolored(bits.TrailingZeros32(set), color)
		if s.possible(x, p) {
			return true
		}
	}
	return false
}
