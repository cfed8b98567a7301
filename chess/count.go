package chess

import "math/bits"

// CountMoves returns the number of legal moves, which [Position.Moves] would append. It makes no list, and costs about 50 ns.
func (p *Position) CountMoves() int {
	b := &p.s.Board
	us := p.s.Turn & 1
	own, enemy := b.bb[us], b.bb[us^1]
	occ := own | enemy
	k := (own & b.bb[King+1]).lowest()
	checkers, pinned := b.kingLines(k, us)
	steps := b.kingTargets(k, us)
	n := steps.Count()
	target := ^own
	if checkers != 0 {
		if checkers.Many() {
			return n
		}
		target = between[k][checkers.lowest()] | checkers
		own &^= pinned
		pinned = 0
	} else if p.s.Castling.Of(us) != 0 {
		n += p.s.castlings(us, steps).Count()
	}
	pawns := own & b.bb[Pawn+1]
	n += countPawns(us, pawns&^pinned, occ, enemy, target)
	for men := pawns & pinned; men != 0; men &= men - 1 {
		n += countPawns(us, men&-men, occ, enemy, target&lines[k][men.lowest()])
	}
	for men := own & b.bb[Knight+1] &^ pinned; men != 0; men &= men - 1 {
		n += (knightAttacks[men.lowest()] & target).Count()
	}
	queens := b.bb[Queen+1]
	for men := own & (b.bb[Rook+1] | queens); men != 0; men &= men - 1 {
		sq := men.lowest()
		n += (RookAttacks(sq, occ) & target & pinLine(k, sq, pinned)).Count()
	}
	for men := own & (b.bb[Bishop+1] | queens); men != 0; men &= men - 1 {
		sq := men.lowest()
		n += (BishopAttacks(sq, occ) & target & pinLine(k, sq, pinned)).Count()
	}
	if p.s.EP != NoSquare {
		n += p.s.epCapturers().Count()
	}
	return n
}

// countPawns counts the moves of pawns onto target squares, without en passant.
func countPawns(us Color, pawns, occ, enemy, target Bitboard) int {
	up, left, right, double := pawnSteps(us, pawns, occ)
	up, double = up&target, double&target
	left, right = left&enemy&target, right&enemy&target
	n := up.Count() + double.Count() + left.Count() + right.Count()
	if promo := (up | left | right) & (Row1 | Row8); promo != 0 {
		n += 3 * ((up & promo).Count() + (left & promo).Count() + (right & promo).Count())
	}
	return n
}

// pawnSteps returns the squares reached by pawns of color us with a single step, attacked towards the a-file and towards the
// h-file, and reached by a double step. There must be no pawns on the rows 1 and 8.
func pawnSteps(us Color, pawns, occ Bitboard) (up, left, right, double Bitboard) {
	d := 8 * us.Forward()
	up = pawns.rotate(d) &^ occ
	left = (pawns &^ FileA).rotate(d - 1)
	right = (pawns &^ FileH).rotate(d + 1)
	double = (up & (Row1 << (16 + 24*(us&1)))).rotate(d) &^ occ
	return up, left, right, double
}

// rotate adds n to every square of the set, modulo 64.
func (bb Bitboard) rotate(n int) Bitboard { return Bitboard(bits.RotateLeft64(uint64(bb), n)) }
