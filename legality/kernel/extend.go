package kernel

import "math/bits"

// A level is the part of the class under construction that concerns one file.
type level struct {
	in      message
	out     message
	letters [30]variable // row of the pawn of each letter of out: from or to
	events  []Event
	moments []variable // the row of each event
	outcome *outcome
	turn    [2]int
	next    means
	open    set // answers of possible for this file and outcome
}

// A point is a spot with the row variables of the pawns of the column.
type point struct {
	spot
	rows [16]variable
}

// extended looks for an extended kernel among the classes with at least total
// captures. Without rows it looks for a kernel with named men.
func (s *Solver) extended(total int, withRows bool) bool {
	s.rows.clear()
	s.rows.off = !withRows
	s.takes = s.takes[:0]
	s.turns = [2][2]int{}
	most := s.goal.captures[0] + s.goal.captures[1]
	for ; total <= most && !s.done; total++ {
		if s.extend(0, silence, s.means(total)) {
			return true
		}
	}
	return false
}

// extend tries all classes of the files from x on. Those that the programme over the
// files cannot complete are not entered. On success everything is left as it is and
// the class has been stored.
func (s *Solver) extend(x int, in message, m means) bool {
	if x == 8 {
		// With captures left the class has been tried before.
		return m.total == 0 && s.settle(m, true)
	}
	lim, ok := s.limits(x, in, &m)
	if !ok {
		return false
	}
	t := s.table(x, in, lim)
	if t == nil {
		return false
	}
	lv := &s.level[x]
	lv.in = in
	for i := range t.outcomes {
		o := &t.outcomes[i]
		most := s.turnable(x, o, &m)
		for w := range most[white] + 1 {
			for b := range most[black] + 1 {
				turn := [2]int{w, b}
				next, ok := s.after(x, o, turn, m)
				if !ok || !s.live(x+1, o.out, next) {
					continue
				}
				if s.enter(x, o, turn, next) {
					return true
				}
				if s.done {
					return false
				}
			}
		}
	}
	return false
}

// enter tries all histories of file x that have the outcome.
func (s *Solver) enter(x int, o *outcome, turn [2]int, next means) bool {
	lv := &s.level[x]
	lv.out, lv.outcome, lv.turn, lv.next = o.out, o, turn, next
	lv.events, lv.moments = lv.events[:0], lv.moments[:0]
	lv.open.clear()

	var said [2]int
	right, left := o.out.flow()
	for c := range 2 {
		said[c] = right[c] + left[c]
	}
	var p point
	p.col = startColumn
	for c := range 2 {
		// What is paid beyond crossings and promotions is falls of the other color.
		o1 := 1 - c
		paid := int(o.captures[c]) - said[c]
		if s.goal.mode[c][x] == sideways {
			paid -= int(o.extra[c])
		}
		p.falls[o1] = int8(paid)
		p.taken[o1] = int8(int(o.lost[o1]) - paid)
	}
	if p.taken[0] < 0 || p.taken[1] < 0 {
		return false
	}
	m := s.rows.mark()
	p.rows[0] = s.rows.add(1, 1)
	p.rows[1] = s.rows.add(6, 6)
	turns := s.turns
	s.turned(x, o, turn)
	if s.history(x, &p) {
		return true
	}
	s.turns = turns
	s.rows.undo(m)
	return false
}

// turned counts the promotions by capture, by victim's color and square.
func (s *Solver) turned(x int, o *outcome, turn [2]int) {
	for c := range 2 {
		n := turn[c]
		if s.goal.mode[c][x] == sideways {
			n = int(o.extra[c])
		}
		s.turns[1-c][1-squareColor(x, lastRow(c))] += n
	}
}

// history tries all continuations of the history of file x from p.
func (s *Solver) history(x int, p *point) bool {
	var q point // out here, or it would go to the heap
	if !s.spend(1) {
		return false
	}
	lv := &s.level[x]
	f := s.goal.fixed[x]
	if int(p.in) < lv.in.len() {
		l := lv.in.at(int(p.in))
		v := s.level[x-1].letters[p.in]
		if l.leftward() {
			if s.departures(x, p, l.color(), true, v) {
				return true
			}
		} else if s.arrivals(x, p, l.color(), true, v) {
			return true
		}
	}
	if int(p.out) < lv.out.len() {
		l := lv.out.at(int(p.out))
		if l.leftward() {
			if s.arrivals(x, p, l.color(), false, 0) {
				return true
			}
		} else if s.departures(x, p, l.color(), false, 0) {
			return true
		}
	}
	for c := range 2 {
		if p.falls[c] == 0 {
			continue
		}
		for set := p.col.movable(c, f); set != 0; set &= set - 1 {
			i := bits.TrailingZeros32(set)
			q = *p
			q.falls[c]--
			q.col = p.col.without(i)
			if !s.possible(x, q.spot) {
				continue
			}
			copy(q.rows[i:15], p.rows[i+1:])
			m := s.rows.mark()
			v := p.rows[i]
			// It stands on the board: a white pawn not beyond row 7, a black one not
			// below row 2. (The other bound holds anyway.)
			ok := false
			if c == white {
				ok = s.rows.atMost(v, 6)
			} else {
				ok = s.rows.atLeast(v, 1)
			}
			if ok && s.then(x, &q, Event{Kind: Fall, Color: uint8(c), Index: int8(i)}, v) {
				return true
			}
			s.rows.undo(m)
		}
	}
	if p.last(lv) {
		return s.complete(x, p)
	}
	return false
}

// then records an event and goes on behind it.
func (s *Solver) then(x int, q *point, e Event, row variable) bool {
	lv := &s.level[x]
	n := len(lv.events)
	lv.events, lv.moments = append(lv.events, e), append(lv.moments, row)
	if s.history(x, q) {
		return true
	}
	lv.events, lv.moments = lv.events[:n], lv.moments[:n]
	return false
}

