package recheck

import "chesscensus/recheck/internal/board"

// # NoExtendedKernel, of bishops at home
//
// Some solutions of squares.go are impossible, as a bishop was still at home. Let home be a square where a bishop of a side begins, on file c
// or f. The other side is called the enemy here. As long as pawns of the side stand on their pawn row on both files beside home, the bishop
// is there, or it was taken there. Let S show one of these pawns. Look at a capture by a pawn that comes from the file of the other one to
// the file of home, in two cases:
//
//   - Stepped: a pawn of the side captures from its pawn row. If the bishop was not taken at home, no enemy pawn has stepped onto home before.
//   - Pocket: an enemy pawn takes a man on the square before home. A pawn of the side stands before the capturing one on the file that it
//     leaves, and another pawn of the side on the next square of the file of home. If the bishop was not taken at home, the man is no rook,
//     and no bishop of the color of home.
//
// Proof. Both pawns beside home are on their pawn row until then. The one that S shows has never moved. The other one captures from its pawn
// row, or it stands before a pawn that captures to the pawn row, so it stands on it, too. So the bishop never had a square to go to, and no
// pawn could step onto home.
//
// In a pocket look at the pawn on the next square. A pawn of the side comes to that row by a step from the square before home, or by a
// capture from one of the squares of the two pawns that have not moved. So it came by a step. It stood on the square before home until then,
// and on the next square since. So a rook can have come to the square before home only over home.
//
// Suppose that S does not show home without the bishop between two pawns at home. Then the bishop was not taken at home in two cases:
//
//   - All captures of the enemy were made by pawns, or took pawns.
//   - All pawns of the side that can be spared were taken as pawns, and no bishop on the color of home was taken for sure. Then the men of
//     the side that were taken are exactly those that S lacks.
//
// If all pawns of the side that can be spared were taken as pawns, and S lacks no queen, no knight and no bishop of the side on the other
// color, then a man in a pocket is a rook, or a bishop of the color of home.
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

// pawnAtHomeBeyond reports whether bishops begin on the file, and S shows a pawn of a side at home on the file beyond it.
func (w *squareSweep) pawnAtHomeBeyond(side int, fromLeft bool) bool {
	next := w.x - 1
	if fromLeft {
		next = w.x + 1
	}
	return (w.x == 2 || w.x == 5) && w.counts.pawnsAtHome[side].Has(int8(next))
}

// hasPawnAtHome reports whether a pawn of a side stands on its pawn row of the file.
func hasPawnAtHome(f fileSquares, side int) bool {
	return f.at(board.PawnRow(sides[side])) == side+1
}

// facesHomePawn reports whether a pawn that captures to the pawn row of a side, on the file of bishops to the right, passes its pawn at home.
func (w *squareSweep) facesHomePawn(f fileSquares, side int, row int8) bool {
	return (w.x == 1 || w.x == 4) && row == board.PawnRow(sides[side]) && hasPawnAtHome(f, side)
}

// comesToPocket reports whether a pawn of side i that comes to a row captures in a pocket, as far as the squares of this file tell.
func (w *squareSweep) comesToPocket(f fileSquares, i int, row int8, fromLeft bool) bool {
	side := 1 - i
	up := board.Ahead(sides[side])
	return row == board.HomeRow(sides[side])+up && f.at(row) == 0 && f.at(row+up) == side+1 && w.pawnAtHomeBeyond(side, fromLeft)
}

// markIfAfterStep marks a capture by a pawn of side i from its pawn row, if a pawn of the other side has stepped onto home before.
func (w *squareSweep) markIfAfterStep(p *squareState, i int, row int8, fromLeft bool) {
	if p.stepped>>(1-i)&1 != 0 && row == board.HomeRow(sides[i])+2*board.Ahead(sides[i]) && w.pawnAtHomeBeyond(i, fromLeft) {
		p.marks |= 1 << board.At(int8(w.x), row)
	}
}

// agreesWithHomes reports whether none of the marked captures contradicts the cost of all files. In a pocket the square of the capture is
// on the pawn row of the side of the bishop, in the other case beyond it.
func (ct *counts) agreesWithHomes(marks set, spent *cost) bool {
	for _, sq := range board.Squares(marks) {
		side, x := board.Side(board.Row(sq) > 3), board.File(sq)
		home := board.At(x, board.HomeRow(sides[side]))
		allSpareTaken := int(spent.lost[side]) == ct.spare[side]
		diedInCage := ct.cages[side].Has(home) && ct.setup.Men[home] != board.Man('B', sides[side])
		allByPawns := int(spent.captures[1-side]) == ct.captures[1-side]
		notTakenAtHome := !diedInCage && (allByPawns || allSpareTaken && ct.takenBishops[side][board.Color(home)] == 0)
		// If S lacks no other officers of the side, the man in a pocket is a rook, or a bishop of the color of home.
		isRookOrBishop := allSpareTaken && ct.takenBishops[side][1-board.Color(home)] == 0 &&
			ct.setup.Count(board.Man('N', sides[side])) >= 2 && ct.setup.Count(board.Man('Q', sides[side])) >= 1 && ct.takenAtHome[side]['Q'] == 0
		if notTakenAtHome && (isRookOrBishop || board.RowsRisen(sq, sides[side]) > 0) {
			return false
		}
	}
	return true
}
