package proofkernel

// A take is the capture of an officer by a pawn that goes on, in the class under
// construction.
type take struct {
	row    variable // of the square
	victim uint8    // color
	file   uint8
	event  uint8 // index of the Arrive in the events of the file
	bishop int8  // as in Event
}

// settle decides whether the officers taken can be given types (Lemma 11): rows feel types
// through bishops alone. At the end of the last file the class is kept if they can.
//
// Before, it is a test that fails early: each take still to come adds one to those
// that must be bishops at most if it can be one itself, and pawns still to be taken add
// more, so that what the takes so far cannot do they cannot do later.
func (s *extension) settle(m resources, final bool) bool {
	for i := range s.takes {
		s.takes[i].bishop = 0
	}
	if s.settleColor(0, m, final) {
		return true
	}
	s.byColor = true
	return false
}

// possibleSoFar is settle before the last file; it leaves no trace.
func (s *extension) possibleSoFar(m resources) bool {
	none := true
	for c := range 2 {
		n, _ := s.bishops(c, m)
		none = none && n <= 0
	}
	if none {
		return true
	}
	mark := s.rows.mark()
	ok := s.settle(m, false)
	s.rows.undo(mark)
	return ok
}

// settleColor does so for the victims of a color, and then of those after it.
//
// Of the officers of the color that are taken, captures of the other color less
// pawns taken, n are no bishops. If pawns take more than n officers, the rest of
// these are bishops in excess. Those that promoting pawns take cost nothing but a
// color of square; for the others rows are tried.
func (s *extension) settleColor(c int, m resources, final bool) bool {
	if c == 2 {
		if !final {
			return true
		}
		mark := s.rows.mark()
		if !s.homes(&m, 0) {
			s.rows.undo(mark)
			s.byHome = true
			return false // another choice of bishops, or another class
		}
		s.keep(m)
		return true
	}
	bishops, excess := s.bishops(c, m)
	if bishops <= 0 {
		return s.settleColor(c+1, m, final)
	}
	for q := range 2 {
		n := min(excess[q], s.turns[c][q], bishops)
		excess[q] -= n
		bishops -= n
	}
	return s.choose(c, m, final, 0, bishops, excess)
}

// bishops returns how many of the officers of a color that pawns take must be
// bishops, and the bishops that are to be taken by color of square.
func (s *extension) bishops(c int, m resources) (n int, excess [2]int) {
	g := &s.goal
	by := s.turns[c][0] + s.turns[c][1]
	for i := range s.takes {
		if int(s.takes[i].victim) == c {
			by++
		}
	}
	return by - g.others[c] - int(m.spare[c]), g.excess[c]
}

// choose lets n of the takes from index i on have bishops as victims.
func (s *extension) choose(c int, m resources, final bool, i, n int, excess [2]int) bool {
	if n == 0 {
		return s.settleColor(c+1, m, final)
	}
	if !s.spend(1) {
		return false
	}
	for ; i < len(s.takes); i++ {
		t := &s.takes[i]
		if int(t.victim) != c {
			continue
		}
		for q := range 2 {
			if excess[q] == 0 || s.goal.unfallen.says(c, q, int(t.file)) {
				continue
			}
			mark := s.rows.mark()
			excess[q]--
			t.bishop = int8(1 + q)
			// A square of file x is dark if its row, from 0, has the parity of x.
			if s.rows.parity(t.row, int8(t.file&1)^int8(1-q)) && s.choose(c, m, final, i+1, n-1, excess) {
				return true
			}
			t.bishop = 0
			excess[q]++
			s.rows.undo(mark)
		}
	}
	return false
}
