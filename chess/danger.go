package chess

import "math/bits"

// Checks, pins and the squares that a king may step on. The generator and the counter of moves compute these first.

// first is like Bitboard.First for sets that are not empty. The mask saves bounds checks.
func (bb Bitboard) first() Square { return Square(bits.TrailingZeros64(uint64(bb))) & 63 }

// kingLines returns the men that give check to the king of color us on k, and the men of that color that are pinned to it. A pinned
// man may move only on the line through the king; if there is a check, not at all.
func (b *Board) kingLines(k Square, us Color) (checkers, pinned Bitboard) {
	own, enemy, queens := b.bb[us&1], b.bb[us&1^1], b.bb[Queen+1]
	occ := own | enemy
	k &= 63
	checkers = enemy & (pawnAttacks[us&1][k]&b.bb[Pawn+1] | knightAttacks[k]&b.bb[Knight+1])
	snipers := enemy & (rookRays[k]&(b.bb[Rook+1]|queens) | bishopRays[k]&(b.bb[Bishop+1]|queens))
	ray := &between[k]
	for ; snipers != 0; snipers &= snipers - 1 {
		if men := ray[snipers.first()] & occ; men == 0 {
			checkers |= snipers & -snipers
		} else if men&(men-1) == 0 {
			pinned |= men
		}
	}
	return checkers, pinned & own
}

// kingTargets returns the squares that the king of color us on k may step on.
func (b *Board) kingTargets(k Square, us Color) Bitboard {
	own, enemy := b.bb[us&1], b.bb[us&1^1]
	targets := kingAttacks[k&63] &^ own
	if targets == 0 {
		return 0
	}
	targets &^= AllPawnAttacks(us^1, enemy&b.bb[Pawn+1]) | kingAttacks[(enemy&b.bb[King+1]).first()]
	for n := enemy & b.bb[Knight+1]; n != 0; n &= n - 1 {
		targets &^= knightAttacks[n.first()]
	}
	occ := (own | enemy) &^ k.BB() // a slider attacks the squares behind the king, too
	rq := enemy & (b.bb[Rook+1] | b.bb[Queen+1])
	bq := enemy & (b.bb[Bishop+1] | b.bb[Queen+1])
	for t := targets; t != 0; t &= t - 1 {
		if sq := t.first(); rookRays[sq]&rq != 0 && RookAttacks(sq, occ)&rq != 0 ||
			bishopRays[sq]&bq != 0 && BishopAttacks(sq, occ)&bq != 0 {
			targets &^= t & -t
		}
	}
	return targets
}

// castlings returns the squares that the king of color us reaches by castling. It must not be in check; steps are its kingTargets.
func (s *Setup) castlings(us Color, steps Bitboard) (to Bitboard) {
	b := &s.Board
	occ := b.Occupied()
	home := A1.For(us)                     // added to a square of row 1, it gives the same of the back row of us
	rights := s.Castling >> (2 * (us & 1)) // as if us were White
	if rights&WhiteKingside != 0 && occ&(0x60<<home) == 0 && steps.Has(F1+home) &&
		b.Attackers(G1+home, us^1, occ) == 0 {
		to |= (G1 + home).BB()
	}
	if rights&WhiteQueenside != 0 && occ&(0x0e<<home) == 0 && steps.Has(D1+home) &&
		b.Attackers(C1+home, us^1, occ) == 0 {
		to |= (C1 + home).BB()
	}
	return to
}

// epCapturers returns the pawns that can capture on s.EP without leaving their own king in check. The square must have passed
// epViolation, and there must be one king a side.
func (s *Setup) epCapturers() (bb Bitboard) {
	us, them := s.Turn, s.Turn.Other()
	b := &s.Board
	pawn := (s.EP ^ 8).BB() // the pawn that made the double step
	king := b.King(us)
	for c := pawnAttacks[them&1][s.EP&63] & b.Pieces(us, Pawn); c != 0; c &= c - 1 {
		from := c & -c
		occ := b.Occupied() ^ from ^ s.EP.BB() ^ pawn
		if b.Attackers(king, them, occ)&^pawn == 0 {
			bb |= from
		}
	}
	return bb
}
