package proofkernel

import "chesscensus/chess"

// This file is about captures that cannot be while a bishop still stands at home (Lemmas 17 and 18).

// AtHome returns NoKernel or NoExtended for a valid setup that is refuted, with nothing barred, if Lemmas 17 to 19 are part of
// the reason, and Has otherwise. A call takes some milliseconds, as it builds its own tables.
func AtHome(s *chess.Setup) Result {
	var v Solver
	r, _ := v.Exists(s, 0)
	takenAtHome := v.goal.describeTakenAtHome() != ""
	if r == NoKernel && takenAtHome || r == NoExtended && (takenAtHome || v.cause == byHomes) {
		return r
	}
	return Has
}

// A crossingEnd is what one end of a crossing tells about the other: of a departure ahead is set, of an arrival the other fields.
type crossingEnd struct {
	ahead bool // a pawn of the other color stands before the one that leaves
	open  bool // the arrival is a pocket capture, provided that ahead holds of the departure
	homeCapture
}

// A homeCapture is a capture by a pawn on a file where bishops start, with a pawn at home on the file beyond.
type homeCapture struct {
	color  uint8    // of the pawn
	file   uint8    // where it captures
	pocket bool     // Lemma 17: an officer is taken behind a pawn of its color; else Lemma 18
	row    variable // row of the square
	pawn   variable // in a pocket: row of the pawn of the victim's color next to it
}

// homePawnBeyond reports whether bishops of a color start on a file, and a pawn of that color is at home on the next file in the
// direction in which the capturing pawn goes.
func (g *goal) homePawnBeyond(file, color int, fromLeft bool) bool {
	neighbor, home := file-1, fixedWhite
	if fromLeft {
		neighbor = file + 1
	}
	if color == black {
		home = fixedBlack
	}
	return (file == 2 || file == 5) && g.fixed[neighbor]&home != 0
}

// recordArrival adds the home captures that a capture makes, by which a pawn has come to index i of the column of after. For a
// crossing of the right boundary, whose departure comes later, it keeps what is known in crossingEnds.
func (ex *extension) recordArrival(cr crossing, before, after *rowState, i int, kind EventKind) {
	behind, next := i, i-1 // the number of pawns behind the capturer, and the index of the nearest
	if cr.color == black {
		behind, next = after.col.len()-1-i, i+1
	}
	capture := homeCapture{color: uint8(cr.color), file: uint8(cr.file), row: after.rows[i]}
	if behind >= 2 && ex.goal.homePawnBeyond(cr.file, cr.color, cr.incoming) {
		ex.homeCaptures = append(ex.homeCaptures, capture)
	}
	enemyBehind := behind > 0 && after.col.color(next) != cr.color
	pocket := kind == Arrive && enemyBehind && ex.goal.homePawnBeyond(cr.file, 1-cr.color, cr.incoming)
	if pocket {
		capture.pocket, capture.pawn = true, after.rows[next]
	}
	if !cr.incoming {
		ex.level[cr.file].crossingEnds[before.usedOut] = crossingEnd{open: pocket, homeCapture: capture}
	} else if pocket && ex.level[cr.file-1].crossingEnds[before.usedIn].ahead {
		ex.homeCaptures = append(ex.homeCaptures, capture)
	}
}

// recordDeparture adds the pocket capture on the file on the left, if any, that the departure of pawn i completes. For a crossing of
// the right boundary it keeps what is known in crossingEnds.
func (ex *extension) recordDeparture(cr crossing, before *rowState, i int) {
	ahead := before.col.faces(i, cr.color)
	if !cr.incoming {
		ex.level[cr.file].crossingEnds[before.usedOut] = crossingEnd{ahead: ahead}
	} else if end := &ex.level[cr.file-1].crossingEnds[before.usedIn]; ahead && end.open {
		ex.homeCaptures = append(ex.homeCaptures, end.homeCapture)
	}
}

// constrainHomeCaptures adds to the rows of a complete class what Lemmas 17 and 18 demand of the home captures from number from
// on. It reports whether the rows are still feasible. If not, the caller undoes what was added.
func (ex *extension) constrainHomeCaptures(left *resources, from int) bool {
	for i := from; i < len(ex.homeCaptures); i++ {
		capture := &ex.homeCaptures[i]
		if !capture.pocket {
			// Lemma 18: no pawn of the other color promotes by a capture, not even one that the search leaves out.
			noCapturePromotions := left.captures[1-capture.color] == 0 && ex.promotionCaptures[capture.color] == [2]int{}
			if noCapturePromotions && ex.goal.bishopNotTaken(int(capture.color), int(capture.file), left) &&
				!ex.rows.requireAtLeastSeenBy(capture.row, capture.color, 3) {
				return false
			}
			continue
		}
		if !ex.goal.mustBeRook(capture, left) {
			continue
		}
		// Lemma 17: the square is not on the pawn row, or the pawn is not on the row next to it.
		mark := ex.rows.mark()
		if ex.rows.requireAtMostSeenBy(capture.row, capture.color, 5) && ex.constrainHomeCaptures(left, i+1) {
			return true
		}
		ex.rows.undo(mark)
		return ex.rows.requireAtMostSeenBy(capture.pawn, capture.color, 4) && ex.constrainHomeCaptures(left, i+1)
	}
	return true
}

// requireAtMostSeenBy demands that a row is at most n, counted from the side of a color.
func (r *rows) requireAtMostSeenBy(v variable, color uint8, n int8) bool {
	if int(color) == black {
		return r.requireAtLeast(v, 7-n)
	}
	return r.requireAtMost(v, n)
}

// requireAtLeastSeenBy demands that a row is at least n, counted from the side of a color.
func (r *rows) requireAtLeastSeenBy(v variable, color uint8, n int8) bool {
	return r.requireAtMostSeenBy(v, 1-color, 7-n)
}

// bishopNotTaken reports whether the bishop of color c that starts on a file cannot have been taken there, given the captures and
// spare pawns that a class leaves: cases (a) and (b) of Lemma 17.
func (g *goal) bishopNotTaken(c, file int, left *resources) bool {
	if g.deadBishops[c]>>file&1 != 0 {
		return false
	}
	return left.captures[1-c] == 0 || left.spare[c] == 0 && g.takenBishops[c][squareColor(file, chess.Color(c).BackRow())] == 0
}

// mustBeRook reports whether the officer taken in a pocket must be a rook, provided that the bishop stands behind it.
func (g *goal) mustBeRook(capture *homeCapture, left *resources) bool {
	c := 1 - int(capture.color)
	// No bishop that may stand on the square, no knight and no queen must have been taken.
	pocketColor := 1 - squareColor(int(capture.file), chess.Color(c).BackRow())
	noBishop := g.takenBishops[c][pocketColor] == 0
	noKnightNorQueen := g.takenAtLeast[c][chess.Knight] == 0 && g.takenAtLeast[c][chess.Queen] == 0
	return left.spare[c] == 0 && noBishop && noKnightNorQueen && g.bishopNotTaken(c, int(capture.file), left)
}
