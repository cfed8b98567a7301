package retract

import (
	"slices"

	"chesscensus/chess"
	"chesscensus/legality/proofgame/internal/base"
)

// A man that must have been promoted makes kernels hard to find: a kernel says which pawn it was, and which captures brought that pawn
// to its last row. With few men on the board and many captures to choose from, the search for one often ends without an answer.
// Backwards there is less to choose: the man goes to its last row, becomes a pawn there, and gives men back on its way to its file. In
// the end no kind has more officers than at the start.

// demoteEach is the weight of a man that must have been promoted, in addition to its way to the last row. It was chosen by hand.
const demoteEach = 12

// surplusOfficers returns all officers of the kinds of which a color has more than can be those of the start. It calls visit, if not
// nil, with the officers of such a kind and the number of them that must have been promoted. If no bishop stands at home, though two pawns
// that have not moved shut that square in, the bishop of the start was captured there: all on squares of that color were promoted.
func surplusOfficers(b *chess.Board, visit func(c chess.Color, men chess.Bitboard, excess int)) (all chess.Bitboard) {
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
				if visit != nil {
					visit(c, men, excess)
				}
			}
		}
	}
	return all
}

// demotionCost returns the sum, over the men that must have been promoted, of demoteEach and the way to where each becomes a pawn. It
// takes the nearest men of each kind.
func (w *wayFinder) demotionCost() (total int32) {
	var ways []int32
	surplusOfficers(w.board, func(c chess.Color, men chess.Bitboard, excess int) {
		ways = ways[:0]
		for bb := men; bb != 0; bb &= bb - 1 {
			ways = append(ways, w.officerWay(bb.First(), c, true))
		}
		slices.Sort(ways)
		for _, way := range ways[:excess] {
			total += demoteEach + way
		}
	})
	return total
}
