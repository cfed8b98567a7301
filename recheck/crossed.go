package recheck

// # CrossedPawns
//
// On a file with n pawns at least n-2 have changed their file if a white one stands below a
// black one, and otherwise n-1. All files together, these are at most the captures that pawns
// can have made (see OpposingPairs).
//
// Proof. Of the pawns of a file that were always on it at most one is white and one black, and
// then the white one still stands below. Every other came by a capture of its own.
//
//	illegal  rnbqkbnr/pppp1ppp/8/4P3/4p3/8/PPPP1PPP/RNBQKBNR w KQkq -
//	legal    rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq -
//	game     1. e4 e5

// crossedPawns confirms that too many pawns have changed their file.
func crossedPawns(q *question) error {
	n := -pairFiles(&q.setup)
	for file := range 8 {
		n += max(0, column(&q.setup, file).len()-1)
	}
	if most := byPawns(&q.setup); n <= most {
		return wrong("%d pawns, %d captures", n, most)
	}
	return nil
}
