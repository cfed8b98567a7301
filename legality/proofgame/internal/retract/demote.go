package retract

import (
	"slices"

	"chesscensus/chess"
	"chesscensus/legality/proofgame/internal/base"
)

// Men that must have been promoted. A kernel says which pawns they were, and which captures brought them to their last row. With few men on
// the board and many captures to choose from, a kernel takes a search of its own, which often ends without an answer. Backwards there is less to
// choose: the man goes to its last row, becomes a pawn there, and gives men back on its way to its file. Then no kind has more officers than
// at the start.

// demoteEach is the weight of a man that must have been promoted, besides its way to the last row.
const demoteEach = 12

// surplus returns all officers of the kinds of which a color has more than can be those of the start. It calls each, if that is not nil, with the
// officers of such a kind and the number that must have been promoted. If the home of a bishop is empty behind two pawns that have not
// moved, it was taken there, so that no bishop of its color of squares is one of the start.
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

// demotions returns the sum, over the men that must have been promoted, of demoteEach and the way to where each becomes a pawn. Of each kind it
// takes the men that are nearest.
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
