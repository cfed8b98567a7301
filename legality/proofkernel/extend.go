package proofkernel

import (
	"math/bits"
	"math/rand/v2"
)

// A level is the part of the class under construction that concerns one file.
type level struct {
	in              BoundaryWord
	out             BoundaryWord
	crossingRows    [30]variable // row of the pawn of each letter of out: from or to
	crossingCorners [30]corner   // what each letter of out says of bishops' homes
	events          []Event
	eventRows       []variable // the row of each event
	outcome         *outcome
	byCapture       [2]int
	next            resources
	possibleMemo    set // answers of possible for this file and outcome
}

// extended looks for an extended kernel (Lemma 10) among the classes with at least total
// captures. Without rows it looks for a kernel with named men.
func (s *extension) extended(total int, withRows bool) bool {
	s.rows.clear()
	s.rows.off = !withRows
	s.officerCaptures, s.homeCaptures = s.officerCaptures[:0], s.homeCaptures[:0]
	s.promotionCaptures = [2][2]int{}
	most := s.goal.captures[0] + s.goal.captures[1]
	first := total
	for s.random != nil && first < most && s.random.IntN(8) == 0 {
		first++
	}
	for n := first; n <= most && !s.exhausted; n++ {
		if s.extend(0, EmptyWord, s.resources(n)) {
			return true
		}
	}
	for n := first - 1; n >= total && !s.exhausted; n-- {
		if s.extend(0, EmptyWord, s.resources(n)) {
			return true
		}
	}
	return false
}

// extend tries all classes of the files from x on, but for those that no chain completes. On success the
// class has been stored, and the state of the search stays as it is.
//
// Invariant: when it returns false, the rows and lists are as they were before.
func (s *extension) extend(x int, in BoundaryWord, m resources) bool {
	if x == 8 {
		// With captures left the class has been tried before.
		return m.total == 0 && s.assignBishops(m, true)
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
	from := s.pick(len(t.outcomes))
	for i := range t.outcomes {
		if i += from; i >= len(t.outcomes) {
			i -= len(t.outcomes)
		}
		o := &t.outcomes[i]
		most := s.usefulByCapture(x, o, &m)
		for w := range most[white] + 1 {
			for b := range most[black] + 1 {
				turn := [2]int{w, b}
				next, ok := s.after(x, o, turn, m)
				if !ok || !s.feasible(x+1, o.out, next) {
					continue
				}
				if s.enter(x, o, turn, next) {
					return true
				}
				if s.exhausted {
					return false
				}
			}
		}
	}
	return false
}

// An order is in which order things are tried: the lowest first, or at random.
type order struct{ random *rand.Rand }

// pick returns which of n things to try first.
func (s *order) pick(n int) int {
	if s.random == nil || n < 2 {
		return 0
	}
	return s.random.IntN(n)
}

// next takes an index out of a set that is not empty: the lowest, or at random either end.
func (s *order) next(set *uint32) int {
	i := bits.TrailingZeros32(*set)
	if s.random != nil && s.random.IntN(2) == 0 {
		i = bits.Len32(*set) - 1
	}
	*set &^= 1 << i
	return i
}

// enter tries all histories of file x that have the outcome.
func (s *extension) enter(x int, o *outcome, turn [2]int, next resources) bool {
	lv := &s.level[x]
	lv.out, lv.outcome, lv.byCapture, lv.next = o.out, o, turn, next
	lv.events, lv.eventRows = lv.events[:0], lv.eventRows[:0]
	lv.possibleMemo.clear()

	right, left := o.out.Flow()
	var p rowState
	p.col = startColumn
	for c := range 2 {
		// Captures beyond crossings and promotions are those of pawns by officers.
		o1 := 1 - c
		paid := int(o.captures[c]) - right[c] - left[c]
		if s.goal.mode[c][x] == byCaptureOnly {
			paid -= int(o.extra[c])
		}
		p.officersTake[o1] = int8(paid)
		p.pawnsTake[o1] = int8(int(o.lost[o1]) - paid)
	}
	if p.pawnsTake[0] < 0 || p.pawnsTake[1] < 0 {
		return false
	}
	m := s.rows.mark()
	p.rows[0] = s.rows.add(1, 1)
	p.rows[1] = s.rows.add(6, 6)
	turns := s.promotionCaptures
	s.addPromotionCaptures(x, o, turn)
	if s.history(x, &p) {
		return true
	}
	s.promotionCaptures = turns
	s.rows.undo(m)
	return false
}

// addPromotionCaptures counts the promotions by capture, by victim's color and square.
func (s *extension) addPromotionCaptures(x int, o *outcome, turn [2]int) {
	for c := range 2 {
		n := turn[c]
		if s.goal.mode[c][x] == byCaptureOnly {
			n = int(o.extra[c])
		}
		s.promotionCaptures[1-c][1-endColor(x, c)] += n
	}
}

// complete matches the goal's pawns at the end of a file and goes on to the next.
func (s *extension) complete(x int, p *rowState) bool {
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
	ok = ok && (x == 7 || s.bishopsPossible(lv.next))
	if ok && s.extend(x+1, lv.out, lv.next) {
		return true
	}
	s.rows.undo(m)
	return false
}
