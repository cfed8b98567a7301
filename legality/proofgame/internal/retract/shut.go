package retract

import (
	"chesscensus/chess"
	"chesscensus/legality/proofgame/internal/base"
)

// Weights in the measure of men shut in.
const (
	shutMan    = 12 // of a man, in addition to its way out
	shutSource = 8  // of a promotion source that is a cage, in addition to the way out
	roomWanted = 3  // moves that a man should have, with countCrowds
)

// shutMeasure measures how much of a setup is shut in: men behind pawns, promotion sources, and with countCrowds the free squares that
// men lack. With priceExits it adds the cost of the cheapest way out of each man, which takes three times as long.
func (x *Retractor) shutMeasure(s *chess.Setup, priceExits bool) (total int32) {
	b := &s.Board
	pawns, occ := b.Of(chess.Pawn), b.Occupied()
	stuck := jammedOfficers(b, pawns)
	for c := chess.White; c <= chess.Black; c++ {
		them := c.Other()
		attacked := chess.AllPawnAttacks(them, b.Pieces(them, chess.Pawn))
		for role := chess.Knight; role <= chess.King; role++ {
			walls := pawns
			if role == chess.King {
				walls |= attacked
			}
			men := b.Pieces(c, role)
			for bb := men; bb != 0; bb &= bb - 1 {
				sq := bb.First()
				if x.countCrowds {
					free := chess.Attacks(chess.NewPiece(c, role), sq, occ) &^ occ
					total += int32(max(0, roomWanted-free.Count()))
				}
				walls := walls | stuck&^sq.BB()
				reach := chess.Flood(role, sq.BB(), walls)
				if !base.IsCage(role, reach) || (initial.Pieces(c, role)&reach).Count() >= (men&reach).Count() {
					continue
				}
				if total += shutMan; priceExits {
					total += cheapestExit(b, role, sq, walls, attacked)
				}
			}
		}
	}
	for _, source := range x.sources {
		if reach := chess.Flood(source.role, source.sq.BB(), pawns); base.IsCage(source.role, reach) {
			total += shutSource + cheapestExit(b, source.role, source.sq, pawns|stuck&^source.sq.BB(), 0)
		}
	}
	return total
}

// jammedOfficers returns the officers and kings that only a pawn's move can free: the largest set of men each of which has only walls
// and men of the set around it.
func jammedOfficers(b *chess.Board, walls chess.Bitboard) chess.Bitboard {
	set := b.Occupied() &^ b.Of(chess.Pawn)
	for {
		before := set
		for role := chess.Knight; role <= chess.King; role++ {
			for bb := set & b.Of(role); bb != 0; bb &= bb - 1 {
				if chess.Steps(role, bb&-bb)&^(walls|set) != 0 {
					set &^= bb & -bb
				}
			}
		}
		if set == before {
			return set
		}
	}
}

// initial is the board of the initial position.
var initial = chess.InitialSetup().Board
