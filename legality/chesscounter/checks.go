package chesscounter

import "chesscensus/chess"

// After a black capture en passant the capturing pawn is on row3. It came from row4, where
// the captured white pawn stood.
const row3, row4 = 2, 3

// explainsDoubleCheck reports whether some last move can have given the double check: rule 8.
func (d *diagram) explainsDoubleCheck(checkers chess.Bitboard) bool {
	a, b := checkers.First(), checkers.Last()
	return d.enPassantOpens(checkers) || d.canDisclose(a, b) || d.canDisclose(b, a)
}

// enPassantOpens reports whether a capture en passant can have opened the lines of both
// checkers: the line of a rook or queen through the square that the black pawn has left, and
// the line of a bishop or queen through the square of the captured pawn.
func (d *diagram) enPassantOpens(checkers chess.Bitboard) bool {
	straight := checkers & chess.RookAttacks(d.king, d.occ)
	diagonal := checkers & chess.BishopAttacks(d.king, d.occ)
	if straight == 0 || diagonal == 0 || d.men[0] == 16 || d.pawns[0].Count() == 8 {
		return false
	}
	file := d.king.File()
	from := chess.NewSquare(file, row4)
	if !chess.Between(d.king, straight.First()).Has(from) { // if it is between, it is empty
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

// canDisclose reports whether the checker on m can have moved last, out of the line of the checker on s.
func (d *diagram) canDisclose(m, s chess.Square) bool {
	gap := chess.Between(d.king, s)
	return gap&d.origins(m) != 0 && !d.isBacked(m)
}

// origins returns the empty squares from which the checker on m can have come. For a queen
// they are only those of promotions, since from any other origin on the line of the other
// checker the queen would have attacked the king already.
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

// isBacked reports whether a man behind the checker on m, on the line of its check, would
// attack the king if the checker were not there. If mended, it reports true only if White
// has all men, since otherwise the checker may have captured a man that closed the line.
func (d *diagram) isBacked(m chess.Square) bool {
	if d.opt.Mended && d.men[0] < 16 {
		return false
	}
	line := chess.Line(m, d.king)
	var backers chess.Bitboard // men that move along the line
	var nearest chess.Bitboard // squares up to the nearest men in all directions
	switch queens := d.b.Of(chess.Queen); {
	case (d.b.Of(chess.Rook) | queens).Has(m) && chess.RookAttacks(m, 0).Has(d.king):
		nearest, backers = chess.RookAttacks(m, d.occ), d.b.Of(chess.Rook)|queens
	case (d.b.Of(chess.Bishop) | queens).Has(m) && chess.BishopAttacks(m, 0).Has(d.king):
		nearest, backers = chess.BishopAttacks(m, d.occ), d.b.Of(chess.Bishop)|queens
	}
	return line&nearest&backers&d.b.Colored(chess.Black) != 0
}

// explainsCheck reports whether some last move can have given the check by the man on x: rule
// 9. It accepts all checks along a line from squares that are not adjacent to the king, since
// these may have been disclosed.
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
		occ = d.occ // it may have captured a man on x that closed the line from its origin
	}
	for from := chess.Attacks(man, x, d.occ) &^ d.occ; from != 0; from &= from - 1 {
		if !chess.Attacks(man, from.First(), occ).Has(d.king) {
			return true
		}
	}
	return x.Row() == 0 && d.pawnOrigins(x)&^chess.PawnAttacks(chess.White, d.king) != 0
}

// pawnOrigins returns the empty squares from which a black pawn reaches x in one move.
func (d *diagram) pawnOrigins(x chess.Square) chess.Bitboard {
	return ((x + 8).BB() | chess.PawnAttacks(chess.White, x)) &^ d.occ
}
