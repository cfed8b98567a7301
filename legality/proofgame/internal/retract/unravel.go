package retract

import (
	"context"

	"chesscensus/chess"
	"chesscensus/legality/proofgame/internal/base"
	"chesscensus/legality/retro"
)

// Unraveling is extraction that goes on when all men are in the open, until pawns are back on files of their own. A kernel to a setup
// with a few pawn captures left is found at once. One with eighteen, as many as men are missing, is hard to find and to follow.
// Backwards, every capture that a pawn takes back on the way to its file brings such a setup nearer.

// Weights in the measure, besides ways out and demotions, by variant: of a capture that pawns need to get back to files of their own,
// and of a quarter of the entanglement.
var (
	unravelCaptures = [...]int32{6, 10, 4, 8}
	unravelTangles  = [...]int32{1, 2, 8, 4}
)

// fewCaptures is the number of captures that pawns may still need in a loose setup.
const fewCaptures = 2

// captureLeft is the weight of a capture that pawns still need in Remaining of a Line.
const captureLeft = 4

// An unraveling is a variant of Unravel. The zero value belongs to other methods.
type unraveling struct {
	captureWeight, tangleWeight int32 // of a capture that pawns need, and of a quarter of the entanglement
	goalLacking                 int32 // captures that the pawns of the goal need beyond the men that are missing
	pruneLacking                bool  // setups that lack more are pruned
}

// Unravel does the same as Extract with demote, but captures and entanglement count in the measure too, and ways out are strict
// (wayFinder). The seed chooses a variant.
func (x *Retractor) Unravel(ctx context.Context, goal chess.Setup, seed uint64, setups int, kernels retro.Kernels) (Line, bool) {
	x.chooseExtraction(seed, true)
	h := base.Mix(seed + 1)
	e := &x.extraction
	e.captureWeight, e.tangleWeight, e.finder.strict = unravelCaptures[h%4], unravelTangles[h>>8%4], true
	e.pruneLacking = h>>16%2 == 0
	e.finder.setSetup(&goal)
	_, e.goalLacking = e.finder.pawnCaptures()
	return x.search(ctx, goal, seed, setups, kernels)
}

// addUnraveling adds the captures still needed and the entanglement to the measure of a node. A setup that lacks more captures than the
// goal, since too many men were given back, measures more; with pruneLacking it is pruned.
func (d *disentangling) addUnraveling(n *node) {
	e := &d.extraction
	captures, lacking := e.finder.pawnCaptures()
	n.pawnCaptures = captures + lackingWeight*max(lacking-e.goalLacking, 0)
	n.measure += e.captureWeight*n.pawnCaptures + e.tangleWeight*d.entanglement(&n.setup)/4
	if e.pruneLacking && lacking > e.goalLacking {
		n.measure = prunedMeasure
	}
}

// lackingWeight is the number of captures that count as much as one that is lacking.
const lackingWeight = 3

// pawnCaptures returns the least number of captures that pawns need to get back to files of their own, and how many of these exceed the
// men that are missing. Men that have to become pawns again on the way count as pawns. Of two pawns that have passed each other on a
// file one has captured; if one of them can have come only from behind, it was the other.
func (w *wayFinder) pawnCaptures() (total, lacking int32) {
	var pawns [2][8]chess.Bitboard // by color and file, with those that have promoted
	var need [2]int32              // by color, captures by its pawns
	for c := chess.White; c <= chess.Black; c++ {
		pawns[c], need[c] = w.pawnsBefore(c)
		need[c] += crossedFiles(&pawns[c])
	}
	// On each file with pawns that have passed each other, one color needs one more capture: the one whose pawn need not have come
	// straight. If both may have captured, the capture counts in contested.
	contested := int32(0)
	straight := (w.onlyFromBehind[chess.White] | w.onlyFromBehind[chess.Black] | w.fixed) & w.board.Of(chess.Pawn)
	whiteStraight, blackStraight := straight&w.board.Colored(chess.White), straight&w.board.Colored(chess.Black)
	for f := range 8 {
		white, black := pawns[chess.White][f], pawns[chess.Black][f]
		if white == 0 || black == 0 || black.First().Row() >= white.Last().Row() {
			continue
		}
		switch {
		case white&whiteStraight&^(black.First().BB()-1) != 0: // above the lowest black pawn
			need[chess.Black]++
		case black&blackStraight&(white.Last().BB()-1) != 0: // below the highest white pawn
			need[chess.White]++
		default:
			contested++
		}
	}
	slack := int32(0) // missing men, of both colors, that these captures leave for the contested ones
	for c := chess.White; c <= chess.Black; c++ {
		them := c.Other()
		spare := int32(16-w.board.Colored(them).Count()-bishopsTakenAtHome(w.board, them)) - need[c]
		slack += max(spare, 0)
		lacking += max(-spare, 0)
	}
	return need[chess.White] + need[chess.Black] + contested, lacking + max(contested-slack, 0)
}

// bishopsTakenAtHome returns the number of bishops of a color that were captured at home, behind pawns that have not moved. No pawn can
// have captured them there.
func bishopsTakenAtHome(b *chess.Board, c chess.Color) (n int) {
	for bb := initial.Pieces(c, chess.Bishop) &^ b.Pieces(c, chess.Bishop); bb != 0; bb &= bb - 1 {
		if chess.PawnAttacks(c, bb.First())&^b.Pieces(c, chess.Pawn) == 0 {
			n++
		}
	}
	return n
}

// pawnsBefore returns the pawns of a color by file, and the number of captures by which men promoted that have to become pawns again.
// These count among the pawns. Each has a free square on its file, the first from the enemy's pawn row on.
func (w *wayFinder) pawnsBefore(c chess.Color) (files [8]chess.Bitboard, captures int32) {
	for f := range files {
		files[f] = w.board.Pieces(c, chess.Pawn) & chess.FileBB(f)
	}
	addPawn := func() {
		square := chess.RowBB(c.Other().PawnRow()) & chess.FileBB(w.pawnFile)
		for files[w.pawnFile]&square != 0 {
			square = square.Ahead(c.Other())
		}
		files[w.pawnFile] |= square
		captures += int32(w.promotionCaptures)
	}
	men := surplusOfficers(w.board, func(color chess.Color, men chess.Bitboard, excess int) {
		for bb := men; bb != 0 && color == c && excess > 0; bb &= bb - 1 {
			if w.officerWay(bb.First(), c, true); w.pawnFile >= 0 {
				addPawn()
				excess--
			}
		}
	})
	for bb := w.officers & w.board.Colored(c) &^ men; bb != 0; bb &= bb - 1 {
		if w.officerWay(bb.First(), c, false); w.pawnFile >= 0 {
			addPawn()
		}
	}
	return files, captures
}

// crossedFiles returns the least number of files that pawns have to cross in all until each has a file of its own. Some cheapest
// assignment keeps the order of the pawns, so that least[target] is the minimum for the pawns so far on the files below target.
func crossedFiles(files *[8]chess.Bitboard) int32 {
	const unreachable = 100
	least := [9]int32{}
	for file, pawns := range files {
		for range pawns.Count() {
			next := [9]int32{unreachable}
			for target := range 8 {
				next[target+1] = min(next[target], least[target]+int32(max(file-target, target-file)))
			}
			least = next
		}
	}
	return least[8]
}
