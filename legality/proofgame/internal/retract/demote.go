package retract

import (
	"slices"

	"chesscensus/chess"
	"chesscensus/legality/proofgame/internal/base"
)

// Men that must have been promoted. A kernel says which pawns they were, and which captures brought them to their last row. With few men on
// the board and many captures to choose from that is a search of its own, which often ends without an answer. Backwards it is a walk: the
// man goes to its last row, becomes a pawn there, and goes back where it gives men back. What is left has as many officers as the start.

// demoteEach is what a man counts that must have been promoted, besides its way to the last row.
const demoteEach = 12

// surplus returns the officers of which there are more than can have been there from the start, all of such a kind, and calls each with how
// many of them were promoted. A bishop that is not at home, with both pawns before it at home, has fallen there.
func surplus(b *chess.Board, each func(c chess.Color, men chess.Bitboard, excess int)) (all chess.Bitboard) {
	for c := chess.White; c <= chess.Black; c++ {
		pawns := b.Pieces(c, chess.Pawn)
		for k := range base.Kinds {
			men, home := k.Of(b, c), k.Of(&initial, c)
			excess := men.Count() - home.Count()
			if k.Role() == chess.Bishop && men&home == 0 && chess.PawnAttacks(c, home.First())&^pawns == 0 {
				excess++
			}
			if excess > 0 && men != 0 {
				all |= men
				if each != nil {
					each(c, men, excess)
				}
			}
		}
	}
	return all
}

// demotions returns how far the men are from being pawns again that must have been promoted, of each kind those that are nearest.
func (z *wayFinder) demotions() (total int32) {
	var ways []int32
	surplus(z.b, func(c chess.Color, men chess.Bitboard, excess int) {
		ways = ways[:0]
		for bb := men; bb != 0; bb &= bb - 1 {
			ways = append(ways, z.officerWay(bb.First(), c, true))
		}
		slices.Sort(ways)
		for _, way := range ways[:excess] {
			total += demoteEach + way
		}
	})
	return total
}
