package recheck

import "chesscensus/recheck/internal/board"

// # PawnHomes, PawnCaptures
//
// The pawns of a side come from different home files, each from one that is at most as many
// files away as it has risen rows. And for some such choice the distances add up to no more
// than the men that the other side lacks.
//
// Proof. A pawn changes its file by one, with a capture, which takes it a row up too. Every
// capture takes another man. Pawns begin on different files.
//
//	illegal  r1bqkbnr/pppppppp/8/8/1P6/8/PPP1PPPP/RNBQKBNR w KQkq -
//	legal    r1bqkbnr/pppppppp/8/8/2P5/8/PPP1PPPP/RNBQKBNR b KQkq -
//	game     1. d3 Nc6 2. Nf3 Na5 3. Ng1 Nc4 4. dxc4

// pawnHomes confirms that the pawns of a side have no homes.
func pawnHomes(q *question) error {
	return eitherSide(func(c bool) bool { least, _ := changes(&q.setup, c); return least < 0 }, "the pawns have homes")
}

// pawnCaptures confirms that the pawns of a side have homes, but too far away.
func pawnCaptures(q *question) error {
	return eitherSide(func(c bool) bool {
		least, _ := changes(&q.setup, c)
		return least > newArmy(&q.setup, !c).missing()
	}, "the pawns are near enough to their homes")
}

// changes returns the least and the most captures by which the pawns of a side can have come from their homes, or -1 if there are
// no homes. A pawn captures once for every file at least, once for every row at most, and evenly often exactly if it is
// evenly many files away. It tries all choices, a pawn at a time: best holds both sums for every set of homes in use.
func changes(s *board.Setup, black bool) (least, most int) {
	type sums struct{ least, most int }
	best := map[int]sums{0: {}}
	for _, sq := range board.Squares(board.PawnsOf(s, black)) {
		next := map[int]sums{}
		for set, sum := range best {
			for home := range int8(8) {
				d, rows := int(max(home-board.File(sq), board.File(sq)-home)), int(board.Risen(sq, black))
				if set>>home&1 != 0 || d > rows {
					continue
				}
				to := sums{sum.least + d, sum.most + rows - (rows-d)&1}
				if old, ok := next[set|1<<home]; ok {
					to = sums{min(to.least, old.least), max(to.most, old.most)}
				}
				next[set|1<<home] = to
			}
		}
		best = next
	}
	least, most = 99, -1
	for _, sum := range best {
		least, most = min(least, sum.least), max(most, sum.most)
	}
	if most < 0 {
		least = -1
	}
	return least, most
}
