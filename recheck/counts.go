package recheck

import "chesscensus/recheck/internal/board"

// A set is a set of squares.
type set = board.Set

// Counts are what the kernel theorems ask of a setup.
type counts struct {
	setup           *board.Setup
	pawnsAtHome     [2]set     // files on which the pawn of a side has not moved
	cages           [2]set     // files on which the home square of a side is a cage
	captures        [2]int     // that a side made, but for men taken where no pawn captures
	spare           [2]int     // pawns of a side that can have been taken as pawns
	promotedBishops [2][2]int  // that must have been promoted, by side and color of squares
	takenBishops    [2][2]int  // bishops of a side that must have been taken, cages apart
	crossingsAhead  [2][10]int // captures of pawns that cross boundaries right of a file, at least
	changedFiles    [10]int    // captures of both sides that change the files from one on, at least
	inflow          [2][8]int  // pawns that cross the boundary right of a file to the right, less those to the left, at least
	untaken         [2]set     // squares where pawns took no bishop of a side (fallen.go)
	lastRows
	menTakenAtHome
}

// LastRows are how pawns promote.
type lastRows struct {
	canStep           [2][8]bool // whether a pawn of the side may promote by a step on the file
	canCapture        [2][8]bool // whether it may promote by a capture from the file
	locked            [2][8]bool // whether no bishop leaves the promotion square of the file
	required          [2][8]bool // whether a bishop stands there, promoted by a step
	barren            [2][8]bool // whether a step there makes nothing that S needs
	noBishop          [2][8]bool // whether it makes no bishop that S needs
	uselessBesideKing [2]bool    // whether a capture from the king's file makes nothing that S needs
}

// MenTakenAtHome are queens and rooks that were taken where they began, or near (rookshome.go).
type menTakenAtHome struct {
	takenAtHome       [2]map[byte]int // how many, by side and role
	pawnMayHaveTaken  [2]int          // those of the other side that a pawn of this side may have taken there
	pawnTakingSquares [2]set          // where
}

// newCounts reads a setup that is a position without a caged bishop.
func newCounts(s *board.Setup) *counts {
	n := &counts{setup: s, pawnsAtHome: [2]set{atHome(s, false), atHome(s, true)}, cages: [2]set{cages(s, false), cages(s, true)}}
	for i, c := range sides {
		us, them := newArmy(s, c), newArmy(s, !c)
		n.captures[i] = them.missing() - (2 - them.began[0] - them.began[1])
		n.spare[i] = us.spare()
		n.promotedBishops[i] = us.bishops
		for q := range 2 {
			n.takenBishops[i][q] = us.began[q] + us.bishops[q] - us.shown[q]
		}
		n.findPromotions(i, c)
		n.findCrossings(i, c)
	}
	n.countShutIn()
	for x := 7; x >= 0; x-- {
		n.changedFiles[x] = n.changedFiles[x+1]
		if column(s, x) != startColumn {
			n.changedFiles[x] = 1 + n.changedFiles[x+2]
		}
	}
	return n
}

// findPromotions finds how pawns of side c can promote. Never free are the squares of kings and rooks
// with castling rights, and of a bishop in its cage. Before a pawn at home nobody promotes from
// its file. From the files d and f nobody does while the king has a right: a pawn there gave
// check, and was taken, as the king never moved. From the file e it has to capture, and a queen or rook beside this
// king gives check for good: it was taken, and is none of S unless S shows it there.
func (n *counts) findPromotions(i int, c bool) {
	s, last := n.setup, board.RowSet(board.HomeRow(!c))
	entitled, caged, beside := s.Entitled()&last, n.cages[1-i], last&(board.AFile<<3|board.AFile<<5)
	heavy := s.Of(board.Man('Q', c), board.Man('R', c)) & beside
	n.uselessBesideKing[i] = entitled != 0 && heavy == 0 && s.Count(board.Man('N', c)) <= 2 && n.promotedBishops[i][lastColor(i, 3)] == 0
	free, shut := last&^entitled&^(caged&s.Of(board.Man('B', !c))), n.pawnsAtHome[1-i]
	if entitled != 0 {
		shut |= beside
	}
	for x, to := range board.Squares(last) {
		n.locked[i][x] = caged.Has(to)
		n.required[i][x] = caged.Has(to) && s.Men[to] == board.Man('B', c)
		n.canStep[i][x] = !shut.Has(to) && free.Has(to)
		n.canCapture[i][x] = !shut.Has(to) && (free<<1 | free>>1).Has(to)
	}
}

// findCrossings finds pawns that must have crossed boundaries: of x+1 pawns that began left of a
// boundary no more are left than there were, but for those that crossed it.
func (n *counts) findCrossings(i int, c bool) {
	left := 0
	for x := range 8 {
		left += board.Size(board.PawnsOf(n.setup, c) & (board.AFile << x))
		right := n.setup.Count(board.Man('P', c)) - left
		n.inflow[i][x] = right - (7 - x)
		cross := max(0, left-(x+1)) + max(0, right-(7-x))
		for y := range x + 1 {
			n.crossingsAhead[i][y] += cross
		}
	}
}
