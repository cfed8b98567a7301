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

// manyMen confirms that a side has more than 16 men.
func manyMen(q *question) error {
	w, b := men(&q.setup, false), men(&q.setup, true)
	if w <= 16 && b <= 16 {
		return wrong("%d and %d men", w, b)
	}
	return nil
}

// manyPawns confirms that a side has more than 8 pawns.
func manyPawns(q *question) error {
	w, b := q.setup.Count('P'), q.setup.Count('p')
	if w <= 8 && b <= 8 {
		return wrong("%d and %d pawns", w, b)
	}
	return nil
}

// men counts the men of a side.
func men(s *board.Setup, black bool) (n int) {
	for _, role := range []byte("PNBRQK") {
		n += s.Count(board.Man(role, black))
	}
	return n
}

// side is 0 for White and 1 for Black.
func side(black bool) int {
	if black {
		return 1
	}
	return 0
}

// sides are both sides.
var sides = [2]bool{false, true}
