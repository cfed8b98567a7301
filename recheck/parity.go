package recheck

import "chesscensus/recheck/internal/board"

// # MoveParity
//
// Suppose that S shows all 32 men, and of each side king, queen and bishops at home and a pawn
// on every file, on row 2 or 3 as seen from the side; on row 3 only on the files a and h, and f
// if the side has a castling right. Then White is to move if and only if the number of men on
// dark squares is even.
//
// Proof. Nothing was captured, so every pawn is on its file, none promoted (the enemy pawn of
// the file is before it), those on row 2 never moved, and those on row 3 made one step. King,
// queen and bishops never moved: take the first that does. A bishop goes over the pawn rows b,
// d, e or g, the queen over c, d, e or past the bishop and king, all of which stand still. The
// king goes to d1, d2, e2, which are held, or to f1, f2, or castles: f1 and d1 are held, and
// f2 too, unless the pawn is on f3; but then the side has a right, and the king has not moved.
// So a rook beside a1 has a1, b1 and a2 (after a3), and likewise h1: every step of it goes to a
// neighboring square. A knight's move changes the color of its square, so does a rook's
// here and the one step of a pawn. Every move changes the number by one, from 16 at the start.
//
//	illegal  rnbqkbnr/pppppppp/8/8/8/2N5/PPPPPPPP/R1BQKBNR w KQkq -
//	legal    rnbqkbnr/pppppppp/8/8/8/2N5/PPPPPPPP/R1BQKBNR b KQkq -
//	game     1. Nc3

// moveParity confirms that the wrong side is to move.
func moveParity(q *question) error {
	s := &q.setup
	for _, c := range sides {
		home, up := board.HomeRow(c), board.Ahead(c)
		if men(s, c) != 16 || s.Count(board.Man('R', c)) != 2 || s.Count(board.Man('N', c)) != 2 {
			return wrong("men are missing or promoted")
		}
		for file, role := range map[int8]byte{2: 'B', 3: 'Q', 4: 'K', 5: 'B'} {
			if s.Men[board.At(file, home)] != board.Man(role, c) {
				return wrong("king, queen or bishops are not at home")
			}
		}
		for file := range int8(8) {
			step := file == 0 || file == 7 || file == 5 && s.Rights>>(2*board.Side(c))&3 != 0
			if !atHome(s, c).Has(file) && !(step && s.Men[board.At(file, home+2*up)] == board.Man('P', c)) {
				return wrong("a pawn has gone elsewhere")
			}
		}
	}
	if dark := board.Size(board.MenOf(s) & board.DarkSet); (dark%2 == 0) == !s.Black {
		return wrong("the right side is to move")
	}
	return nil
}
