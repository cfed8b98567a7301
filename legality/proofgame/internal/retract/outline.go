package retract

import (
	"chesscensus/chess"
	"chesscensus/legality/proofgame/internal/base"
)

// An outline is a setup without the officers that are free, which are only counted: their squares matter little.
type outline struct {
	setup   chess.Setup         // without free officers, and without kings that have room
	freeMen [2][base.Kinds]int8 // free officers by color and kind
}

// inWayMen is the largest number of men of a goal for which officers in the way of others are kept in outlines.
const inWayMen = 26

// outlineOf returns the outline of a setup. It keeps the men of keepAlways. With keepKingNeighbors it keeps officers beside a king: one
// may stand between the king and a check. With keepInWay it keeps officers one step from a man that is not free. In
//
//	8/1p2p2p/8/1q6/7P/P1PP1PPR/P1PkpKpp/BQbrnRnr b - -
//
// the black queen may have come from b2 or b3, and has free squares on both; but the bishop on c1 can go back over b2 only.
func outlineOf(s chess.Setup, keepKingNeighbors, keepInWay bool, keepAlways chess.Bitboard) (o outline) {
	b := s.Board
	occ := b.Occupied()
	keep := keepAlways
	if keepKingNeighbors {
		keep |= chess.KingAttacks(b.King(chess.White)) | chess.KingAttacks(b.King(chess.Black))
	}
	o.setup = s
	var freeMen, exits chess.Bitboard // officers that are free, and squares one step from men that are not
	for c := chess.White; c <= chess.Black; c++ {
		for bb := b.Pieces(c, chess.Pawn); bb != 0; bb &= bb - 1 {
			exits |= bb.First().Ahead(c.Other()).BB()
		}
		if king := b.King(c); (chess.KingAttacks(king) &^ occ).Count() >= 2*roomForKing-1 {
			o.setup.Board.Put(king, chess.NoPiece)
		} else {
			exits |= chess.KingAttacks(king)
		}
		for role := chess.Knight; role <= chess.Queen; role++ {
			for bb := b.Pieces(c, role); bb != 0; bb &= bb - 1 {
				sq := bb.First()
				if !keep.Has(sq) && (chess.Attacks(chess.NewPiece(c, role), sq, occ)&^occ).Count() >= roomForMan {
					freeMen |= sq.BB()
				} else {
					exits |= chess.Steps(role, sq.BB())
				}
			}
		}
	}
	if keepInWay {
		freeMen &^= exits
	}
	for c := chess.White; c <= chess.Black; c++ {
		for bb := freeMen & b.Colored(c); bb != 0; bb &= bb - 1 {
			sq := bb.First()
			o.freeMen[c][base.KindOf(b.At(sq).Role(), sq)]++
			o.setup.Board.Put(sq, chess.NoPiece)
		}
	}
	return o
}

// hash returns a hash of an outline.
func (o *outline) hash() uint64 {
	h := base.Hash(&o.setup)
	for _, free := range o.freeMen {
		for _, n := range free {
			h = base.Mix(h + uint64(n))
		}
	}
	return h
}
