package retract

import (
	"chesscensus/chess"
	"chesscensus/legality/proofgame/internal/base"
)

// shutMan is what a man that is shut in counts in the measure.
const shutMan = 12

// shutIn returns the men behind pawns: those in a cage that has more men of their kind than it had at the start.
func shutIn(s *chess.Setup) (shut chess.Bitboard) {
	b := &s.Board
	pawns := b.Of(chess.Pawn)
	stuck := jammed(b, pawns)
	for c := chess.White; c <= chess.Black; c++ {
		them := c.Other()
		for role := chess.Knight; role <= chess.King; role++ {
			walls := pawns
			if role == chess.King {
				walls |= chess.AllPawnAttacks(them, b.Pieces(them, chess.Pawn))
			}
			men := b.Pieces(c, role)
			for bb := men; bb != 0; bb &= bb - 1 {
				sq := bb.First()
				reach := chess.Flood(role, sq.BB(), walls|stuck&^sq.BB())
				if base.Small(role, reach) && (initial.Pieces(c, role)&reach).Count() < (men&reach).Count() {
					shut |= sq.BB()
				}
			}
		}
	}
	return shut
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

// initial is where the men stand at the start.
var initial = chess.InitialSetup().Board
