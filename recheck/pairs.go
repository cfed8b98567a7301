package recheck

import "chesscensus/recheck/internal/board"

// # OpposingPairs, PromotionBalance, CrossedPawns
//
// A file has a pair if it shows a white pawn below a black one. Let pairs be the number of such files, and captures the number of captures
// that pawns made without promoting. A pawn is taken if it was captured as a pawn. Three statements hold in every game:
//
//	(1) opposingPairs: 8 - pairs is at most captures plus the taken pawns of both sides.
//	(2) promotionBalance: the promoted men of a side are at most captures plus the taken pawns of the other side.
//	(3) crossedPawns: of the k > 0 pawns on a file at least k-2 have changed their file if it has a pair, and otherwise k-1. Over all files
//	    these are at most captures.
//
// Proof. (1) All 8 files begin with a pair. Pawns do not pass each other by steps. A capture by an officer ends the pair of one file at most,
// and only if it takes a pawn. A capture by a pawn ends at most that of the file it leaves, and one more if it takes a pawn. A pawn that
// promotes has no pawn before it on its file, so it is of no pair that lasts. (2) Each pair has a pawn of the side, and its pawns are 8, less
// those promoted and those taken. So in (1) its own taken pawns cancel. (3) At most one white and one black pawn of a file were always on it,
// and then the white one still stands below. Every other pawn came by a capture of its own.
//
// The counts: a side takes at most as many men as the other lacks, and its pawns make at most one capture for every row that they have gone
// up: those of the setup from their pawn row, those that are gone five. Of a side's pawns at most 8 - pawns - promoted were taken; if that
// is negative, S is illegal anyway.
//
//	illegal  rnbqkbnr/pppp1ppp/8/4P3/4p3/8/PPPP1PPP/RNBQKBNR w KQkq -
//	legal    rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq -
//	game     1. e4 e5

// opposingPairs confirms that (1) does not hold.
func opposingPairs(q *question) error {
	pairs, captures := filesWithPair(&q.setup), mostPawnCaptures(&q.setup)
	if white, black := newArmy(&q.setup, false).spare(), newArmy(&q.setup, true).spare(); 8-pairs <= captures+white+black {
		return wrong("%d files with a pair, %d captures, %d and %d pawns that can have been taken", pairs, captures, white, black)
	}
	return nil
}

// promotionBalance confirms that (2) does not hold.
func promotionBalance(q *question) error {
	captures := mostPawnCaptures(&q.setup)
	tooMany := func(c bool) bool { return newArmy(&q.setup, c).promoted() > captures+newArmy(&q.setup, !c).spare() }
	return eitherSide(tooMany, "captures enough")
}

// crossedPawns confirms that (3) does not hold.
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
	pairs := 0
	for file := range 8 {
		if column(s, file).hasPair() {
			pairs++
		}
	}
	return pairs
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
// This count comes before the search of columns.go. Let a side need some promotions, t of them by captures: for bishops on squares of one
// color t counts if no pawn can have become one by a step and left its square. Let h be the most captures of the other side's pawns: those
// of S by their rows and files (homes.go), and five for each that is gone. If S is legal, promotions + t is at most the sum of the side's
// captures, h, and the pawns that the other side can spare.
//
// Proof. By (2) promotions are at most the captures without promotion and these pawns. Of those captures at most h are the other side's, and
// at most the side's captures less t are its own. (One for each pawn that is gone would hold, too: a file without a pair has lost a pawn that
// began there, by its first capture or as it was taken. So no legal position shows a number from one to four as wrong.)
//
//	illegal  1Bbqkbnr/pp1ppppp/2p2n2/8/8/8/P1PPPPPP/RNBQKBNR b KQk -
//	legal    1Bbqkbnr/pp1ppppp/2p5/8/8/8/P1PPPPPP/RNBQKBNR b KQk -
//	game     1. b4 c6 2. b5 Na6 3. b6 Nc7 4. bxc7 Rb8 5. cxb8=B

// refutedByCount reports whether a side needs more promotions than this count allows.
func (ct *counts) refutedByCount() bool {
	for i, c := range sides {
		_, enemyCaptures := captureBounds(ct.setup, !c) // h, for the pawns of S
		pawns := ct.setup.Count(board.Man('P', !c))
		promoted := 8 - ct.setup.Count(board.Man('P', c)) - ct.spare[i] // promotions, to which t is added
		for color, byCapture := range ct.promotedBishops[i] {
			for file := range 8 {
				switch {
				case lastColor(i, file) != color:
				case ct.requiredStep[i][file]:
					byCapture--
				case ct.canStep[i][file] && !ct.noBishopLeaves[i][file] && !ct.uselessForBishops[i][file]:
					byCapture = 0
				}
			}
			promoted += max(0, byCapture)
		}
		if enemyCaptures >= 0 && promoted > ct.captures[i]+min(enemyCaptures+5*(8-pawns), ct.captures[1-i])+ct.spare[1-i] {
			return true
		}
	}
	return false
}
