package recheck

import "chesscensus/recheck/internal/board"

// # OpposingPairs, PromotionBalance, CrossedPawns
//
// A file has a pair if it shows a white pawn below a black one. Let F files have one, let pawns have made n captures without promoting by
// them, and let x white and y black pawns have been taken as pawns. Then 8 - F <= n + x + y. And if a side has p promoted men, and z pawns
// of the other side were taken as pawns, then p <= n + z. Third, on a file with k pawns at least k-2 have changed their file if it has a pair,
// and otherwise k-1. The sum over all files is at most n.
//
// Proof. All 8 files begin with a pair. Pawns do not pass each other by steps. A capture by an officer ends the pair of one file at most,
// and only if it takes a pawn. A capture by a pawn ends at most that of the file it leaves, and one more if it takes a pawn. A pawn that
// promotes has no pawn before it on its file, so it is of no pair that lasts. That is the first statement. A side with P pawns has F <= P,
// and P = 8 - p - x for its own x; so p <= n + y, the second. The third: at most one white and one black pawn of a file were always on it, and
// then the white one still stands below. Every other pawn came by a capture of its own.
//
// The counts: a side takes at most as many men as the other lacks, and its pawns make at most one capture for every row that they have gone
// up: those of the setup from their pawn row, those that are gone five. Of a side's pawns at most 8 - pawns - promoted were taken; if that
// is negative, S is illegal anyway.
//
//	illegal  rnbqkbnr/pppp1ppp/8/4P3/4p3/8/PPPP1PPP/RNBQKBNR w KQkq -
//	legal    rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq -
//	game     1. e4 e5

// opposingPairs confirms that the first statement is not true.
func opposingPairs(q *question) error {
	x, y := newArmy(&q.setup, false).spare(), newArmy(&q.setup, true).spare()
	if f, n := filesWithPair(&q.setup), mostPawnCaptures(&q.setup); 8-f <= n+x+y {
		return wrong("%d files with a pair, %d captures, %d and %d pawns that can have been taken", f, n, x, y)
	}
	return nil
}

// promotionBalance confirms that the second statement is not true.
func promotionBalance(q *question) error {
	n := mostPawnCaptures(&q.setup)
	return eitherSide(func(c bool) bool { return newArmy(&q.setup, c).promoted() > n+newArmy(&q.setup, !c).spare() }, "captures enough")
}

// crossedPawns confirms that the third statement is not true.
func crossedPawns(q *question) error {
	changed := -filesWithPair(&q.setup)
	for file := range 8 {
		changed += max(0, column(&q.setup, file).len()-1)
	}
	if most := mostPawnCaptures(&q.setup); changed <= most {
		return wrong("%d pawns have changed their file, %d captures", changed, most)
	}
	return nil
}

// filesWithPair returns the number of files with a white pawn below a black one.
func filesWithPair(s *board.Setup) int {
	n := 0
	for file := range 8 {
		if column(s, file).hasPair() {
			n++
		}
	}
	return n
}

// mostPawnCaptures returns the most captures that pawns of both sides can have made without promoting.
func mostPawnCaptures(s *board.Setup) int {
	n := 0
	for _, c := range sides {
		rows := 5 * (8 - s.Count(board.Man('P', c)))
		for _, sq := range board.Squares(board.PawnsOf(s, c)) {
			rows += int(board.RowsRisen(sq, c))
		}
		n += min(rows, newArmy(s, !c).missing())
	}
	return n
}

// # NoProofKernel, NoExtendedKernel
//
// This count comes before the search of columns.go. Let a side need p promotions, t of them by captures: for bishops on squares of one
// color t counts if no pawn can have become one by a step and left its square. Let h be the most captures of the other side's pawns: those
// of S by their rows and files (homes.go), and five for each that is gone. Let z be the pawns that the other side can spare. If S is legal,
// p + t is at most the sum of the side's captures, h and z.
//
// Proof. By the second statement above p <= n + z. Of the n captures without promotion at most h are the other side's, and at most the
// side's captures less t are its own.
//
//	illegal  1Bbqkbnr/pp1ppppp/2p2n2/8/8/8/P1PPPPPP/RNBQKBNR b KQk -
//	legal    1Bbqkbnr/pp1ppppp/2p5/8/8/8/P1PPPPPP/RNBQKBNR b KQk -
//	game     1. b4 c6 2. b5 Na6 3. b6 Nc7 4. bxc7 Rb8 5. cxb8=B

// refutedByCount reports whether a side needs more promotions than this count allows.
func (ct *counts) refutedByCount() bool {
	for i, c := range sides {
		_, h := captureBounds(ct.setup, !c)
		pawns := ct.setup.Count(board.Man('P', !c))
		promoted := 8 - ct.setup.Count(board.Man('P', c)) - ct.spare[i] // p, to which t is added
		for color, byCapture := range ct.promotedBishops[i] {
			for x := range 8 {
				switch {
				case lastColor(i, x) != color:
				case ct.requiredStep[i][x]:
					byCapture--
				case ct.canStep[i][x] && !ct.noBishopLeaves[i][x] && !ct.uselessForBishops[i][x]:
					byCapture = 0
				}
			}
			promoted += max(0, byCapture)
		}
		if h >= 0 && promoted > ct.captures[i]+min(h+5*(8-pawns), ct.captures[1-i])+ct.spare[1-i] {
			return true
		}
	}
	return false
}
