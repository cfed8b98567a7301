package recheck

import "chesscensus/recheck/internal/board"

// # CagedBishop
//
// A square of the home row of a side is a cage if the one or two squares diagonally before it
// hold pawns of the side on their pawn row. No bishop of the side stands in a cage but on its
// home files c and f, and no bishop of the other side stands there if the square straight
// before it holds such a pawn too.
//
// Proof. A pawn on its pawn row has never moved: pawns do not go back. So nothing ever passed
// through these squares, and a bishop goes to and from the cage through them alone. One of
// the side itself began there. One of the other side was promoted there, by a step from the
// square straight before it, for captures come through the same two squares.
//
// It follows that a bishop of the other side in a cage was promoted, and that the bishop of a
// home square that is a cage and does not hold it was taken there.
//
//	illegal  rnbqk1nr/pppp1ppp/4p3/8/8/8/PPPPPPPP/RNBQKBbR w KQkq -
//	legal    rnbqk1nr/pppp1ppp/4p3/8/8/7P/PPPPPPP1/RNBQKBbR b KQkq -
//	game     1. h3 e6 2. Nc3 Bd6 3. Nb1 Bh2 4. Nc3 Bxg1 5. Nb1

// cagedBishop confirms that a bishop is where it can never have come.
func cagedBishop(q *question) error {
	for _, c := range sides {
		for file := range int8(8) {
			if !cage(&q.setup, c, file) {
				continue
			}
			switch man := q.setup.Men[board.At(file, board.HomeRow(c))]; {
			case man == board.Man('B', c) && file != 2 && file != 5,
				man == board.Man('B', !c) && atHome(&q.setup, c, file):
				return nil
			}
		}
	}
	return wrong("no bishop is where it can never have come")
}

// atHome reports whether the pawn of a side that begins on a file has not moved.
func atHome(s *board.Setup, black bool, file int8) bool {
	sq := board.At(file, board.HomeRow(black)+board.Ahead(black))
	return sq != board.None && s.Men[sq] == board.Man('P', black)
}

// cage reports whether the home row's square of a file is a cage.
func cage(s *board.Setup, black bool, file int8) bool {
	return (file == 0 || atHome(s, black, file-1)) && (file == 7 || atHome(s, black, file+1))
}

// bishopHome is the file of the home square of a side's bishop on light or dark squares.
func bishopHome(black bool, color int) int8 {
	if color == board.Side(black) {
		return 5
	}
	return 2
}
