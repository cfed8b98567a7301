package chesscounter

import "chesscensus/chess"

// An army is one side's material, as rule 2 sees it. Every field is a number that is
// certain to be reached, whatever the game was.
type material struct {
	promoted     int // e: men on the board that were pawns
	lostOfficers int // l: men other than pawns, of those at the start, that are gone
	lostPawns    int // g: pawns lost as pawns, or after promotion; negative is impossible
}

// count returns the army of the given color. Of three and more bishops it does not
// ask for the square colors. Two on one square color are a promotion; that the third,
// which stood on the other color, is gone is counted only if mended.
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

// alike reports whether the squares all have one color.
func sameColored(bb chess.Bitboard) bool {
	return bb&chess.DarkSquares == 0 || bb&^chess.DarkSquares == 0
}

// material tests rule 2. A pawn promotes after it or an enemy pawn has left its file,
// so that each promotion is paid for by a capture: of a pawn, which pays for two
// promotions of the capturing side and one of the other, or of another man, which
// pays for one of each.
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

// original tests rule 10: no side has more of a kind than at the start, up to the
// given number of queens, and bishops stand on different square colors, at home if
// their pawns are.
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

// homes are White's bishops at the start with the pawns that shut them in.
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
