package recheck

import (
	"cmp"

	"chesscensus/recheck/internal/board"
)

// # PromotedMen
//
// Of the men of a kind that S shows (bishops by the color of their squares) let h be those that by the changes of theorem TrappedMan,
// men that have never moved being held, come back to no square where a man of the kind began, or castling puts it, and let l be
// those that come back to no square of the last row. S is illegal if l is more than began; or if the sum over all kinds of a side of
// the larger of h and what S shows beyond those that began, with its pawns, is more than eight.
//
// Proof. A man entered the game at home or by a promotion, on the last row. Those of h were promoted, and so were as many of the kind as
// S shows beyond those that began: different pawns of the eight, none of those of S. Those of l were not: they began.
//
//	illegal  rnbqkbnr/pppppppp/8/8/8/RP6/P1PPPPPP/1NBQKBNR w Kkq -
//	legal    rnbqkbnr/pppppppp/8/8/P7/R7/1PPPPPPP/1NBQKBNR w Kkq -
//	game     1. a4 Nc6 2. Ra3 Nb8

// promotedMen confirms that too many men must have been promoted, or more of a kind cannot have been than began.
func promotedMen(q *question) error {
	held := still(&q.setup)
	for _, black := range sides {
		promoted, last := q.setup.Count(board.Man('P', black)), board.RowSet(board.HomeRow(!black))
		for _, kind := range []struct {
			role    byte
			squares set
		}{{'N', ^set(0)}, {'B', board.DarkSet}, {'B', ^board.DarkSet}, {'R', ^set(0)}, {'Q', ^set(0)}} {
			men, strangers, began := q.setup.Of(board.Man(kind.role, black))&kind.squares, 0, 0
			for _, sq := range board.Squares(men) {
				if q.shut(sq, board.Origins(kind.role, black)&^last, held, mostPawns) {
					strangers++
				}
				if q.shut(sq, last, held, mostPawns) {
					began++
				}
			}
			start := board.Size(board.Homes(kind.role, black) & kind.squares)
			if began > start {
				return nil
			}
			promoted += max(strangers, board.Size(men)-start)
		}
		if promoted > 8 {
			return nil
		}
	}
	return cmp.Or(q.meter.err, wrong("no more men were promoted, or were not, than can have been"))
}
