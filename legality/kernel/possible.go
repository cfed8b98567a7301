package kernel

import "math/bits"

// possible reports whether the history of file x can go on from p to the outcome of
// its level, rows aside.
func (s *Solver) possible(x int, p *point) bool {
	lv := &s.level[x]
	if int(p.in) == lv.in.len() && int(p.out) == lv.out.len() && p.falls == [2]int8{} && p.taken == [2]int8{} {
		_, ok := p.col.extra(s.goal.column[x])
		return ok
	}
	key := p.key()
	if v := lv.dead.get(key); v != 0 {
		return v == 2
	}
	ok := s.search1(x, p)
	v := uint8(1)
	if ok {
		v = 2
	}
	lv.dead.put(key, v)
	return ok
}

// search1 tries the events from p.
func (s *Solver) search1(x int, p *point) bool {
	lv := &s.level[x]
	f := s.goal.fixed[x]
	leave := func(q point, color int) bool {
		for set := runs(p.col.movable(color, f)); set != 0; set &= set - 1 {
			q.col = p.col.without(bits.TrailingZeros32(set))
			if s.possible(x, &q) {
				return true
			}
		}
		return false
	}
	arrive := func(q point, color int) bool {
		for set := p.col.distinctSlots(color, f); set != 0; set &= set - 1 {
			q.col = p.col.with(bits.TrailingZeros32(set), color)
			if s.possible(x, &q) {
				return true
			}
		}
		o := 1 - color
		if q.taken[o] == 0 {
			return false
		}
		q.taken[o]--
		for set := runs(p.col.movable(o, f)); set != 0; set &= set - 1 {
			q.col = p.col.turned(bits.TrailingZeros32(set), color)
			if s.possible(x, &q) {
				return true
			}
		}
		return false
	}
	q := *p
	if int(p.in) < lv.in.len() {
		l := lv.in.at(int(p.in))
		q.in++
		if l.leftward() && leave(q, l.color()) || !l.leftward() && arrive(q, l.color()) {
			return true
		}
		q.in--
	}
	if int(p.out) < lv.out.len() {
		l := lv.out.at(int(p.out))
		q.out++
		if !l.leftward() && leave(q, l.color()) || l.leftward() && arrive(q, l.color()) {
			return true
		}
		q.out--
	}
	for c := range 2 {
		if p.falls[c] > 0 {
			q.falls[c]--
			if leave(q, c) {
				return true
			}
			q.falls[c]++
		}
	}
	return false
}
