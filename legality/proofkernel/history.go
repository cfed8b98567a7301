package proofkernel

// A rowState is a historyState with the row variables of the pawns of the column.
type rowState struct {
	historyState
	rows [16]variable
}

// history tries all continuations of the history of file x from p.
func (s *extension) history(x int, p *rowState) bool {
	if !s.spend(1) {
		return false
	}
	from := s.pick(3)
	for k := range 3 {
		ok := false
		switch (from + k) % 3 {
		case 0:
			ok = s.incoming(x, p)
		case 1:
			ok = s.outgoing(x, p)
		case 2:
			ok = s.officerCapturesPawn(x, p)
		}
		if ok {
			return true
		}
	}
	return p.finished(&s.level[x]) && s.complete(x, p)
}

// incoming goes on with the next letter from the left.
func (s *extension) incoming(x int, p *rowState) bool {
	lv := &s.level[x]
	if int(p.usedIn) == lv.in.len() {
		return false
	}
	l, v := lv.in.at(int(p.usedIn)), s.level[x-1].crossingRows[p.usedIn]
	if l.leftward() {
		return s.departures(x, p, l.color(), true, v)
	}
	return s.arrivals(x, p, l.color(), true, v)
}

// outgoing goes on with the next letter to the right.
func (s *extension) outgoing(x int, p *rowState) bool {
	lv := &s.level[x]
	if int(p.usedOut) == lv.out.len() {
		return false
	}
	l := lv.out.at(int(p.usedOut))
	if l.leftward() {
		return s.arrivals(x, p, l.color(), false, 0)
	}
	return s.departures(x, p, l.color(), false, 0)
}

// officerCapturesPawn lets officers take each pawn in turn.
func (s *extension) officerCapturesPawn(x int, p *rowState) bool {
	var q rowState // out here, or it would go to the heap
	for c := range 2 {
		if p.officersTake[c] == 0 {
			continue
		}
		for set := p.col.movable(c, s.goal.fixed[x]); set != 0; {
			i := s.next(&set)
			q = *p
			q.officersTake[c]--
			q.col = p.col.without(i)
			if !s.possible(x, q.historyState) {
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
			if ok && s.record(x, &q, Event{Kind: Fall, Color: uint8(c), Index: int8(i)}, v) {
				return true
			}
			s.rows.undo(m)
		}
	}
	return false
}

// record appends an event and goes on behind it.
func (s *extension) record(x int, q *rowState, e Event, row variable) bool {
	lv := &s.level[x]
	n := len(lv.events)
	lv.events, lv.eventRows = append(lv.events, e), append(lv.eventRows, row)
	if s.history(x, q) {
		return true
	}
	lv.events, lv.eventRows = lv.events[:n], lv.eventRows[:n]
	return false
}

// departures lets each pawn of the color in turn leave the file. For a letter of the
// incoming word, other is the row on which the pawn arrives in the left neighbor.
func (s *extension) departures(x int, p *rowState, color int, incoming bool, other variable) bool {
	var q rowState // out here, or it would go to the heap
	r := &s.rows
	for set := p.col.movable(color, s.goal.fixed[x]); set != 0; {
		i := s.next(&set)
		q = *p
		s.useLetter(&q, incoming)
		q.col = p.col.without(i)
		if !s.possible(x, q.historyState) {
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
			s.level[x].crossingRows[p.usedOut] = from
		}
		besides := len(s.homeCaptures)
		s.noteDeparture(x, p, i, color, incoming)
		copy(q.rows[i:15], q.rows[i+1:])
		if ok && s.record(x, &q, Event{Kind: Leave, Color: uint8(color), Left: incoming, Index: int8(i)}, from) {
			return true
		}
		s.homeCaptures = s.homeCaptures[:besides]
		r.undo(m)
	}
	return false
}

// arrivals lets a pawn of the color come in, at each place. For a letter of the
// incoming word, other is the row from which it comes.
func (s *extension) arrivals(x int, p *rowState, color int, incoming bool, other variable) bool {
	var q rowState // out here, or it would go to the heap
	if p.col.full(color) {
		return false
	}
	f := s.goal.fixed[x]
	o := 1 - color
	if p.pawnsTake[o] > 0 {
		for set := p.col.movable(o, f); set != 0; {
			i := s.next(&set)
			q = *p
			s.useLetter(&q, incoming)
			q.col = p.col.recolored(i, color)
			q.pawnsTake[o]--
			if s.possible(x, q.historyState) && s.arrival(x, p, &q, i, color, TakePawn, incoming, other) {
				return true
			}
		}
	}
	for set := p.col.slots(f); set != 0; {
		i := s.next(&set)
		q = *p
		s.useLetter(&q, incoming)
		q.col = p.col.with(i, color)
		if s.possible(x, q.historyState) && s.arrival(x, p, &q, i, color, Arrive, incoming, other) {
			return true
		}
	}
	return false
}

// arrival makes one arrival at index i.
func (s *extension) arrival(x int, p, q *rowState, i, color int, kind EventKind, incoming bool, other variable) bool {
	r := &s.rows
	m := r.mark()
	to := r.add(2, 6)
	if color == black {
		r.least[to], r.upper[to] = 1, 5
	}
	var ok bool
	takes := len(s.officerCaptures)
	if kind == TakePawn {
		// The victim gets a new row too, which is that of the capture.
		ok = s.renew(p, q, i, to)
	} else {
		old := *p
		old.col = q.col
		copy(old.rows[i+1:], p.rows[i:15])
		old.rows[i] = to
		ok = s.renewAround(&old, q, i, to)
		s.officerCaptures = append(s.officerCaptures, officerCapture{row: to, victim: uint8(1 - color), file: uint8(x), event: uint8(len(s.level[x].events))})
	}
	if ok && incoming {
		ok = r.equal(other, step(color), to)
	}
	if !incoming {
		s.level[x].crossingRows[p.usedOut] = to
	}
	besides := len(s.homeCaptures)
	if ok {
		s.noteArrival(x, p, q, i, color, kind, incoming)
	}
	if ok && s.record(x, q, Event{Kind: kind, Color: uint8(color), Left: incoming, Index: int8(i)}, to) {
		return true
	}
	s.officerCaptures, s.homeCaptures = s.officerCaptures[:takes], s.homeCaptures[:besides]
	r.undo(m)
	return false
}

// useLetter uses a letter.
func (s *extension) useLetter(q *rowState, incoming bool) {
	if incoming {
		q.usedIn++
	} else {
		q.usedOut++
	}
}

// step is the change of row in a capture by a pawn.
func step(color int) int8 { return int8(1 - 2*color) }

// renew gives every pawn of the column p a new row, pawn i the row v, and orders them.
func (s *extension) renew(p, q *rowState, i int, v variable) bool {
	return s.monotone(p, i, v) && s.renewAround(p, q, i, v)
}

// monotone demands that v is a later row of pawn i.
func (s *extension) monotone(p *rowState, i int, v variable) bool {
	if p.col.black(i) {
		return s.rows.follow(v, 0, p.rows[i])
	}
	return s.rows.follow(p.rows[i], 0, v)
}

// renewAround gives every pawn of the column p but pawn i a new row, pawn i the row v,
// and orders them. The rows go to q.
func (s *extension) renewAround(p, q *rowState, i int, v variable) bool {
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
