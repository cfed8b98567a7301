package recheck

import "chesscensus/recheck/internal/board"

// # CagedBishop
//
// A square of the home row of a side is a cage if the one or two squares diagonally before it hold pawns of the side on their pawn row. No
// bishop of the side stands in a cage but on its home files c and f, and no bishop of the other side stands there if the square straight
// before it holds such a pawn too.
//
// Proof. A pawn on its pawn row has never moved: pawns do not go back. So nothing ever passed through these squares, and a bishop goes to
// and from the cage through them alone. One of the side itself began there. One of the other side was promoted there, by a step from the
// square straight before it, for captures come through the same two squares.
//
// It follows that a bishop of the other side in a cage was promoted, and that the bishop of a home square that is a cage and does not hold
// it was taken there.
//
//	illegal  rnbqk1nr/pppp1ppp/4p3/8/8/8/PPPPPPPP/RNBQKBbR w KQkq -
//	legal    rnbqk1nr/pppp1ppp/4p3/8/8/7P/PPPPPPP1/RNBQKBbR b KQkq -
//	game     1. h3 e6 2. Nc3 Bd6 3. Nb1 Bh2 4. Nc3 Bxg1 5. Nb1

// cagedBishop confirms that a bishop is where it can never have come.
func cagedBishop(q *question) error {
	return eitherSide(func(c bool) bool {
		own := q.setup.SquaresWith(board.Man('B', c)) &^ board.Homes('B', c)
		enemy := q.setup.SquaresWith(board.Man('B', !c)) & filesWithPawnAtHome(&q.setup, c)
		return (own|enemy)&board.RowSet(board.HomeRow(c))&cages(&q.setup, c) != 0
	}, "no bishop is where it can never have come")
}

// filesWithPawnAtHome returns all squares of the files on which a pawn of a side stands on its pawn row.
func filesWithPawnAtHome(s *board.Setup, black bool) set {
	return board.Files(board.PawnsOf(s, black) & board.RowSet(board.PawnRow(black)))
}

// cages returns all squares of the files on which the square of the home row of a side is a cage.
func cages(s *board.Setup, black bool) set {
	files := filesWithPawnAtHome(s, black)
	return (files<<1 | board.AFile) & (files>>1 | board.HFile)
}
