package retract

import (
	"chesscensus/chess"
	"chesscensus/legality/proofgame/internal/base"
)

// How much of a setup is shut in.

// What counts in the measure of men shut in.
const (
	shutMan    = 12 // a man, besides its way out
	shutSource = 8
	roomWanted = 3 // moves that a man should have, where crowds count
)

// shut measures how much is shut in: for every man behind pawns the cheapest way out, and
// something for men without free squares if crowds count.
func (x *Retractor) shut(s *chess.Setup) (total int32) { return x.shutIn(s, true) }

// shutIn returns the same as shut if priceExits is set. Otherwise it leaves out the ways out of men, at a third of the cost in time.
func (x *Retractor) shutIn(s *chess.Setup, priceExits bool) (total int32) {
	b := &s.Board
	pawns, occ := b.Of(chess.Pawn), b.Occupied()
	stuck := jammed(b, pawns)
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
				if x.crowds {
					free := chess.Attacks(chess.NewPiece(c, role), sq, occ) &^ occ
					total += int32(max(0, roomWanted-free.Count()))
				}
				walls := walls | stuck&^sq.BB()
				reach := chess.Flood(role, sq.BB(), walls)
				if !base.Small(role, reach) || (initial.Pieces(c, role)&reach).Count() >= (men&reach).Count() {
					continue
				}
				if total += shutMan; priceExits {
					total += cheapestExit(b, role, sq, walls, attacked)
				}
			}
		}
	}
	for _, src := range x.sources {
		if reach := chess.Flood(src.role, src.sq.BB(), pawns); base.Small(src.role, reach) {
			total += shutSource + cheapestExit(b, src.role, src.sq, pawns|stuck&^src.sq.BB(), 0)
		}
	}
	return total
}

// jammed returns the officers that no move can free but one of a pawn: the largest set of
// men each of which has only walls and men of the set around it.
func jammed(b *chess.Board, walls chess.Bitboard) chess.Bitboard {
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
