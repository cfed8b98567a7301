package placement

import "chesscensus/chess"

// weight returns w = 2^k (1+E), the number of positions for which a diagram with its side to move could stand by
// ChessCounter's definition; see the package documentation. It is 1 to 96. Whether the rights and captures are
// possible in a legal position is not tested.
func weight(s *chess.Setup) int {
	b := &s.Board
	pairs := 0
	for c, home := range [2]chess.Square{chess.E1, chess.E8} {
		if color := chess.Color(c); b.Pieces(color, chess.King).Has(home) {
			corners := (home - 4).BB() | (home + 3).BB()
			pairs += (b.Pieces(color, chess.Rook) & corners).Count()
		}
	}
	occ := b.Occupied()
	blocked, row := occ>>8|occ>>16, 4 // occupied squares behind black pawns
	if s.Turn == chess.Black {
		blocked, row = occ<<8|occ<<16, 3
	}
	own := b.Pieces(s.Turn, chess.Pawn) & chess.RowBB(row)
	beside := (own&^chess.FileA)>>1 | (own&^chess.FileH)<<1
	return (1 + (b.Pieces(s.Turn.Other(), chess.Pawn) & beside &^ blocked).Count()) << pairs
}

// blockedBishops lists White's bishops at the start with the pawns that shut them in.
var blockedBishops = [2]struct{ bishop, pawns chess.Bitboard }{
	{chess.C1.BB(), chess.B2.BB() | chess.D2.BB()},
	{chess.F1.BB(), chess.E2.BB() | chess.G2.BB()},
}

// promotedBishop reports whether a bishop of a side that has at most two must be a promoted pawn. There are three
// cases: two bishops stand on squares of one color; a bishop stands outside although the pawns that shut in the
// first bishop of its square color have not moved; or a bishop stands on the enemy's first row behind pawns that
// have not moved.
func promotedBishop(b *chess.Board) bool {
	m := b.Mirror()
	for _, b := range [2]*chess.Board{b, &m} {
		pawns, bishops := b.Pieces(chess.White, chess.Pawn), b.Pieces(chess.White, chess.Bishop)
		dark := bishops & chess.DarkSquares
		if bishops.Count() == 2 && dark.Count() != 1 {
			return true
		}
		home := pawns & chess.RowBB(1)
		open := ^home & chess.RowBB(1) // bishops on row 1 come and go through these
		exits := (open&^chess.FileA)>>9 | (open&^chess.FileH)>>7
		if b.Pieces(chess.Black, chess.Bishop)&chess.Row1&^exits != 0 {
			return true
		}
		for i, bb := range blockedBishops { // c1 is dark, f1 light
			colored := [2]chess.Bitboard{dark, bishops &^ dark}[i]
			if pawns&bb.pawns == bb.pawns && colored&^bb.bishop != 0 {
				return true
			}
		}
	}
	return false
}
