package proofkernel

// An officerCapture is the capture of an officer by a pawn that does not promote with it, in the class
// under construction.
type officerCapture struct {
	row    variable // of the square
	victim uint8    // color
	file   uint8
	event  uint8 // index of the Arrive in the events of the file
	bishop int8  // as in Event
}

// assignBishops decides whether enough of the officers taken by pawns can be bishops (Lemma 11). Only
// bishops constrain rows. At the end of the last file (final) the class is stored if they can.
//
// Before the end it is a test that fails early. That is sound: a later capture adds at most one to the
// bishops required, and may be one of them itself. So what fails for the captures so far fails for all.
func (s *extension) assignBishops(m resources, final bool) bool {
	for i := range s.officerCaptures {
		s.officerCaptures[i].bishop = 0
	}
	if s.assignColor(0, m, final) {
		return true
	}
	s.byColor = true
	return false
}

// bishopsPossible is assignBishops before the last file; it leaves no trace.
func (s *extension) bishopsPossible(m resources) bool {
	none := true
	for c := range 2 {
		n, _ := s.bishops(c, m)
		none = none && n <= 0
	}
	if none {
		return true
	}
	mark := s.rows.mark()
	ok := s.assignBishops(m, false)
	s.rows.undo(mark)
	return ok
}

// assignColor does so for the victims of a color, and then of those after it.
//
// Of the officers of the color that are taken, captures of the other color less
// pawns taken, n are no bishops. If pawns take more than n officers, the rest of
// these are bishops in excess. Those that promoting pawns take cost nothing but a
// color of square; for the others rows are tried.
func (s *extension) assignColor(c int, m resources, final bool) bool {
	if c == 2 {
		if !final {
			return true
		}
		mark := s.rows.mark()
		if !s.constrainHomeCaptures(&m, 0) {
			s.rows.undo(mark)
			s.byHome = true
			return false // another choice of bishops, or another class
		}
		s.storeClass(m)
		return true
	}
	bishops, excess := s.bishops(c, m)
	if bishops <= 0 {
		return s.assignColor(c+1, m, final)
	}
	for q := range 2 {
		n := min(excess[q], s.promotionCaptures[c][q], bishops)
		excess[q] -= n
		bishops -= n
	}
	return s.chooseBishops(c, m, final, 0, bishops, excess)
}

// bishops returns how many of the officers of a color that pawns take must be
// bishops, and the bishops that are to be taken by color of square.
func (s *extension) bishops(c int, m resources) (n int, excess [2]int) {
	g := &s.goal
	by := s.promotionCaptures[c][0] + s.promotionCaptures[c][1]
	for i := range s.officerCaptures {
		if int(s.officerCaptures[i].victim) == c {
			by++
		}
	}
	return by - g.takenOthers[c] - int(m.spare[c]), g.takenBishops[c]
}

// chooseBishops lets n of the takes from index i on have bishops as victims.
func (s *extension) chooseBishops(c int, m resources, final bool, i, n int, excess [2]int) bool {
	if n == 0 {
		return s.assignColor(c+1, m, final)
	}
	if !s.spend(1) {
		return false
	}
	for ; i < len(s.officerCaptures); i++ {
		t := &s.officerCaptures[i]
		if int(t.victim) != c {
			continue
		}
		for q := range 2 {
			if excess[q] == 0 || s.goal.untaken.says(c, q, int(t.file)) {
				continue
			}
			mark := s.rows.mark()
			excess[q]--
			t.bishop = int8(1 + q)
			// A square of file x is dark if its row, from 0, has the parity of x.
			if s.rows.parity(t.row, int8(t.file&1)^int8(1-q)) && s.chooseBishops(c, m, final, i+1, n-1, excess) {
				return true
			}
			t.bishop = 0
			excess[q]++
			s.rows.undo(mark)
		}
	}
	return false
}
