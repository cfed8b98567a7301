package recheck

import "chesscensus/recheck/internal/board"

// # PawnHomes, PawnCaptures
//
// The pawns of a side come from different home files, and no pawn is more files away from its home than it has risen rows. For some such
// choice of homes these distances add up to at most the number of men that the other side lacks.
//
// Proof. Pawns begin on different files. A pawn changes its file only by a capture, by one file, and rises one row with it. Every capture
// takes another man.
//
//	illegal  r1bqkbnr/pppppppp/8/8/1P6/8/PPP1PPPP/RNBQKBNR w KQkq -
//	legal    r1bqkbnr/pppppppp/8/8/2P5/8/PPP1PPPP/RNBQKBNR b KQkq -
//	game     1. d3 Nc6 2. Nf3 Na5 3. Ng1 Nc4 4. dxc4

// pawnHomes confirms that the pawns of one side or the other have no homes.
func pawnHomes(q *question) error {
	return eitherSide(func(c bool) bool { return leastCaptures(&q.setup, c) < 0 }, "the pawns have homes")
}

// pawnCaptures confirms that the pawns of one side or the other need more captures than the other side lacks men.
func pawnCaptures(q *question) error {
	tooMany := func(c bool) bool { return leastCaptures(&q.setup, c) > newArmy(&q.setup, !c).missing() }
	return eitherSide(tooMany, "the pawns are near enough to their homes")
}

// leastCaptures returns the lower bound of captureBounds.
func leastCaptures(s *board.Setup, black bool) int {
	least, _ := captureBounds(s, black)
	return least
}

// captureBounds returns the least and the most captures by which the pawns of a side can have come from different homes, or -1, -1 if no
// choice of homes is possible. A pawn d files from its home that has risen r rows made at least d captures and at most r, and the parity of
// their number is that of d: so at most r - (r-d)&1. The search adds one pawn after the other. For every set of homes in use, bounds holds
// the least and the most captures so far.
func captureBounds(s *board.Setup, black bool) (least, most int) {
	type sums struct{ least, most int }
	bounds := map[int]sums{0: {}}
	for _, sq := range board.Squares(board.PawnsOf(s, black)) {
		next := map[int]sums{}
		for used, sum := range bounds {
			for home := range int8(8) {
				d, rows := int(max(home-board.File(sq), board.File(sq)-home)), int(board.RowsRisen(sq, black))
				if used>>home&1 != 0 || d > rows {
					continue
				}
				to := sums{sum.least + d, sum.most + rows - (rows-d)&1}
				if old, ok := next[used|1<<home]; ok {
					to = sums{min(to.least, old.least), max(to.most, old.most)}
				}
				next[used|1<<home] = to
			}
		}
		bounds = next
	}
	least, most = 99, -1
	for _, sum := range bounds {
		least, most = min(least, sum.least), max(most, sum.most)
	}
	if most < 0 {
		least = -1
	}
	return least, most
}
