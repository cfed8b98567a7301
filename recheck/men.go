package recheck

import "chesscensus/recheck/internal/board"

// # ManyMen, ManyPawns
//
// A side has at most 16 men and at most 8 pawns.
//
// Proof. It begins with 16 men, 8 of them pawns. No move adds a man or a pawn.
//
//	illegal  rnbqkbnr/pppppppp/8/8/8/N7/PPPPPPPP/RNBQKBNR b KQkq -
//	legal    rnbqkbnr/pppppppp/8/8/8/N7/PPPPPPPP/R1BQKBNR b KQkq -
//	game     1. Na3

// sides holds White's color and Black's: true is Black.
var sides = [2]bool{false, true}

// manyMen confirms that a side has more than 16 men.
func manyMen(q *question) error {
	white, black := menCount(&q.setup, false), menCount(&q.setup, true)
	return eitherSide(func(c bool) bool { return menCount(&q.setup, c) > 16 }, "%d and %d men", white, black)
}

// manyPawns confirms that a side has more than 8 pawns.
func manyPawns(q *question) error {
	return eitherSide(func(c bool) bool { return q.setup.Count(board.Man('P', c)) > 8 }, "no more than eight pawns")
}

// menCount returns the number of men of a side.
func menCount(s *board.Setup, black bool) (n int) {
	for _, role := range []byte("PNBRQK") {
		n += s.Count(board.Man(role, black))
	}
	return n
}

// eitherSide returns nil if the condition holds for one of the sides, and otherwise an [ErrWrong] with the given text.
func eitherSide(holds func(black bool) bool, otherwise string, args ...any) error {
	if holds(false) || holds(true) {
		return nil
	}
	return wrong(otherwise, args...)
}
