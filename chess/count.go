package chess

import "math/bits"

// Counting moves without making a list. All men of a kind are moved at once.

// CountMoves returns the number of legal moves, the length of what
// [Position.Moves] appends. It makes no list; it costs about 50 ns.
func (p *Position) CountMoves() int {
	b := &p.s.Board
	us := p.s.Turn & 1
	own, enemy := b.bb[us], b.bb[us^1]
	occ := own | enemy
	k := (own & b.bb[King+1]).first()
	checkers, pinned := b.kingLines(k, us)
	steps := b.kingTargets(k, us)
	n := steps.Count()
	target := ^own
	if checkers != 0 {
		if checkers.Many() {
			return n
		}
		target = between[k][checkers.first()] | checkers
	} else {
		if p.s.Castling.Of(us) != 0 {
			n += p.s.castlings(us, steps).Count()
		}
		if pinned != 0 {
			n += p.countPinned(k, pinned)
		}
	}
	free := own &^ pinned
	n += countPawns(us, free&b.bb[Pawn+1], occ, enemy, target)
	for m := free & b.bb[Knight+1]; m != 0; m &= m - 1 {
		n += (knightAttacks[m.first()] & target).Count()
	}
	queens := b.bb[Queen+1]
	n += countRookMoves(free&(b.bb[Rook+1]|queens), ^occ, target)
	n += countBishopMoves(free&(b.bb[Bishop+1]|queens), ^occ, target)
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

// pawnSteps returns the squares reached by pawns of color us with a single step,
// attacked towards the a-file and towards the h-file, and reached by a double
// step. There must be no pawns on the rows 1 and 8.
func pawnSteps(us Color, pawns, occ Bitboard) (up, left, right, double Bitboard) {
	d := 8 * us.Forward()
	up = pawns.rotate(d) &^ occ
	left = (pawns &^ FileA).rotate(d - 1)
	right = (pawns &^ FileH).rotate(d + 1)
	double = (up & (Row1 << (16 + 24*(us&1)))).rotate(d) &^ occ
	return up, left, right, double
}

// rotate moves every square of the set by n; the board has no edges.
func (bb Bitboard) rotate(n int) Bitboard { return Bitboard(bits.RotateLeft64(uint64(bb), n)) }

// countPinned counts the moves of men pinned to the king on k. There must be no
// check.
func (p *Position) countPinned(k Square, pinned Bitboard) (n int) {
	b := &p.s.Board
	us := p.s.Turn & 1
	own, enemy := b.bb[us], b.bb[us^1]
	for pinned &^= b.bb[Knight+1]; pinned != 0; pinned &= pinned - 1 {
		sq := pinned.first()
		target := line[k&63][sq] &^ own
		if man := pinned & -pinned; man&b.bb[Pawn+1] != 0 {
			n += countPawns(us, man, own|enemy, enemy, target)
			continue
		}
		n += (b.officerAttacks(sq, own|enemy) & target).Count()
	}
	return n
}

// officerAttacks returns the squares attacked by the bishop, rook or queen on sq.
func (b *Board) officerAttacks(sq Square, occ Bitboard) (bb Bitboard) {
	if (b.bb[Bishop+1] | b.bb[Queen+1]).Has(sq) {
		bb = BishopAttacks(sq, occ)
	}
	if (b.bb[Rook+1] | b.bb[Queen+1]).Has(sq) {
		bb |= RookAttacks(sq, occ)
	}
	return bb
}

// countRookMoves counts the moves of all rooks onto target squares, given the
// empty squares. In one direction no square can be reached by two of them, since
// the nearer one blocks the other; so the attacks of all are found at once, and
// the moves are the sum over the four directions.
//
// To the east, subtracting each rook, moved one on, from the occupied squares
// flips exactly the squares up to the next man; the h-file ends the borrow. The
// other directions fill empty squares by steps of 1, 2 and 4.
func countRookMoves(rooks, empty, target Bitboard) int {
	wall := ^empty | FileH
	east := (wall - (rooks&^FileH)<<1) ^ wall

	g, e := rooks, empty&^FileH
	g |= g >> 1 & e
	e &= e >> 1
	g |= g >> 2 & e
	e &= e >> 2
	g |= g >> 4 & e
	west := g >> 1 &^ FileH

	g, e = rooks, empty
	g |= g << 8 & e
	e &= e << 8
	g |= g << 16 & e
	e &= e << 16
	g |= g << 32 & e
	north := g << 8

	g, e = rooks, empty
	g |= g >> 8 & e
	e &= e >> 8
	g |= g >> 16 & e
	e &= e >> 16
	g |= g >> 32 & e
	south := g >> 8

	return (east & target).Count() + (west & target).Count() +
		(north & target).Count() + (south & target).Count()
}

// countBishopMoves is like countRookMoves for bishops.
func countBishopMoves(bishops, empty, target Bitboard) int {
	g, e := bishops, empty&^FileA
	g |= g << 9 & e
	e &= e << 9
	g |= g << 18 & e
	e &= e << 18
	g |= g << 36 & e
	northeast := g << 9 &^ FileA

	g, e = bishops, empty&^FileA
	g |= g >> 7 & e
	e &= e >> 7
	g |= g >> 14 & e
	e &= e >> 14
	g |= g >> 28 & e
	southeast := g >> 7 &^ FileA

	g, e = bishops, empty&^FileH
	g |= g << 7 & e
	e &= e << 7
	g |= g << 14 & e
	e &= e << 14
	g |= g << 28 & e
	northwest := g << 7 &^ FileH

	g, e = bishops, empty&^FileH
	g |= g >> 9 & e
	e &= e >> 9
	g |= g >> 18 & e
	e &= e >> 18
	g |= g >> 36 & e
	southwest := g >> 9 &^ FileH

	return (northeast & target).Count() + (southeast & target).Count() +
		(northwest & target).Count() + (southwest & target).Count()
}
