package planner

import (
	"math/bits"

	"chesscensus/chess"
	"chesscensus/legality/proofgame/internal/base"
)

// A skeleton is a board of pawns on the way back from a goal, with officers and promotions counted.
type skeleton struct {
	pawns            [2]chess.Bitboard
	promotions       [2][base.Kinds + 1]int8 // promotions not taken back: of men of the goal by kind, and last of men that were captured
	sparePawns       [2]int8                 // pawns not yet given back
	officersReturned [2][2]int8              // officers given back, by color and color of square (dark is 1)
}

// setRoot sets the skeleton of the goal, and reports whether there are pawns for all promotions.
func (b *backwardSearch) setRoot() bool {
	b.root = skeleton{}
	board, root := &b.goal.Board, &b.root
	for c := chess.White; c <= chess.Black; c++ {
		root.pawns[c] = board.Pieces(c, chess.Pawn)
		b.fixedPawns[c] = root.pawns[c] & chess.RowBB(c.PawnRow())
	}
	for c := chess.White; c <= chess.Black; c++ {
		them := c.Other()
		total := root.pawns[c].Count()
		for k := range base.Kinds {
			starting, wanted := k.Of(&b.start.Board, c).Count()-b.cagedAtHome(c, k).Count(), k.Of(board, c).Count()
			lockedIn := 0 // bishops that can only have been promoted where they are
			if k.Role() == chess.Bishop {
				for sq := range (k.Of(board, c) & chess.RowBB(c.LastRow())).All() {
					if chess.PawnAttacks(them, sq)&^b.fixedPawns[them] == 0 {
						lockedIn++
					}
				}
			}
			promotions := max(0, wanted-starting, lockedIn)
			root.promotions[c][k] = int8(promotions)
			b.missing[c][k] = int8(starting - (wanted - promotions))
			total += promotions
		}
		if root.sparePawns[c] = int8(8 - total); root.sparePawns[c] < 0 {
			return false
		}
		b.setCapturesToPromote(c)
	}
	return true
}

// setCapturesToPromote fills in the least number of captures by which a pawn from each file promotes to a kind.
func (b *backwardSearch) setCapturesToPromote(c chess.Color) {
	for k := range base.Kinds + 1 {
		for home := range 8 {
			b.capturesToPromote[c][k][home] = impossible
		}
		for file := range 8 {
			for side := -1; side <= 1; side++ {
				if !b.canPromote(c, k, file, side) {
					continue
				}
				for home := range 8 {
					b.capturesToPromote[c][k][home] = min(b.capturesToPromote[c][k][home], int8(base.Abs(home-file)+base.Abs(side)))
				}
			}
		}
	}
}

// canPromote reports whether a pawn on its last row but one of a file can promote to a kind, by a step (side 0) or by a capture to a
// side.
func (b *backwardSearch) canPromote(c chess.Color, k base.Kind, file, side int) bool {
	if to := file + side; to < 0 || to > 7 || b.fixedPawns[c.Other()].Has(chess.NewSquare(file, c.Other().PawnRow())) {
		return false
	}
	return k == anyKind || b.canBecome(c, k, file+side)
}

// minCaptures returns the least number of captures by which the pawns of a color, and its men with promotions, can have come from files
// of their own. It returns impossible if they cannot: a pawn captures once a row at most.
func (b *backwardSearch) minCaptures(s *skeleton, c chess.Color) int8 {
	key := minCapturesKey{s.pawns[c], s.promotions[c], c}
	if n, ok := b.minCapturesCache[key]; ok {
		return n
	}
	// The assignment problem by dynamic programming: least[files] is the least cost at which the men so far came from these files.
	var least [256]int8
	men := 0
	addMan := func(cost *[8]int8) {
		for _, files := range fileSets[men] {
			if men > 0 && least[files] >= impossible {
				continue
			}
			for free := ^files; free != 0; free &= free - 1 {
				file := bits.TrailingZeros8(free)
				if next := files | 1<<file; cost[file] < impossible && least[files]+cost[file] < least[next] {
					least[next] = least[files] + cost[file]
				}
			}
		}
		men++
	}
	for files := range least[1:] {
		least[files+1] = impossible
	}
	for sq := range s.pawns[c].All() {
		var cost [8]int8
		rows := base.Abs(sq.Row() - c.PawnRow())
		for file := range 8 {
			if cost[file] = int8(base.Abs(file - sq.File())); int(cost[file]) > rows {
				cost[file] = impossible
			}
		}
		addMan(&cost)
	}
	for k, n := range s.promotions[c] {
		for range n {
			addMan(&b.capturesToPromote[c][k])
		}
	}
	best := int8(impossible)
	for _, files := range fileSets[men] {
		best = min(best, least[files])
	}
	b.minCapturesCache[key] = best
	return best
}

// fileSets holds the sets of files by their size.
var fileSets = func() (sets [9][]uint8) {
	for m := range 256 {
		n := bits.OnesCount8(uint8(m))
		sets[n] = append(sets[n], uint8(m))
	}
	return sets
}()

// countBlockedFiles returns the number of files on which a white pawn stands above a black one.
func (s *skeleton) countBlockedFiles() (n int32) {
	for f := range 8 {
		white, black := s.pawns[chess.White]&chess.FileBB(f), s.pawns[chess.Black]&chess.FileBB(f)
		if white != 0 && black != 0 && black.First().Row() < white.Last().Row() {
			n++
		}
	}
	return n
}

// returnableMen returns how many men of a color can still be given back to pawns that captured them.
func (b *backwardSearch) returnableMen(s *skeleton, c chess.Color) int {
	n := int(s.sparePawns[c]) - int(s.officersReturned[c][0]) - int(s.officersReturned[c][1])
	for _, count := range b.missing[c] {
		n += int(count)
	}
	return n
}

// officersFit reports whether the officers given back can have been among those that are missing.
func (b *backwardSearch) officersFit(s *skeleton, c chess.Color) bool {
	missing := &b.missing[c]
	free := missing[base.Knight] + missing[base.Rook] + missing[base.Queen]
	light, dark := s.officersReturned[c][0]-missing[base.LightBishop], s.officersReturned[c][1]-missing[base.DarkBishop]
	return max(light, 0)+max(dark, 0) <= free
}
