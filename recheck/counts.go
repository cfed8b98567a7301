package recheck

import "chesscensus/recheck/internal/board"

// A set is a set of squares.
type set = board.Set

// A counts holds the numbers of a setup that the kernel theorems use, by side.
type counts struct {
	setup           *board.Setup
	pawnsAtHome     [2]set     // files on which the pawn of the side has not moved
	cages           [2]set     // files on which the home square of the side is a cage
	captures        [2]int     // captures that the side made, without men taken where no pawn captures
	spare           [2]int     // pawns of the side that can have been captured as pawns
	promotedBishops [2][2]int  // bishops that must have been promoted, also by color of squares
	takenBishops    [2][2]int  // bishops that must have been captured outside of cages, also by color of squares
	crossingsAhead  [2][10]int // by file: least number of captures by pawns that cross boundaries right of it
	changedFiles    [10]int    // by file: least number of captures of both sides that change the files from it on
	inflow          [2][8]int  // by file: least number of pawns that cross its right boundary to the right, less those to the left
	spared          [2]set     // squares where pawns captured no bishop of the side (together.go)
	promotionWays
	menTakenAtHome
}

// A promotionWays holds how pawns can promote, by side and file.
type promotionWays struct {
	canStep           [2][8]bool // a pawn may promote by a step on the file
	canCapture        [2][8]bool // a pawn may promote by a capture from the file
	noBishopLeaves    [2][8]bool // no bishop leaves the promotion square of the file
	requiredStep      [2][8]bool // a bishop stands on it that was promoted there by a step
	uselessStep       [2][8]bool // a promotion by a step there makes no man that S needs
	uselessForBishops [2][8]bool // a promotion by a step there makes no bishop that S needs
	uselessCapture    [2][8]int8 // 1 if a promotion by a capture from the file makes no man that S needs, else 0
}

// A menTakenAtHome holds the queens and rooks that were captured where they began, or near (rookshome.go), by side.
type menTakenAtHome struct {
	takenAtHome       [2]map[byte]int // number of men of the side by role
	pawnMayHaveTaken  [2]int          // number of men of the other side that a pawn of the side may have captured so
	pawnTakingSquares [2]set          // squares of these captures
}

// newCounts returns the counts of a setup. It must be a position that theorem CagedBishop does not refute.
func newCounts(s *board.Setup) *counts {
	ct := &counts{setup: s, cages: [2]set{cages(s, false), cages(s, true)}}
	ct.pawnsAtHome = [2]set{filesWithPawnAtHome(s, false), filesWithPawnAtHome(s, true)}
	for i, c := range sides {
		us, them := newArmy(s, c), newArmy(s, !c)
		ct.captures[i] = them.missing() - (2 - them.began[0] - them.began[1])
		ct.spare[i] = us.spare()
		ct.promotedBishops[i] = us.bishops
		for color := range 2 {
			ct.takenBishops[i][color] = us.began[color] + us.bishops[color] - us.shown[color]
		}
		ct.findPromotions(i, c)
		ct.findCrossings(i, c)
	}
	ct.countShutIn()
	for x := 7; x >= 0; x-- {
		ct.changedFiles[x] = ct.changedFiles[x+1]
		if column(s, x) != startColumn {
			ct.changedFiles[x] = 1 + ct.changedFiles[x+2]
		}
	}
	return ct
}

// findPromotions sets how pawns of side c, number i, can promote.
//
//   - The squares of kings and rooks with castling rights, and of a bishop in its cage, were never free.
//   - No pawn promotes from a file whose enemy pawn has never moved.
//   - While the enemy king has a right, no pawn promotes from the files d and f. A pawn there gave check from the row before, and was
//     captured, as the king never moved.
//   - Then a pawn on file e has to capture. A queen or rook beside this king gives check as long as it stands there. So it was captured,
//     and is a man of S only if S shows it there.
func (ct *counts) findPromotions(i int, c bool) {
	s, last := ct.setup, board.RowSet(board.HomeRow(!c))
	entitled, caged, beside := s.CastlingMen()&last, ct.cages[1-i], last&(board.AFile<<3|board.AFile<<5)
	free, shut := last&^entitled&^(caged&s.SquaresWith(board.Man('B', !c))), ct.pawnsAtHome[1-i]
	if entitled != 0 {
		shut |= beside
		if s.SquaresWith(board.Man('Q', c), board.Man('R', c))&beside == 0 && s.Count(board.Man('N', c)) <= 2 && ct.promotedBishops[i][lastColor(i, 3)] == 0 {
			ct.uselessCapture[i][4] = 1
		}
	}
	for x, to := range board.Squares(last) {
		ct.noBishopLeaves[i][x] = caged.Has(to)
		ct.requiredStep[i][x] = caged.Has(to) && s.Men[to] == board.Man('B', c)
		ct.canStep[i][x] = !shut.Has(to) && free.Has(to)
		ct.canCapture[i][x] = !shut.Has(to) && (free<<1 | free>>1).Has(to)
	}
}

// findCrossings adds up the pawns of side c, number i, that must have crossed boundaries. x+1 pawns began left of the boundary after file
// x, and 7-x right of it. If S shows more on one side of it, the surplus crossed.
func (ct *counts) findCrossings(i int, c bool) {
	left := 0
	for x := range 8 {
		left += board.Size(board.PawnsOf(ct.setup, c) & (board.AFile << x))
		right := ct.setup.Count(board.Man('P', c)) - left
		ct.inflow[i][x] = right - (7 - x)
		cross := max(0, left-(x+1)) + max(0, right-(7-x))
		for y := range x + 1 {
			ct.crossingsAhead[i][y] += cross
		}
	}
}
