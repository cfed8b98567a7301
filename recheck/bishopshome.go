package recheck

import "chesscensus/recheck/internal/board"

// # NoExtendedKernel
//
// The solutions of squares.go that are left out for bishops at home. Let a bishop of side c start on square s, on the file c or f, and let the pawns of c on both
// files beside it stand on their first squares. Then it has never left s, unless somebody took it
// there. Two things follow, for a capture by a pawn that comes to the file of s from a neighboring
// file, if S shows a pawn of c on its first square on the file on the other side:
//
//	stepped  A pawn of c captures from its first square. Then no pawn of the other side has
//	         stepped onto s before, if nobody took the bishop there.
//	pocket   A pawn of the other side takes a man of c on the square before s, while a pawn of c
//	         stands before it on the file that it leaves, and another on the next square of the
//	         file of s. Then, if nobody took the bishop there, this man is no rook; nor is it a
//	         bishop of the color of s.
//
// Proof. Both pawns of c beside s are where they were in the beginning: the pawn of S has never
// moved; the other one captures from its first square, or stands before a pawn that captures to
// the row of these squares, and so can stand on its first square alone. So the bishop never had
// a square to go to, and a pawn that steps onto s would have found it there. In a pocket the pawn
// of c on the file of s stood on the square before s until it made a step, and has stood on the next
// square since: pawns do not go back, and to that row a pawn of c comes by a step from the square before s,
// or by a capture from one of the squares beside it, which two pawns have never left. So a rook
// can have come there over s alone.
//
// Nobody took a bishop of c at home, where S does not show both pawns beside it at home and the bishop gone, if pawns made all captures of the other side, or took pawns
// in them; or if all pawns of c that can be spared were taken as pawns, and no bishop of this color
// of squares was taken for sure. For then the men of c that were taken are, one by one, those that
// S lacks. In that case a man in a pocket is a rook, or a bishop of the color of s, if S lacks
// no queen, no knight and no bishop of the other color of c.
//
//	illegal  rnbqkbn1/ppPpppp1/2p5/7p/8/8/PPP1PPPP/RNBQKBNR b KQq -
//	legal    r1bqkbnr/ppPppppp/2p5/8/8/8/PPP1PPPP/RNBQKBNR b KQkq -
//	game     1. d4 c6 2. d5 Na6 3. d6 Nc7 4. dxc7

// flag adds 8 to the row of a crossing the end of which that is seen first is that of a capture in a pocket.
func flag(row int8, yes bool) int8 {
	if yes {
		row |= 8
	}
	return row
}

// beyond reports whether bishops begin on the file, and a pawn of side c is at home in S beyond it.
func (w *squareSweep) beyond(c int, fromLeft bool) bool {
	y := w.x - 1
	if fromLeft {
		y = w.x + 1
	}
	return (w.x == 2 || w.x == 5) && w.needs.home[c].Has(int8(y))
}

// before reports whether a pawn of a side is on its first square of the file.
func before(f file, c int) bool {
	return f.at(board.PawnRow(sides[c])) == c+1
}

// beside reports whether a pawn that captures to a row of the next file, where bishops begin, leaves one of side c before it, on its
// first square.
func (w *squareSweep) beside(f file, c int, row int8) bool {
	return (w.x == 1 || w.x == 4) && row == board.PawnRow(sides[c]) && before(f, c)
}

// pocket reports whether a pawn of side i that comes to a row takes a man in a pocket, but for the
// pawn on the file that it leaves.
func (w *squareSweep) pocket(f file, i int, row int8, fromLeft bool) bool {
	c := 1 - i
	up := board.Ahead(sides[c])
	return row == board.HomeRow(sides[c])+up && f.at(row) == 0 && f.at(row+up) == c+1 && w.beyond(c, fromLeft)
}

// afterStep notes a pawn of side i that comes to a row from its first square, after one of the other side has stepped onto s.
func (w *squareSweep) afterStep(p *squarePlace, i int, row int8, fromLeft bool) {
	if p.stepped>>(1-i)&1 != 0 && row == board.HomeRow(sides[i])+2*board.Ahead(sides[i]) && w.beyond(i, fromLeft) {
		p.marks |= 1 << board.At(int8(w.x), row)
	}
}

// homesHold reports whether none of the marked captures contradicts what all files cost. Those in pockets took a man on the first square
// of a pawn, the others went beyond.
func (n *needs) homesHold(marks set, spent *cost) bool {
	for _, sq := range board.Squares(marks) {
		c, x := board.Side(board.Row(sq) > 3), board.File(sq)
		s := board.At(x, board.HomeRow(sides[c]))
		asPawns := int(spent.lost[c]) == n.spare[c] // all pawns of c that can be spared were taken so
		gone := n.cages[c].Has(s) && n.setup.Men[s] != board.Man('B', sides[c])
		untaken := !gone && (int(spent.captures[1-c]) == n.captures[1-c] || asPawns && n.taken[c][board.Color(s)] == 0)
		rook := asPawns && n.taken[c][1-board.Color(s)] == 0 &&
			n.setup.Count(board.Man('N', sides[c])) >= 2 && n.setup.Count(board.Man('Q', sides[c])) >= 1 && n.fell[c]['Q'] == 0
		if untaken && (rook || board.Risen(sq, sides[c]) > 0) {
			return false
		}
	}
	return true
}
