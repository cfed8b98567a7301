package chesscounter

import "chesscensus/chess"

// row3 and row4 are where a double step of White, captured en passant, is seen: the
// black pawn has come to row 3 from row 4, where the white one had stopped.
const row3, row4 = 2, 3

// twoCheckers tests rule 8, whether some last move can have given the double check.
func (d *diagram) explainsDoubleCheck(checkers chess.Bitboard) bool {
	a, b := checkers.First(), checkers.Last()
	return d.enPassantOpens(checkers) || d.canDisclose(a, b) || d.canDisclose(b, a)
}

// enPassant reports whether a capture en passant can have opened both lines: the one
// to the rook or queen along the file that the black pawn has left, the one to the
// bishop or queen through the square of the captured pawn.
func (d *diagram) enPassantOpens(checkers chess.Bitboard) bool {
	straight := checkers & chess.RookAttacks(d.king, d.occ)
	diagonal := checkers & chess.BishopAttacks(d.king, d.occ)
	if straight == 0 || diagonal == 0 || d.men[0] == 16 || d.pawns[0].Count() == 8 {
		return false
	}
	file := d.king.File()
	from := chess.NewSquare(file, row4)
	if !chess.Between(d.king, straight.First()).Has(from) { // which is empty, then
		return false
	}
	gap := chess.Between(d.king, diagonal.First())
	for _, victimFile := range [2]int{file - 1, file + 1} {
		if victimFile < 0 || victimFile > 7 {
			continue
		}
		pawn := chess.NewSquare(victimFile, row3)
		if d.pawns[1].Has(pawn) && !d.occ.Has(pawn-8) && gap.Has(pawn+8) {
			return true
		}
	}
	return false
}

// disclosed reports whether the checker on m can have moved last, out of the line of
// the one on s.
func (d *diagram) canDisclose(m, s chess.Square) bool {
	gap := chess.Between(d.king, s)
	return gap&d.origins(m) != 0 && !d.isBacked(m)
}

// origins returns the empty squares from which the checker on m may have come. For a
// queen they are only those of promotions: she attacks the king along any line on
// which she stands.
func (d *diagram) origins(m chess.Square) (bb chess.Bitboard) {
	diagonal := chess.Bitboard(0) // captures of a pawn
	if d.men[0] < 16 {
		diagonal = chess.PawnAttacks(chess.White, m)
	}
	switch role := d.b.RoleAt(m); role {
	case chess.Knight, chess.Bishop, chess.Rook:
		bb = chess.Attacks(chess.NewPiece(chess.Black, role), m, d.occ)
	case chess.Pawn:
		bb = diagonal
	}
	if m.Row() == 0 && d.pawns[1].Count() <= 7 {
		bb |= ((m + 8).BB() | diagonal) &^ chess.PawnAttacks(chess.White, d.king)
	}
	return bb &^ d.occ
}

// backed reports whether a man behind the checker on m, on the line of its check,
// would attack the king if it were not there. If mended, it asks this only as long as
// White has all men, since the checker may have captured the one that stood there.
func (d *diagram) isBacked(m chess.Square) bool {
	if d.opt.Mended && d.men[0] < 16 {
		return false
	}
	line := chess.Line(m, d.king)
	var backers chess.Bitboard // men on its line that can back it
	var nearest chess.Bitboard
	switch queens := d.b.Of(chess.Queen); {
	case (d.b.Of(chess.Rook) | queens).Has(m) && chess.RookAttacks(m, 0).Has(d.king):
		nearest, backers = chess.RookAttacks(m, d.occ), d.b.Of(chess.Rook)|queens
	case (d.b.Of(chess.Bishop) | queens).Has(m) && chess.BishopAttacks(m, 0).Has(d.king):
		nearest, backers = chess.BishopAttacks(m, d.occ), d.b.Of(chess.Bishop)|queens
	}
	return line&nearest&backers&d.b.Colored(chess.Black) != 0
}

// oneChecker tests rule 9, whether some last move can have given the check. Of the
// checks along a line it only looks at those from a square that touches the king:
// any other may have been disclosed.
func (d *diagram) explainsCheck(x chess.Square) bool {
	role := d.b.RoleAt(x)
	if role == chess.Pawn {
		// From row 7 it has never moved, and a pawn's check is never disclosed.
		return x.Row() != 6 && d.pawnOrigins(x) != 0
	}
	if role != chess.Knight && !chess.KingAttacks(d.king).Has(x) {
		return true
	}
	man := chess.NewPiece(chess.Black, role)
	occ := d.occ &^ x.BB()
	if d.opt.Mended && d.men[0] < 16 {
		occ = d.occ // it may have captured there what screened the king from its origin
	}
	for from := chess.Attacks(man, x, d.occ) &^ d.occ; from != 0; from &= from - 1 {
		if !chess.Attacks(man, from.First(), occ).Has(d.king) {
			return true
		}
	}
	return x.Row() == 0 && d.pawnOrigins(x)&^chess.PawnAttacks(chess.White, d.king) != 0
}

// above returns the empty ones of the up to three squares from which a black pawn
// reaches x.
func (d *diagram) pawnOrigins(x chess.Square) chess.Bitboard {
	return ((x + 8).BB() | chess.PawnAttacks(chess.White, x)) &^ d.occ
}
