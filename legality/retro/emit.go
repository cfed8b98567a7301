package retro

import "chesscensus/chess"

// The functions of this file complete an unmove that has only squares and role: with all
// victims, rights and en passant histories.

// appendMoves appends the unmove u without a capture, with every capture, or both, as the last arguments allow.
func (g *generator) appendMoves(u Unmove, withoutCapture, withCapture bool) {
	lost := g.rightsLostByMove(u)
	if withoutCapture {
		kind := forceful
		if u.Role() != chess.Pawn {
			kind = quiet
		}
		g.appendRights(u, lost, kind)
	}
	if !withCapture || g.kinds == quiet {
		return
	}
	victims := g.victims
	if u.To().BB()&(chess.Row1|chess.Row8) != 0 {
		victims &^= 1 << chess.Pawn
	}
	for r := chess.Pawn; r <= chess.Queen; r++ {
		if victims>>r&1 != 0 {
			lost := lost
			if r == chess.Rook {
				lost |= g.rightsLostByCapture(u.To())
			}
			g.appendRights(u|Unmove(r)<<captureShift, lost, forceful)
		}
	}
}

// rightsLostByMove returns the rights that the side that moved can have lost by its move other
// than castling: king and rook were at home before it.
func (g *generator) rightsLostByMove(u Unmove) (lost chess.Castling) {
	home := chess.E1.For(g.them)
	b := &g.s.Board
	rooks := b.Pieces(g.them, chess.Rook)
	switch u.Role() {
	case chess.King:
		if u.From() == home {
			lost = rightsAt(g.them, rooks)
		}
	case chess.Rook:
		if b.King(g.them) == home {
			lost = rightsAt(g.them, u.From().BB())
		}
	}
	return lost
}

// rightsLostByCapture returns the right that us can have lost by the capture of a rook on the square.
func (g *generator) rightsLostByCapture(to chess.Square) chess.Castling {
	if g.king != chess.E1.For(g.us) {
		return 0
	}
	return rightsAt(g.us, to.BB())
}

// rightsAt returns the rights of color c to castle with rooks on the given squares.
func rightsAt(c chess.Color, rooks chess.Bitboard) (r chess.Castling) {
	if rooks.Has(chess.H1.For(c)) {
		r |= chess.Rights(c, true)
	}
	if rooks.Has(chess.A1.For(c)) {
		r |= chess.Rights(c, false)
	}
	return r
}

// appendCastling appends the castling u by the given right, with and without the right to
// castle with a rook that is still in the other corner.
func (g *generator) appendCastling(u Unmove, right chess.Castling) {
	other := rightsAt(g.them, g.s.Board.Pieces(g.them, chess.Rook)) &^ right
	g.appendRights(u|Unmove(right)<<rightsShift, other, forceful)
}

// appendRights appends u with every possible set of rights before: those of now, those in u, and any subset of the
// lost ones. An unmove with lost rights is forceful; without them it is of the given kind.
func (g *generator) appendRights(u Unmove, lost chess.Castling, kind kinds) {
	u |= Unmove(g.s.Castling) << rightsShift
	g.add(u, kind)
	for sub := -lost & lost; sub != 0; sub = (sub - lost) & lost { // all nonempty subsets
		g.add(u|Unmove(sub)<<rightsShift, forceful)
	}
}

// add appends u if its kind is wanted, and its histories if they are.
func (g *generator) add(u Unmove, kind kinds) {
	if g.kinds&kind != 0 {
		g.dst = append(g.dst, u)
	}
	if g.kinds&histories != 0 && u.EP() == chess.NoSquare {
		g.appendHistories(u)
	}
}

// appendHistories appends u with every en passant square that the setup before can have had:
// squares over which us can just have made a double step, and where a capture was legal.
func (g *generator) appendHistories(u Unmove) {
	usPawns := g.s.Board.Pieces(g.us, chess.Pawn)
	pawns := g.s.Board.Pieces(g.them, chess.Pawn) &^ u.To().BB()
	occ := g.occ&^u.To().BB() | u.From().BB()
	if v := u.Captured(); v != chess.NoRole {
		occ |= u.To().BB()
		if v == chess.Pawn {
			usPawns |= u.To().BB()
		}
	}
	if u.Role() == chess.Pawn {
		pawns |= u.From().BB()
	}
	if u.Castles() { // king and rook are on the first or last row, which does not matter below
		occ = g.occ
	}
	// The empty squares that a pawn of us can have passed over, with a pawn of them beside it.
	var passed chess.Bitboard
	if beside := (pawns&^chess.FileA)>>1 | (pawns&^chess.FileH)<<1; g.them == chess.White {
		passed = (usPawns & beside & chess.RowBB(4)) << 8 &^ occ &^ (occ >> 8)
	} else {
		passed = (usPawns & beside & chess.RowBB(3)) >> 8 &^ occ &^ (occ << 8)
	}
	if passed == 0 {
		return
	}
	before := Undo(g.s, u)
	for ; passed != 0; passed &= passed - 1 {
		before.EP = passed.First()
		if before.Canonical().EP != chess.NoSquare {
			g.dst = append(g.dst, u.withEP(before.EP))
		}
	}
}
