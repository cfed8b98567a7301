package recheck

import "chesscensus/recheck/internal/board"

// # TripleCheck
//
// At most two men give check.
//
// Proof. Before the last move no man gave check. A move brings one man to a new square, which may give check. By leaving a square it opens
// at most one line to the king. Two cases need a word. An en passant capture empties two squares; but if the pawn itself gives check, its
// victim stood on the row next to the king's and on no line to the king. Castling empties squares at the edge, which shield nothing but the
// rook's own line.
//
//	illegal  4k3/8/3N1N2/8/8/8/8/4RK2 b - -
//	legal    rnbqkbnr/pppp1ppp/4pN2/8/8/8/PPPPPPPP/RNBQKB1R b KQkq -
//	game     1. Nf3 e6 2. Ne5 Nf6 3. Ng4 Ng8 4. Nf6+

// tripleCheck confirms that more than two men give check.
func tripleCheck(q *question) error {
	if board.Size(q.setup.Checkers(q.setup.Black)) <= 2 {
		return wrong("no three checkers")
	}
	return nil
}
