package chesscounter

import "chesscensus/chess"

// An army is one side's material, as rule 2 sees it. Every field is a number that is
// certain to be reached, whatever the game was.
type army struct {
	promoted int // e: men on the board that were pawns
	lost     int // l: men other than pawns, of those at the start, that are gone
	pawns    int // g: pawns lost as pawns, or after promotion; negative is impossible
}

// count returns the army of the given color. Of three and more bishops it does not
// ask for the square colors. Two on one square color are a promotion; that the third,
// which stood on the other color, is gone is counted only if mended.
func count(b *chess.Board, c chess.Color, mended bool) army {
	n := b.Pieces(c, chess.Knight).Count()
	bishops := b.Pieces(c, chess.Bishop)
	bs := bishops.Count()
	r := b.Pieces(c, chess.Rook).Count()
	q := b.Pieces(c, chess.Queen).Count()
	a := army{
		promoted: chess.LeastPromoted(q, r, bs, n),
		lost:     max(0, 1-q) + max(0, 2-r) + max(0, 2-n) + max(0, 2-bs),
	}
	if bs == 2 && alike(bishops) {
		a.promoted++
		if mended {
			a.lost++
		}
	}
	a.pawns = 8 - b.Pieces(c, chess.Pawn).Count() - a.promoted
	return a
}

// alike reports whether the squares all have one color.
func alike(bb chess.Bitboard) bool {
	return bb&chess.DarkSquares == 0 || bb&^chess.DarkSquares == 0
}

// material tests rule 2. A pawn promotes after it or an enemy pawn has left its file,
// so that each promotion is paid for by a capture: of a pawn, which pays for two
// promotions of the capturing side and one of the other, or of another man, which
// pays for one of each.
func material(b *chess.Board, mended bool) bool {
	w := count(b, chess.White, mended)
	if w.pawns < 0 {
		return false
	}
	bl := count(b, chess.Black, mended)
	lost := w.lost + bl.lost
	return bl.pawns >= 0 &&
		w.promoted <= 2*bl.pawns+w.pawns+lost &&
		bl.promoted <= 2*w.pawns+bl.pawns+lost
}

// original tests rule 10: no side has more of a kind than at the start, up to the
// given number of queens, and bishops stand on different square colors, at home if
// their pawns are.
func original(b *chess.Board, queens int) bool {
	for c := chess.White; c <= chess.Black; c++ {
		bishops := b.Pieces(c, chess.Bishop)
		if b.Pieces(c, chess.Queen).Count() > queens ||
			b.Pieces(c, chess.Knight).Count() > 2 ||
			bishops.Count() > 2 ||
			b.Pieces(c, chess.Rook).Count() > 2 ||
			bishops.Many() && alike(bishops) {
			return false
		}
		pawns := b.Pieces(c, chess.Pawn)
		for _, h := range homes {
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
var homes = [2]struct{ bishop, left, right chess.Square }{
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
