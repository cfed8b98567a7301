package recheck

import "chesscensus/recheck/internal/board"

// # NoExtendedKernel, of bishops at home
//
// Some solutions of squares.go are impossible, as a bishop was still at home. Let a bishop of side c begin on square s, on file c or f. As
// long as pawns of c stand on their pawn row on both files beside s, the bishop is on s, or it was taken there. Let S show a pawn of c on
// its pawn row on one of these files. Look at a capture by a pawn that comes from the other one to the file of s, in two cases:
//
//   - Stepped: a pawn of c captures from its pawn row. If the bishop was not taken at home, no pawn of the other side has stepped onto s
//     before.
//   - Pocket: a pawn of the other side takes a man of c on the square before s. A pawn of c stands before the capturing one on the file that
//     it leaves, and another pawn of c on the next square of the file of s. If the bishop was not taken at home, the man is no rook, and no
//     bishop of the color of s.
//
// Proof. Both pawns beside s are on their pawn row until then. The one that S shows has never moved. The other one captures from its pawn
// row, or it stands before a pawn that captures to the pawn row, so it stands on it, too. So the bishop never had a square to go to, and no
// pawn could step onto s.
//
// In a pocket look at the pawn of c on the next square. A pawn of c comes to that row by a step from the square before s, or by a capture
// from one of the squares of the two pawns that have not moved. So it came by a step. It stood on the square before s until then, and on
// the next square since. So a rook can have come to the square before s only over s.
//
// Suppose that S does not show s without the bishop between two pawns at home. Then the bishop was not taken at home in two cases:
//
//   - All captures of the other side were made by pawns, or took pawns.
//   - All pawns of c that can be spared were taken as pawns, and no bishop on the color of s was taken for sure. Then the men of c that were
//     taken are exactly those that S lacks.
//
// If all pawns of c that can be spared were taken as pawns, and S lacks no queen, no knight and no bishop of the other color of c, then a
// man in a pocket is a rook, or a bishop of the color of s.
//
//	illegal  rnbqkbn1/ppPpppp1/2p5/7p/8/8/PPP1PPPP/RNBQKBNR b KQq -
//	legal    r1bqkbnr/ppPppppp/2p5/8/8/8/PPP1PPPP/RNBQKBNR b KQkq -
//	game     1. d4 c6 2. d5 Na6 3. d6 Nc7 4. dxc7

// flagRow adds 8 to the row of a crossing if the file that is searched first fulfills its part of the conditions for a capture in a pocket.
// The other file sees the flag, and marks the capture if it fulfills its own part.
func flagRow(row int8, inPocket bool) int8 {
	if inPocket {
		row |= 8
	}
	return row
}

// pawnAtHomeBeyond reports whether bishops begin on the file, and S shows a pawn of side c at home on the file beyond it.
func (w *squareSweep) pawnAtHomeBeyond(c int, fromLeft bool) bool {
	next := w.x - 1
	if fromLeft {
		next = w.x + 1
	}
	return (w.x == 2 || w.x == 5) && w.counts.pawnsAtHome[c].Has(int8(next))
}

// hasPawnAtHome reports whether a pawn of side c stands on its pawn row of the file.
func hasPawnAtHome(f fileSquares, c int) bool {
	return f.at(board.PawnRow(sides[c])) == c+1
}

// facesHomePawn reports whether a pawn that captures to the pawn row of side c, on the file of bishops to the right, passes one of c at home.
func (w *squareSweep) facesHomePawn(f fileSquares, c int, row int8) bool {
	return (w.x == 1 || w.x == 4) && row == board.PawnRow(sides[c]) && hasPawnAtHome(f, c)
}

// comesToPocket reports whether a pawn of side i that comes to a row captures in a pocket, as far as the squares of this file tell.
func (w *squareSweep) comesToPocket(f fileSquares, i int, row int8, fromLeft bool) bool {
	c := 1 - i
	up := board.Ahead(sides[c])
	return row == board.HomeRow(sides[c])+up && f.at(row) == 0 && f.at(row+up) == c+1 && w.pawnAtHomeBeyond(c, fromLeft)
}

// markIfAfterStep marks a capture by a pawn of side i from its pawn row, if a pawn of the other side has stepped onto s before.
func (w *squareSweep) markIfAfterStep(p *squareState, i int, row int8, fromLeft bool) {
	if p.stepped>>(1-i)&1 != 0 && row == board.HomeRow(sides[i])+2*board.Ahead(sides[i]) && w.pawnAtHomeBeyond(i, fromLeft) {
		p.marks |= 1 << board.At(int8(w.x), row)
	}
}

// agreesWithHomes reports whether none of the marked captures contradicts the cost of all files. In a pocket the square of the capture is
// on the pawn row of c, in the other case beyond it. Side c is that of the bishop, s the square where it began.
func (ct *counts) agreesWithHomes(marks set, spent *cost) bool {
	for _, sq := range board.Squares(marks) {
		c, x := board.Side(board.Row(sq) > 3), board.File(sq)
		s := board.At(x, board.HomeRow(sides[c]))
		allSpareTaken := int(spent.lost[c]) == ct.spare[c]
		diedInCage := ct.cages[c].Has(s) && ct.setup.Men[s] != board.Man('B', sides[c])
		notTakenAtHome := !diedInCage && (int(spent.captures[1-c]) == ct.captures[1-c] || allSpareTaken && ct.takenBishops[c][board.Color(s)] == 0)
		// If S lacks no other officers of c, the man in a pocket is a rook, or a bishop of the color of s.
		isRookOrBishop := allSpareTaken && ct.takenBishops[c][1-board.Color(s)] == 0 &&
			ct.setup.Count(board.Man('N', sides[c])) >= 2 && ct.setup.Count(board.Man('Q', sides[c])) >= 1 && ct.takenAtHome[c]['Q'] == 0
		if notTakenAtHome && (isRookOrBishop || board.RowsRisen(sq, sides[c]) > 0) {
			return false
		}
	}
	return true
}
