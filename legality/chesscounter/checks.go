package chesscounter

import "chesscensus/chess"

// Rules 8 and 9 of ChessCounter (rules.go): can a last move have given these checks? The king in check is White's, and Black has moved.

// A black pawn that captures en passant goes from row4 to row3. The captured white pawn stood beside it on row4.
const row3, row4 = 2, 3

// explainsDoubleCheck reports whether some last move can have given the double check by two checkers: rule 8.
func (d *diagram) explainsDoubleCheck(checkers chess.Bitboard) bool {
	a, b := checkers.First(), checkers.Last()
	return d.enPassantOpens(checkers) || d.canDisclose(a, b) || d.canDisclose(b, a)
}

// enPassantOpens reports whether a capture en passant can have opened the lines of both
// checkers: the line of a rook or queen through the square that the black pawn has left, and
// the line of a bishop or queen through the square of the captured pawn. The first line is the
// king's file: a king on row4, where both pawns stood, would not meet the captured one on a diagonal.
func (d *diagram) enPassantOpens(checkers chess.Bitboard) bool {
	straight := checkers & chess.RookAttacks(d.king, d.occ)   // the checker along a row or file
	diagonal := checkers & chess.BishopAttacks(d.king, d.occ) // the other, along a diagonal
	if straight == 0 || diagonal == 0 {
		return false
	}
	if !d.whiteLostMan() || d.pawns[chess.White].Count() == 8 { // then no white pawn has been captured
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
		victim, start := pawn+8, pawn-8 // the captured pawn made a double step from start
		if d.pawns[chess.Black].Has(pawn) && !d.occ.Has(start) && gap.Has(victim) {
			return true
		}
	}
	return false
}

// canDisclose reports whether the checker on mover can have moved last, out of the line of the other checker.
func (d *diagram) canDisclose(mover, other chess.Square) bool {
	gap := chess.Between(d.king, other)
	return gap&d.origins(mover) != 0 && !d.isBacked(mover)
}

// origins returns the empty squares from which the checker on mover can have come. For a queen
// they are only those of promotions, since from any other origin on the line of the other
// checker the queen would have attacked the king already.
func (d *diagram) origins(mover chess.Square) (bb chess.Bitboard) {
	pawnCaptures := chess.Bitboard(0) // origins of captures by a pawn
	if d.whiteLostMan() {
		pawnCaptures = chess.PawnAttacks(chess.White, mover)
	}
	switch role := d.b.RoleAt(mover); role {
	case chess.Knight, chess.Bishop, chess.Rook:
		bb = chess.Attacks(chess.NewPiece(chess.Black, role), mover, d.occ)
	case chess.Pawn:
		bb = pawnCaptures // a step to a square diagonally next to the king begins on no line of the king
	}
	if mover.Row() == 0 && d.pawns[chess.Black].Count() <= 7 { // promoted from a square where the pawn did not attack the king
		bb |= ((mover + 8).BB() | pawnCaptures) &^ chess.PawnAttacks(chess.White, d.king)
	}
	return bb &^ d.occ
}

// isBacked reports whether a man behind the checker on mover, on the line of its check, would
// attack the king if the checker were not there. As mended ([Rule.Mended]), it reports true only if White
// has all men, since otherwise the checker may have captured a man that closed the line.
func (d *diagram) isBacked(mover chess.Square) bool {
	if d.opt.Mended && d.whiteLostMan() {
		return false
	}
	line := chess.Line(mover, d.king)
	var backers chess.Bitboard // men that move along the line
	var nearest chess.Bitboard // squares up to the nearest men in all directions
	switch queens := d.b.Of(chess.Queen); {
	case (d.b.Of(chess.Rook) | queens).Has(mover) && chess.RookAttacks(mover, 0).Has(d.king):
		nearest, backers = chess.RookAttacks(mover, d.occ), d.b.Of(chess.Rook)|queens
	case (d.b.Of(chess.Bishop) | queens).Has(mover) && chess.BishopAttacks(mover, 0).Has(d.king):
		nearest, backers = chess.BishopAttacks(mover, d.occ), d.b.Of(chess.Bishop)|queens
	}
	return line&nearest&backers&d.b.Colored(chess.Black) != 0
}

// explainsCheck reports whether some last move can have given the check by the man on a square: rule 9. It accepts all checks along a
// line from squares that are not adjacent to the king, since these may have been disclosed. As mended, it also counts last moves with
// which the checker captured, on the square where it stands, a man that closed its line to the king.
func (d *diagram) explainsCheck(checker chess.Square) bool {
	role := d.b.RoleAt(checker)
	if role == chess.Pawn {
		// From row 7 it has never moved, and a pawn's check is never disclosed.
		return checker.Row() != 6 && d.pawnOrigins(checker) != 0
	}
	if role != chess.Knight && !chess.KingAttacks(d.king).Has(checker) {
		return true // it may have been disclosed
	}
	man := chess.NewPiece(chess.Black, role)
	before := d.occ &^ checker.BB() // the squares occupied before the move, but for the origin, that the man looks through
	if d.opt.Mended && d.whiteLostMan() {
		before = d.occ // it may have captured a man here
	}
	for from := chess.Attacks(man, checker, d.occ) &^ d.occ; from != 0; from &= from - 1 {
		if !chess.Attacks(man, from.First(), before).Has(d.king) {
			return true
		}
	}
	return checker.Row() == 0 && d.pawnOrigins(checker)&^chess.PawnAttacks(chess.White, d.king) != 0
}

// pawnOrigins returns the empty squares from which a black pawn comes to a square by a single step or a capture, even if White
// has all men. A double step adds nothing to whether there are any, since it crosses the origin of the single step.
func (d *diagram) pawnOrigins(to chess.Square) chess.Bitboard {
	return ((to + 8).BB() | chess.PawnAttacks(chess.White, to)) &^ d.occ
}
