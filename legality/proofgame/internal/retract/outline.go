package retract

import (
	"chesscensus/chess"
	"chesscensus/legality/proofgame/internal/base"
)

// An outline is a setup without the officers that are free, which are only counted: where they stand
// matters little.
type outline struct {
	setup chess.Setup
	free  [2][base.Kinds]int8
}

// inWayMen is the largest number of men of a goal for which officers in the way of others are looked at one by one.
const inWayMen = 26

// withoutFree returns the outline of a setup. Men of never are not free. With near set officers beside a king are not free: one may stand
// between the king and a check. With inWay set officers one step from a man that is not free are not free either: in
//
//	8/1p2p2p/8/1q6/7P/P1PP1PPR/P1PkpKpp/BQbrnRnr b - -
//
// the queen may have come from b2 or b3, and has free squares on both; but the bishop on c1 has no way back than over b2.
func withoutFree(s chess.Setup, near, inWay bool, never chess.Bitboard) (z outline) {
	b := s.Board
	occ := b.Occupied()
	kept := never
	if near {
		kept |= chess.KingAttacks(b.King(chess.White)) | chess.KingAttacks(b.King(chess.Black))
	}
	z.setup = s
	var free, exits chess.Bitboard // officers that are free, and squares one step from men that are not
	for c := chess.White; c <= chess.Black; c++ {
		for bb := b.Pieces(c, chess.Pawn); bb != 0; bb &= bb - 1 {
			exits |= bb.First().Ahead(c.Other()).BB()
		}
		if king := b.King(c); (chess.KingAttacks(king) &^ occ).Count() >= 2*roomForKing-1 {
			z.setup.Board.Put(king, chess.NoPiece)
		} else {
			exits |= chess.KingAttacks(king)
		}
		for role := chess.Knight; role <= chess.Queen; role++ {
			for bb := b.Pieces(c, role); bb != 0; bb &= bb - 1 {
				sq := bb.First()
				if !kept.Has(sq) && (chess.Attacks(chess.NewPiece(c, role), sq, occ)&^occ).Count() >= roomForMan {
					free |= sq.BB()
				} else {
					exits |= chess.Steps(role, sq.BB())
				}
			}
		}
	}
	if inWay {
		free &^= exits
	}
	for c := chess.White; c <= chess.Black; c++ {
		for bb := free & b.Colored(c); bb != 0; bb &= bb - 1 {
			sq := bb.First()
			z.free[c][base.KindOf(b.At(sq).Role(), sq)]++
			z.setup.Board.Put(sq, chess.NoPiece)
		}
	}
	return z
}

// hash returns a number for an outline.
func (z *outline) hash() uint64 {
	h := base.Hash(&z.setup)
	for _, free := range z.free {
		for _, n := range free {
			h = base.Mix(h + uint64(n))
		}
	}
	return h
}
