package chesscounter

import "chesscensus/chess"

// A material holds the numbers of one side for rule 2. Each is a lower bound for every game.
type material struct {
	promoted     int // e: promoted men on the board
	lostOfficers int // l: officers of the initial position that were captured
	lostPawns    int // g: pawns captured, as pawns or after promotion; negative is impossible
}

// countMaterial returns the material of a color. Two bishops on one square color count as
// one promotion; if mended, the bishop of the other square color counts as lost, too. With
// three or more bishops the square colors are ignored.
func countMaterial(b *chess.Board, c chess.Color, mended bool) material {
	knights := b.Pieces(c, chess.Knight).Count()
	bishops := b.Pieces(c, chess.Bishop)
	bishopCount := bishops.Count()
	rooks := b.Pieces(c, chess.Rook).Count()
	queens := b.Pieces(c, chess.Queen).Count()
	m := material{
		promoted:     chess.LeastPromoted(queens, rooks, bishopCount, knights),
		lostOfficers: max(0, 1-queens) + max(0, 2-rooks) + max(0, 2-knights) + max(0, 2-bishopCount),
	}
	if bishopCount == 2 && sameColored(bishops) {
		m.promoted++
		if mended {
			m.lostOfficers++
		}
	}
	m.lostPawns = 8 - b.Pieces(c, chess.Pawn).Count() - m.promoted
	return m
}

// sameColored reports whether the squares all have one color.
func sameColored(bb chess.Bitboard) bool {
	return bb&chess.DarkSquares == 0 || bb&^chess.DarkSquares == 0
}

// isMaterialPossible reports whether the board satisfies rule 2. A pawn promotes only after it or an enemy pawn has
// left its file, so that promotions need captures. The capture of a pawn allows two promotions of the capturing
// side and one of the other. The capture of another man allows one of each.
func isMaterialPossible(b *chess.Board, mended bool) bool {
	white := countMaterial(b, chess.White, mended)
	if white.lostPawns < 0 {
		return false
	}
	black := countMaterial(b, chess.Black, mended)
	lost := white.lostOfficers + black.lostOfficers
	return black.lostPawns >= 0 &&
		white.promoted <= 2*black.lostPawns+white.lostPawns+lost &&
		black.promoted <= 2*white.lostPawns+black.lostPawns+lost
}

// hasOriginalMen reports whether the board satisfies rule 10: no side has more men of a role
// than in the initial position, except for the given number of queens. Bishops of a side
// stand on different square colors, and at home if the pawns before them do.
func hasOriginalMen(b *chess.Board, queens int) bool {
	for c := chess.White; c <= chess.Black; c++ {
		bishops := b.Pieces(c, chess.Bishop)
		if b.Pieces(c, chess.Queen).Count() > queens ||
			b.Pieces(c, chess.Knight).Count() > 2 ||
			bishops.Count() > 2 ||
			b.Pieces(c, chess.Rook).Count() > 2 ||
			bishops.Many() && sameColored(bishops) {
			return false
		}
		pawns := b.Pieces(c, chess.Pawn)
		for _, h := range bishopHomes {
			front := h.left.For(c).BB() | h.right.For(c).BB()
			home := h.bishop.For(c).BB()
			if pawns&front == front && bishops&^home&sameColor(home) != 0 {
				return false
			}
		}
	}
	return true
}

// bishopHomes are the home squares of White's bishops, with the squares of the pawns that shut them in.
var bishopHomes = [2]struct{ bishop, left, right chess.Square }{
	{chess.C1, chess.B2, chess.D2},
	{chess.F1, chess.E2, chess.G2},
}

// sameColor returns the squares of the color of the one square in bb.
func sameColor(bb chess.Bitboard) chess.Bitboard {
	if bb&chess.DarkSquares != 0 {
		return chess.DarkSquares
	}
	return ^chess.DarkSquares
}
