package chess

import "math/bits"

// Checks, pins and the squares that a king may step on. The generator and the counter of moves compute these first.
//
// In Board.bb the sets of White and Black have the indices 0 and 1, that of role r has index r+1. The masks &1 of a color and &63 of
// a square change no valid value: with them the compiler leaves out bounds checks.

// lowest returns the lowest square of a set that is not empty, as First does. For the empty set it returns A1.
func (bb Bitboard) lowest() Square { return Square(bits.TrailingZeros64(uint64(bb))) & 63 }

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
		if men := ray[snipers.lowest()] & occ; men == 0 {
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
	targets &^= AllPawnAttacks(us^1, enemy&b.bb[Pawn+1]) | kingAttacks[(enemy&b.bb[King+1]).lowest()]
	for knights := enemy & b.bb[Knight+1]; knights != 0; knights &= knights - 1 {
		targets &^= knightAttacks[knights.lowest()]
	}
	occ := (own | enemy) &^ k.BB() // a slider attacks the squares behind the king, too
	straight := enemy & (b.bb[Rook+1] | b.bb[Queen+1])
	diagonal := enemy & (b.bb[Bishop+1] | b.bb[Queen+1])
	for rest := targets; rest != 0; rest &= rest - 1 {
		sq := rest.lowest()
		if rookRays[sq]&straight != 0 && RookAttacks(sq, occ)&straight != 0 ||
			bishopRays[sq]&diagonal != 0 && BishopAttacks(sq, occ)&diagonal != 0 {
			targets &^= rest & -rest
		}
	}
	return targets
}

// Squares between White's king and rooks, which have to be empty for castling.
const (
	kingsideGap  Bitboard = 1<<F1 | 1<<G1
	queensideGap Bitboard = 1<<B1 | 1<<C1 | 1<<D1
)

// castlings returns the squares that the king of color us reaches by castling. It must not be in check; steps are its kingTargets.
func (s *Setup) castlings(us Color, steps Bitboard) (to Bitboard) {
	b := &s.Board
	occ := b.Occupied()
	toBackRow := A1.For(us)                // A1 (0) for White, A8 for Black: moves a square of row 1 to the back row of us
	rights := s.Castling >> (2 * (us & 1)) // as if us were White
	if rights&WhiteKingside != 0 && occ&(kingsideGap<<toBackRow) == 0 && steps.Has(F1+toBackRow) &&
		b.Attackers(G1+toBackRow, us^1, occ) == 0 {
		to |= (G1 + toBackRow).BB()
	}
	if rights&WhiteQueenside != 0 && occ&(queensideGap<<toBackRow) == 0 && steps.Has(D1+toBackRow) &&
		b.Attackers(C1+toBackRow, us^1, occ) == 0 {
		to |= (C1 + toBackRow).BB()
	}
	return to
}

// epCapturers returns the pawns that can capture on s.EP without leaving their own king in check. The square must be possible
// (epViolation returns 0), and there must be one king a side.
func (s *Setup) epCapturers() (bb Bitboard) {
	us, them := s.Turn, s.Turn.Other()
	b := &s.Board
	pawn := (s.EP ^ 8).BB() // the pawn that made the double step
	king := b.King(us)
	for capturers := pawnAttacks[them&1][s.EP&63] & b.Pieces(us, Pawn); capturers != 0; capturers &= capturers - 1 {
		from := capturers & -capturers
		occ := b.Occupied() ^ from ^ s.EP.BB() ^ pawn
		if b.Attackers(king, them, occ)&^pawn == 0 {
			bb |= from
		}
	}
	return bb
}
