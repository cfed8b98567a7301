package proofkernel

import "chesscensus/chess"

// What bishops that still stand at home keep from others (Lemmas 17 and 18).

// AtHome returns what a valid setup with nothing barred lacks if Lemmas 17 to 19, of men at home, are a part of the reason: NoKernel or
// NoExtended, and else Has. It costs what [Solver.Exists] does with its own tables, some milliseconds.
func AtHome(s *chess.Setup) Result {
	var v Solver
	r, _ := v.Exists(s, 0)
	if fell := v.goal.describeTakenAtHome() != ""; r == NoKernel && fell || r == NoExtended && (fell || v.cause == byHomes) {
		return r
	}
	return Has
}

// A corner is what is known of one end of a crossing.
type corner struct {
	ahead bool // a pawn of the other color stands before the one that leaves
	open  bool // the arrival is a pocket capture if ahead holds of the departure
	homeCapture
}

// A homeCapture is a capture by a pawn on a file where bishops start, with a pawn at home on the file
// beyond (Lemmas 17 and 18).
type homeCapture struct {
	color  uint8    // of the pawn
	file   uint8    // where it captures
	pocket bool     // an officer is taken behind a pawn of its color; else two pawns are behind the square
	row    variable // of the square
	pawn   variable // in a pocket the row of the pawn of the victim's color next to it
}

// beyond reports whether bishops of a color start on file x, and a pawn of that color is at home on the
// next file, in the direction in which the capturing pawn goes.
func (g *goal) beyond(x, color int, fromLeft bool) bool {
	y, home := x-1, fixedWhite
	if fromLeft {
		y = x + 1
	}
	if color == black {
		home = fixedBlack
	}
	return (x == 2 || x == 5) && g.fixed[y]&home != 0
}

// noteArrival notes a capture on file x by which a pawn has come to index i of the column q.
func (s *extension) noteArrival(x int, p, q *rowState, i, color int, kind EventKind, incoming bool) {
	behind, next := i, i-1
	if color == black {
		behind, next = q.col.len()-1-i, i+1
	}
	b := homeCapture{color: uint8(color), file: uint8(x), row: q.rows[i]}
	if behind >= 2 && s.goal.beyond(x, color, incoming) {
		s.homeCaptures = append(s.homeCaptures, b)
	}
	pocket := kind == Arrive && behind > 0 && q.col.color(next) != color && s.goal.beyond(x, 1-color, incoming)
	if pocket {
		b.pocket, b.pawn = true, q.rows[next]
	}
	if !incoming {
		s.level[x].crossingCorners[p.usedOut] = corner{open: pocket, homeCapture: b}
	} else if pocket && s.level[x-1].crossingCorners[p.usedIn].ahead {
		s.homeCaptures = append(s.homeCaptures, b)
	}
}

// noteDeparture notes that pawn i leaves file x, and with that a capture on the file on its left.
func (s *extension) noteDeparture(x int, p *rowState, i, color int, incoming bool) {
	ahead := p.col.faces(i, color)
	if !incoming {
		s.level[x].crossingCorners[p.usedOut] = corner{ahead: ahead}
	} else if c := &s.level[x-1].crossingCorners[p.usedIn]; ahead && c.open {
		s.homeCaptures = append(s.homeCaptures, c.homeCapture)
	}
}

// constrainHomeCaptures adds to the rows of a complete class what Lemmas 17 and 18 demand of the home
// captures from number from on. It reports whether the rows are still feasible. If not, the caller takes
// back what was added.
func (s *extension) constrainHomeCaptures(m *resources, from int) bool {
	for i := from; i < len(s.homeCaptures); i++ {
		b := &s.homeCaptures[i]
		if !b.pocket {
			// No pawn of the other color promotes by a capture, in these histories or where the search leaves it out.
			unturned := m.captures[1-b.color] == 0 && s.promotionCaptures[b.color] == [2]int{}
			if unturned && s.goal.bishopNotTaken(int(b.color), int(b.file), m) && !s.rows.past(b.row, b.color, 3) {
				return false
			}
			continue
		}
		if !s.goal.onlyRooks(b, m) {
			continue
		}
		mark := s.rows.mark()
		if s.rows.shortOf(b.row, b.color, 5) && s.constrainHomeCaptures(m, i+1) {
			return true
		}
		s.rows.undo(mark)
		return s.rows.shortOf(b.pawn, b.color, 4) && s.constrainHomeCaptures(m, i+1)
	}
	return true
}

// shortOf demands that a row is at most n, as seen by a color.
func (r *rows) shortOf(v variable, color uint8, n int8) bool {
	if int(color) == black {
		return r.atLeast(v, 7-n)
	}
	return r.atMost(v, n)
}

// past demands that it is at least n.
func (r *rows) past(v variable, color uint8, n int8) bool { return r.shortOf(v, 1-color, 7-n) }

// bishopNotTaken reports whether the bishop of a color that starts on a file cannot have been taken there,
// given the captures and spare pawns that a class leaves.
func (g *goal) bishopNotTaken(c, file int, left *resources) bool {
	if g.deadBishops[c]>>file&1 != 0 {
		return false
	}
	return left.captures[1-c] == 0 || left.spare[c] == 0 && g.takenBishops[c][squareColor(file, chess.Color(c).BackRow())] == 0
}

// onlyRooks reports whether the officer taken in a pocket must be a rook, if the bishop stands behind it.
func (g *goal) onlyRooks(b *homeCapture, left *resources) bool {
	c := 1 - int(b.color)
	pocket := 1 - squareColor(int(b.file), chess.Color(c).BackRow())
	return g.bishopNotTaken(c, int(b.file), left) && left.spare[c] == 0 && g.takenBishops[c][pocket] == 0 &&
		g.takenAtLeast[c][0] == 0 && g.takenAtLeast[c][chess.Queen-chess.Knight] == 0
}
