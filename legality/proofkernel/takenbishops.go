package proofkernel

import "chesscensus/chess"

// This file is about the bishops among the officers that pawns take (Lemma 11).

// An officerCapture is a capture of an officer by a pawn that does not promote with it.
type officerCapture struct {
	row    variable // row of the square
	victim uint8    // color of the officer
	file   uint8
	event  uint8 // index of the Arrive in the events of the file
	bishop int8  // as Event.Bishop
}

// assignBishops decides whether enough of the officers taken by pawns can be bishops (Lemma 11). Only bishops constrain rows. At
// the end of the last file (final) it stores the class if they can.
//
// Before the end it is a test that fails early. That is sound: a later capture adds at most one to the bishops required, and may
// be one of them itself. So what fails for the captures so far fails for all.
func (ex *extension) assignBishops(left resources, final bool) bool {
	for i := range ex.officerCaptures {
		ex.officerCaptures[i].bishop = 0
	}
	if ex.assignColor(0, left, final) {
		return true
	}
	ex.byColor = true
	return false
}

// bishopsPossible is assignBishops before the last file. It restores the rows.
func (ex *extension) bishopsPossible(left resources) bool {
	none := true
	for c := range 2 {
		n, _ := ex.bishopVictims(c, left)
		none = none && n <= 0
	}
	if none {
		return true
	}
	mark := ex.rows.mark()
	ok := ex.assignBishops(left, false)
	ex.rows.undo(mark)
	return ok
}

// assignColor assigns bishops to the victims of color c, and then to those of the other color; color 2 is the end.
//
// At most n of the officers of the color that are taken are no bishops, where n is the captures of the other color less the pawns
// taken and the bishops in excess. If pawns take more than n officers, the others are bishops in excess. Those that promoting
// pawns take need only the right color of square. For those that other pawns take, rows are tried.
func (ex *extension) assignColor(c int, left resources, final bool) bool {
	if c == 2 {
		if !final {
			return true
		}
		mark := ex.rows.mark()
		if !ex.constrainHomeCaptures(&left, 0) {
			ex.rows.undo(mark)
			ex.byHome = true
			return false // another choice of bishops, or another class
		}
		ex.storeClass(left)
		return true
	}
	bishops, excess := ex.bishopVictims(c, left)
	if bishops <= 0 {
		return ex.assignColor(c+1, left, final)
	}
	for q := range 2 {
		n := min(excess[q], ex.promotionCaptures[c][q], bishops)
		excess[q] -= n
		bishops -= n
	}
	return ex.chooseBishops(c, left, final, 0, bishops, excess)
}

// bishopVictims returns how many of the officers of a color that pawns take must be bishops, and how many bishops were taken at
// the least, by color of square.
func (ex *extension) bishopVictims(c int, left resources) (n int, excess [2]int) {
	g := &ex.goal
	taken := ex.promotionCaptures[c][0] + ex.promotionCaptures[c][1]
	for i := range ex.officerCaptures {
		if int(ex.officerCaptures[i].victim) == c {
			taken++
		}
	}
	return taken - g.takenOthers[c] - int(left.spare[c]), g.takenBishops[c]
}

// chooseBishops makes n of the victims of color c from index i on bishops, in all possible ways, until the rest can be assigned
// as well. The numbers of excess are the bishops that may still be chosen.
func (ex *extension) chooseBishops(c int, left resources, final bool, i, n int, excess [2]int) bool {
	if n == 0 {
		return ex.assignColor(c+1, left, final)
	}
	if !ex.spend(1) {
		return false
	}
	for ; i < len(ex.officerCaptures); i++ {
		capture := &ex.officerCaptures[i]
		if int(capture.victim) != c {
			continue
		}
		for q := range 2 {
			if excess[q] == 0 || ex.goal.untaken.excludes(c, q, int(capture.file)) {
				continue
			}
			mark := ex.rows.mark()
			excess[q]--
			capture.bishop = int8(1 + q)
			// A square is dark if its row, from 0, has the parity of its file.
			if ex.rows.requireParity(capture.row, int8(capture.file&1)^int8(1-q)) && ex.chooseBishops(c, left, final, i+1, n-1, excess) {
				return true
			}
			capture.bishop = 0
			excess[q]++
			ex.rows.undo(mark)
		}
	}
	return false
}

// Untaken says on which files no pawn has taken a bishop except by a promotion: a bit for each file, by color of the bishop and
// color of its square (0 light, 1 dark). The caller has proven it for the setup. The zero value says nothing. It concerns only
// bishops that must have been taken.
//
// It restricts the choice in Lemma 11. The lemma may choose which e of the taken bishops of a kind it counts. If e is not 0, the
// bishop of the start is among those taken, since all others of its kind were promoted.
type Untaken [2][2]uint8

// excludes reports whether no pawn has taken, on a file, the bishop of a color that started on squares of the color q.
func (u *Untaken) excludes(color, q, file int) bool { return u[color][q]>>file&1 != 0 }

// Fallen reports whether the bishop of color c that started on squares of the color q, 0 or 1, was taken, but not behind two
// pawns that never moved. It concerns the setup that was opened last.
func (s *Solver) Fallen(c chess.Color, q int) bool { return s.goal.takenBishops[c][q] > 0 }
