package recheck

import "chesscensus/recheck/internal/board"

// # MoveParity
//
// Suppose that S shows for each side, with squares as seen from White:
//
//   - a pawn on every file, on row 2, or on row 3 on the files a and h, and on f if the side has a castling right;
//   - two rooks and two knights;
//   - the bishop c1, and the bishop f1 unless it is gone and the side may castle kingside, and no other bishop;
//   - the queen d1 and the king e1, or no queen and the king on e1 or d1, and no other queen.
//
// Add the number of men on dark squares and the number of men that Black lacks. White is to move if and only if this sum is even.
//
// Proof. Pawns: none is missing, so none promoted, none was captured, and none captured. Those on row 2 never moved. Those on row 3 made
// one step, as the pawns of the files beside never moved. Bishops: they never moved, as their ways lead over the pawns b2, d2, e2 or g2. So
// a missing one was captured at home. King and queen: neither moved before the queen was captured. Suppose the queen moves first. It goes
// over c2, d2 or e2, or past the bishop and the king, which stand still. Suppose the king moves first. d1, d2 and e2 are occupied. f1 and
// f2 are occupied, too, unless the bishop f1 is gone or the pawn is on f3. But then the side has a right, and the king has not moved. After
// the queen was captured on d1, a king without rights goes from e1 to d1 and back: the bishops and the pawns c2, d2, e2 and f2 enclose it.
// Rooks: the rook of a1 has a1, b1 and, after a3, a2. Likewise the rook of h1. With the bishop f1 gone and the right, it has h1 alone. So
// every move of a rook goes to a neighboring square.
//
// So every move, of a knight, rook, king or pawn, changes the color of the man's square. Count the men on dark squares and the black men
// captured on dark squares (d8 and f8). Every move changes this number by one, from 16 at the start.
//
//	illegal  rnbqkbnr/pppppppp/8/8/8/2N5/PPPPPPPP/R1BQKBNR w KQkq -
//	legal    rnbqkbnr/pppppppp/8/8/8/2N5/PPPPPPPP/R1BQKBNR b KQkq -
//	game     1. Nc3

// moveParity confirms that the wrong side is to move.
func moveParity(q *question) error {
	s := &q.setup
	sum := board.Size(board.Occupied(s)&board.DarkSet) + 16 - menCount(s, true)
	for _, c := range sides {
		home, up := board.HomeRow(c), board.Ahead(c)
		rights := s.Rights >> (2 * board.Side(c)) & 3 // 1 is kingside
		for file := range int8(8) {
			step := file == 0 || file == 7 || file == 5 && rights != 0
			if !filesWithPawnAtHome(s, c).Has(file) && !(step && s.Men[board.At(file, home+2*up)] == board.Man('P', c)) {
				return wrong("a pawn has gone elsewhere")
			}
		}
		isHome := func(file int8, role byte) bool { return s.Men[board.At(file, home)] == board.Man(role, c) }
		bishops, queens := s.Count(board.Man('B', c)), s.Count(board.Man('Q', c))
		bishopsFit := isHome(2, 'B') && (isHome(5, 'B') && bishops == 2 || bishops == 1 && rights&1 != 0)
		royalsFit := queens == 1 && isHome(3, 'Q') && isHome(4, 'K') || queens == 0 && (isHome(4, 'K') || isHome(3, 'K'))
		othersFit := s.Count(board.Man('R', c)) == 2 && s.Count(board.Man('N', c)) == 2 && s.Count(board.Man('P', c)) == 8
		if !bishopsFit || !royalsFit || !othersFit {
			return wrong("men are missing, promoted, or away from home")
		}
	}
	if (sum%2 == 0) == !s.Black {
		return wrong("the right side is to move")
	}
	return nil
}