// departures lets each pawn of the color in turn leave the file. For a letter of the
// incoming message, other is the row on which the pawn arrives in the left neighbor.
func (s *Solver) departures(x int, p *point, color int, incoming bool, other variable) bool {
	var q point // out here, or it would go to the heap
	r := &s.rows
	for set := p.col.movable(color, s.goal.fixed[x]); set != 0; set &= set - 1 {
		i := bits.TrailingZeros32(set)
		q = *p
		s.count(&q, incoming)
		q.col = p.col.without(i)
		if !s.possible(x, q.spot) {
			continue
		}
		m := r.mark()
		from := r.add(1, 5)
		if color == black {
			r.least[from], r.upper[from] = 2, 6
		}
		ok := s.renew(p, &q, i, from)
		if ok && incoming {
			ok = r.equal(from, step(color), other)
		}
		if !incoming {
			s.level[x].letters[p.out] = from
		}
		copy(q.rows[i:15], q.rows[i+1:])
		if ok && s.then(x, &q, Event{Kind: Leave, Color: uint8(color), Left: incoming, Index: int8(i)}, from) {
			return true
		}
		r.undo(m)
	}
	return false
}

// arrivals lets a pawn of the color come in, at each place. For a letter of the
// incoming message, other is the row from which it comes.
func (s *Solver) arrivals(x int, p *point, color int, incoming bool, other variable) bool {
	var q point // out here, or it would go to the heap
	if p.col.full(color) {
		return false
	}
	f := s.goal.fixed[x]
	o := 1 - color
	if p.taken[o] > 0 {
		for set := p.col.movable(o, f); set != 0; set &= set - 1 {
			i := bits.TrailingZeros32(set)
			q = *p
			s.count(&q, incoming)
			q.col = p.col.turned(i, color)
			q.taken[o]--
			if s.possible(x, q.spot) && s.arrival(x, p, &q, i, color, TakePawn, incoming, other) {
				return true
			}
		}
	}
	for set := p.col.slots(f); set != 0; set &= set - 1 {
		i := bits.TrailingZeros32(set)
		q = *p
		s.count(&q, incoming)
		q.col = p.col.with(i, color)
		if s.possible(x, q.spot) && s.arrival(x, p, &q, i, color, Arrive, incoming, other) {
			return true
		}
	}
	return false
}

// arrival makes one arrival at index i.
func (s *Solver) arrival(x int, p, q *point, i, color int, kind EventKind, incoming bool, other variable) bool {
	r := &s.rows
	m := r.mark()
	to := r.add(2, 6)
	if color == black {
		r.least[to], r.upper[to] = 1, 5
	}
	var ok bool
	takes := len(s.takes)
	if kind == TakePawn {
		// The victim gets a new row too, which is that of the capture.
		ok = s.renew(p, q, i, to)
	} else {
		old := *p
		old.col = q.col
		copy(old.rows[i+1:], p.rows[i:15])
		old.rows[i] = to
		ok = s.renewAround(&old, q, i, to)
		s.takes = append(s.takes, take{row: to, victim: uint8(1 - color), file: uint8(x), event: uint8(len(s.level[x].events))})
	}
	if ok && incoming {
		ok = r.equal(other, step(color), to)
	}
	if !incoming {
		s.level[x].letters[p.out] = to
	}
	if ok && s.then(x, q, Event{Kind: kind, Color: uint8(color), Left: incoming, Index: int8(i)}, to) {
		return true
	}
	s.takes = s.takes[:takes]
	r.undo(m)
	return false
}

// count uses a letter.
func (s *Solver) count(q *point, incoming bool) {
	if incoming {
		q.in++
	} else {
		q.out++
	}
}

// step is the change of row in a capture by a pawn.
func step(color int) int8 { return int8(1 - 2*color) }

// renew gives every pawn of the column p a new row, pawn i the row v, and orders them.
func (s *Solver) renew(p, q *point, i int, v variable) bool {
	return s.monotone(p, i, v) && s.renewAround(p, q, i, v)
}

// monotone demands that v is a later row of pawn i.
func (s *Solver) monotone(p *point, i int, v variable) bool {
	if p.col.black(i) {
		return s.rows.follow(v, 0, p.rows[i])
	}
	return s.rows.follow(p.rows[i], 0, v)
}

// renewAround gives every pawn of the column p but pawn i a new row, pawn i the row v,
// and orders them. The rows go to q.
func (s *Solver) renewAround(p, q *point, i int, v variable) bool {
	r := &s.rows
	n := p.col.len()
	for j := range n {
		w := v
		if j != i {
			w = r.add(lowest, highest)
			if !s.monotone(p, j, w) {
				return false
			}
		}
		q.rows[j] = w
		if j > 0 && !r.follow(q.rows[j-1], 1, w) {
			return false
		}
	}
	return true
}

// complete matches the goal's pawns at the end of a file and goes on to the next.
func (s *Solver) complete(x int, p *point) bool {
	g := &s.goal
	lv := &s.level[x]
	n, ok := p.col.extra(g.column[x])
	if !ok {
		return false
	}
	m := s.rows.mark()
	for k := range g.column[x].len() {
		v := p.rows[n[black]+k]
		if g.column[x].black(k) {
			ok = s.rows.atLeast(v, g.row[x][k])
		} else {
			ok = s.rows.atMost(v, g.row[x][k])
		}
		if !ok {
			break
		}
	}
	ok = ok && (x == 7 || s.possibleSoFar(lv.next))
	if ok && s.extend(x+1, lv.out, lv.next) {
		return true
	}
	s.rows.undo(m)
	return false
}
