package recheck

import "chesscensus/recheck/internal/board"

// # OpposingPairs, PromotionBalance
//
// A file has a pair if it shows a white pawn below a black one. Let F files have one, let
// pawns have made n captures without promoting by them, and let x white and y black pawns
// have been taken as pawns. Then 8 - F <= n + x + y. And if a side has p promoted men, and z
// pawns of the other side were taken as pawns, then p <= n + z.
//
// Proof. All 8 files begin with a pair. Pawns do not pass each other by steps. A capture by an
// officer ends the pair of one file at most, and only if it takes a pawn. A capture by a
// pawn ends at most that of the file it leaves, and one more if it takes a pawn. A pawn that
// promotes has no pawn before it on its file, so it is of no pair that lasts. That is the
// first statement. A side with P pawns has F <= P, and P = 8 - p - x for its own x; so
// p <= n + y, the second.
//
// The counts: a side takes at most as many men as the other lacks, and its pawns make at most
// one capture for every row that they have gone up: those of the setup from their pawn row,
// those that are gone five. Of a side's pawns at most 8 - pawns - promoted were taken; if that is
// negative, S is illegal anyway.
//
//	illegal  rnbqkbnr/pppp1ppp/8/4P3/4p3/8/PPPP1PPP/RNBQKBNR w KQkq -
//	legal    rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq -
//	game     1. e4 e5

// opposingPairs confirms the first statement.
func opposingPairs(q *question) error {
	w, b := newArmy(&q.setup, false), newArmy(&q.setup, true)
	x, y := w.spare(), b.spare()
	if f, n := pairFiles(&q.setup), byPawns(&q.setup); 8-f <= n+x+y {
		return wrong("%d files with a pair, %d captures, %d and %d pawns that can have been taken", f, n, x, y)
	}
	return nil
}

// promotionBalance confirms the second statement.
func promotionBalance(q *question) error {
	n := byPawns(&q.setup)
	return eitherSide(func(c bool) bool { return newArmy(&q.setup, c).promoted() > n+newArmy(&q.setup, !c).spare() }, "captures enough")
}

// pairFiles counts files with a white pawn below a black one.
func pairFiles(s *board.Setup) int {
	n := 0
	for file := range 8 {
		if column(s, file).paired() {
			n++
		}
	}
	return n
}

// byPawns returns the most captures that pawns of both sides can have made without promoting.
func byPawns(s *board.Setup) int {
	n := 0
	for _, c := range sides {
		rows := 5 * (8 - s.Count(board.Man('P', c)))
		for _, sq := range board.Squares(board.PawnsOf(s, c)) {
			rows += int(board.Risen(sq, c))
		}
		n += min(rows, newArmy(s, !c).missing())
	}
	return n
}

// # NoProofKernel, NoExtendedKernel
//
// Before the files are gone through (columns.go) comes a count. Let a side need p promotions, t of them by captures: the bishops on squares of one color that no pawn can have
// become by a step and left from, where S needs them. Let the pawns of the other side that S shows have made h captures at most, by their rows
// and files (homes.go), those that are gone five each. If S is legal, p + t is at most the captures of the side, h, and what the other side's pawns can spare.
//
// Proof. By the second statement above p <= n + z. Of the n captures without promotion, the side's own are at most those that it made less t.
//
//	illegal  1Bbqkbnr/pp1ppppp/2p2n2/8/8/8/P1PPPPPP/RNBQKBNR b KQk -
//	legal    1Bbqkbnr/pp1ppppp/2p5/8/8/8/P1PPPPPP/RNBQKBNR b KQk -
//	game     1. b4 c6 2. b5 Na6 3. b6 Nc7 4. bxc7 Rb8 5. cxb8=B

// refutedByCount reports whether there is no way for so many promotions.
func (n *counts) refutedByCount() bool {
	for i, c := range sides {
		_, h := captureBounds(n.setup, !c)
		pawns := n.setup.Count(board.Man('P', !c))
		promoted := 8 - n.setup.Count(board.Man('P', c)) - n.spare[i]
		for color, turned := range n.promotedBishops[i] {
			for x := range 8 {
				switch {
				case lastColor(i, x) != color:
				case n.required[i][x]:
					turned--
				case n.canStep[i][x] && !n.locked[i][x] && !n.noBishop[i][x]:
					turned = 0
				}
			}
			promoted += max(0, turned)
		}
		if h >= 0 && promoted > n.captures[i]+min(h+5*(8-pawns), n.captures[1-i])+n.spare[1-i] {
			return true
		}
	}
	return false
}
