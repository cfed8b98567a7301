package retro

import "chesscensus/chess"

// From a pair of squares to all unmoves: victims, rights and en passant histories.

// emit appends the unmoves of one man, without a capture and with every capture, as
// the two last arguments allow.
func (g *generator) emit(u Unmove, still, take bool) {
	gain := g.gainMoved(u)
	if still {
		c := forceful
		if u.Role() != chess.Pawn {
			c = quiet
		}
		g.rights(u, gain, c)
	}
	if !take || g.class == quiet {
		return
	}
	victims := g.victims
	if u.To().BB()&(chess.Row1|chess.Row8) != 0 {
		victims &^= 1 << chess.Pawn
	}
	for r := chess.Pawn; r <= chess.Queen; r++ {
		if victims>>r&1 != 0 {
			gain := gain
			if r == chess.Rook {
				gain |= g.gainTaken(u.To())
			}
			g.rights(u|Unmove(r)<<takeShift, gain, forceful)
		}
	}
}

// gainMoved returns the rights that the side that moved can have lost by its move,
// castling excepted: king and rook were at home before it.
func (g *generator) gainMoved(u Unmove) (gain chess.Castling) {
	home := chess.E1.For(g.them)
	b := &g.s.Board
	rooks := b.Pieces(g.them, chess.Rook)
	switch u.Role() {
	case chess.King:
		if u.From() == home {
			gain = rightsAt(g.them, rooks)
		}
	case chess.Rook:
		if b.King(g.them) == home {
			gain = rightsAt(g.them, u.From().BB())
		}
	}
	return gain
}

// gainTaken returns the right that us has lost if a rook was captured on the square.
func (g *generator) gainTaken(to chess.Square) chess.Castling {
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

// emitCastling appends the castling u by the given right, with and without the right to
// castle with a rook that is still in the other corner.
func (g *generator) emitCastling(u Unmove, right chess.Castling) {
	other := rightsAt(g.them, g.s.Board.Pieces(g.them, chess.Rook)) &^ right
	g.rights(u|Unmove(right)<<rightsShift, other, forceful)
}

// rights appends u, which is of the class c, with every set of rights before: those of
// now, those that u holds, and any of the gain. With more rights it is forceful.
func (g *generator) rights(u Unmove, gain chess.Castling, c class) {
	u |= Unmove(g.s.Castling) << rightsShift
	g.append(u, c)
	for sub := -gain & gain; sub != 0; sub = (sub - gain) & gain {
		g.append(u|Unmove(sub)<<rightsShift, forceful)
	}
}

// append appends u if its class is asked for, and its histories if they are.
func (g *generator) append(u Unmove, c class) {
	if g.class&c != 0 {
		g.dst = append(g.dst, u)
	}
	if g.class&histories != 0 && u.EP() == chess.NoSquare {
		g.appendHistories(u)
	}
}

// appendHistories appends u with every en passant square that the setup before can have
// had: us had just made a double step, and a capture there was legal.
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
	if u.Castles() { // the rook was on no square that matters
		occ = g.occ
	}
	// The squares that us has passed over, with a pawn of them beside the pawn.
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
