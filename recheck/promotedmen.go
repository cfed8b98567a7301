package recheck

import (
	"cmp"

	"chesscensus/recheck/internal/board"
)

// # PromotedMen
//
// A kind is a side and role, bishops by the color of their squares. Go back from S by the changes of theorem TrappedMan; unmoved men stay.
// Of a kind let
//
//   - h be the number of men that come to no square where a man of the kind began, or where castling puts it;
//   - l be the number of men that come to no square of the last row;
//   - m be the number that S shows beyond those that began.
//
// S is illegal if l is more than began. It is illegal if the sum of max(h, m) over the kinds of a side, and its pawns, are together more
// than eight.
//
// Proof. A man entered the game at home, or by a promotion on the last row. The h men were promoted. So were at least m of the kind. They
// were different pawns of the eight, none of those of S. The l men were not promoted: they began.
//
// In the example no rook comes from a3 back to the first row: White's pawns close every file, with b3 or b2. So it was promoted, though
// White shows eight pawns.
//
//	illegal  rnbqkbnr/pppppppp/8/8/8/RP6/P1PPPPPP/1NBQKBNR w Kkq -
//	legal    rnbqkbnr/pppppppp/8/8/P7/R7/1PPPPPPP/1NBQKBNR w Kkq -
//	game     1. a4 Nc6 2. Ra3 Nb8

// promotedMen confirms that too many men of a side must have been promoted, or that more men of a kind than began cannot have been.
func promotedMen(q *question) error {
	unmoved := unmovedMen(&q.setup)
	for _, black := range sides {
		pawnsAndPromoted, last := q.setup.Count(board.Man('P', black)), board.RowSet(board.HomeRow(!black))
		for _, kind := range []struct {
			role    byte
			squares set
		}{{'N', ^set(0)}, {'B', board.DarkSet}, {'B', ^board.DarkSet}, {'R', ^set(0)}, {'Q', ^set(0)}} {
			men := q.setup.SquaresWith(board.Man(kind.role, black)) & kind.squares
			surelyPromoted, surelyNotPromoted := 0, 0
			for _, sq := range board.Squares(men) {
				if q.neverComesTo(sq, board.Origins(kind.role, black)&^last, unmoved, mostPawns) {
					surelyPromoted++
				}
				if q.neverComesTo(sq, last, unmoved, mostPawns) {
					surelyNotPromoted++
				}
			}
			began := board.Size(board.Homes(kind.role, black) & kind.squares)
			if surelyNotPromoted > began {
				return nil
			}
			pawnsAndPromoted += max(surelyPromoted, board.Size(men)-began)
		}
		if pawnsAndPromoted > 8 {
			return nil
		}
	}
	return cmp.Or(q.meter.err, wrong("no more men were promoted, or were not, than can have been"))
}
