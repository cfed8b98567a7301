package recheck

import "chesscensus/recheck/internal/board"

// # MoveParity
//
// Suppose that S shows of each side eight pawns, two rooks and two knights; a pawn on every file, on row
// 2 or 3 as seen from the side, on row 3 only on the files a and h, and f if the side has a castling right;
// the bishop c1; the bishop f1, unless it is gone and the side may castle kingside; the queen d1 and the king
// e1, or no queen and the king on e1 or d1; and no other bishop or queen. Then White is to move if and only if the
// number of men on dark squares, and of men that Black lacks, is together even.
//
// Proof. No pawn is gone, so none promoted, none was taken, and none took: those on row 2 never
// moved, and those on row 3 made one step, as the pawns of the files beside never moved. The bishops never
// moved: they go over the pawn rows b, d, e or g; so one that is gone was taken at home. Of king and queen neither
// moved before the queen was gone: take the first that does. The queen goes over c, d, e or past the
// bishop and king, which stand still. The
// king goes to d1, d2, e2, which are held, or to f1, f2, or castles; f1 and
// f2 are held, too, unless the bishop is gone or the pawn is on f3; but then the side has a right, and the king has not moved.
// With the queen gone, taken on d1, the king without a right goes from e1 to d1 and back: the bishops and the pawns c, d, e and f shut it in.
// So a rook beside a1 has a1, b1 and a2 (after a3), and likewise h1, or with the bishop f1 gone and the right, h1 alone: every step of it goes to a
// neighboring square. A knight's move changes the color of its square, so does a rook's
// here, the king's, and the one step of a pawn. Count the men on dark squares and those taken on dark squares, d8 and f8: every move changes
// this number by one, from 16 at the start.
//
//	illegal  rnbqkbnr/pppppppp/8/8/8/2N5/PPPPPPPP/R1BQKBNR w KQkq -
//	legal    rnbqkbnr/pppppppp/8/8/8/2N5/PPPPPPPP/R1BQKBNR b KQkq -
//	game     1. Nc3

// moveParity confirms that the wrong side is to move.
func moveParity(q *question) error {
	s := &q.setup
	number := board.Size(board.MenOf(s)&board.DarkSet) + 16 - men(s, true)
	for _, c := range sides {
		home, up := board.HomeRow(c), board.Ahead(c)
		rights := s.Rights >> (2 * board.Side(c)) & 3 // 1 is kingside
		for file := range int8(8) {
			step := file == 0 || file == 7 || file == 5 && rights != 0
			if !atHome(s, c).Has(file) && !(step && s.Men[board.At(file, home+2*up)] == board.Man('P', c)) {
				return wrong("a pawn has gone elsewhere")
			}
		}
		holds := func(file int8, role byte) bool { return s.Men[board.At(file, home)] == board.Man(role, c) }
		bishops, queens := s.Count(board.Man('B', c)), s.Count(board.Man('Q', c))
		if s.Count(board.Man('R', c)) != 2 || s.Count(board.Man('N', c)) != 2 || s.Count(board.Man('P', c)) != 8 ||
			!holds(2, 'B') || !(holds(5, 'B') && bishops == 2 || bishops == 1 && rights&1 != 0) ||
			!(queens == 1 && holds(3, 'Q') && holds(4, 'K') || queens == 0 && (holds(4, 'K') || holds(3, 'K'))) {
			return wrong("men are missing, promoted, or away from home")
		}
	}
	if (number%2 == 0) == !s.Black {
		return wrong("the right side is to move")
	}
	return nil
}
