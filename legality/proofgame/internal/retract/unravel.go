package retract

import (
	"context"

	"chesscensus/chess"
	"chesscensus/legality/proofgame/internal/base"
	"chesscensus/legality/retro"
)

// Unraveling: extraction that goes on when all men are in the open, until pawns are back on files of their own. A kernel to a setup with a few
// pawn captures left is found at once; to one with eighteen, all men that are missing, it is not, and a planner that follows it is lost. Backwards
// every capture of a pawn that is taken back on the way to its file brings such a setup nearer.

// What counts in the measure besides ways out and demotions, by variant: a capture that pawns need to get back to files of their own, and
// a quarter of the entanglement.
var (
	unravelCaptures = [...]int32{6, 10, 4, 8}
	unravelTangles  = [...]int32{1, 2, 8, 4}
)

// fewCaptures is the number of captures of pawns that may be left in a setup that is unraveled.
const fewCaptures = 2

// captureLeft is what a capture of a pawn that is left counts in Left of a Line.
const captureLeft = 4

// An unraveling is the variant of Unravel that was chosen; the zero value says that the method is another one.
type unraveling struct {
	captureWeight, tangleWeight int32 // what a capture counts, and a quarter of the entanglement
	lacking                     int32 // captures that the pawns of the goal need beyond the men that are missing
	exact                       bool  // setups that lack more are pruned
}

// Unravel does what Extract does with demote, but captures and entanglement count in the measure too; the seed chooses a variant.
func (x *Retractor) Unravel(ctx context.Context, goal chess.Setup, seed uint64, setups int, kernels retro.Kernels) (Line, bool) {
	x.chooseExtraction(seed, true)
	h := base.Mix(seed + 1)
	z := &x.extraction
	z.captureWeight, z.tangleWeight, z.finder.strict = unravelCaptures[h%4], unravelTangles[h>>8%4], true
	z.exact = h>>16%2 == 0
	z.finder.set(&goal)
	_, z.lacking = z.finder.captures()
	return x.search(ctx, goal, seed, setups, kernels)
}

// addUnraveling adds the captures still needed and the entanglement to the measure of a node. A setup that lacks more captures than the goal,
// since too many men were given back, counts more, or is pruned if exact is set.
func (z *disentangling) addUnraveling(n *node) {
	d := &z.extraction
	captures, lacking := d.finder.captures()
	n.captures = captures + lackingWeight*max(lacking-d.lacking, 0)
	n.shut += d.captureWeight*n.captures + d.tangleWeight*z.entanglement(&n.setup)/4
	if d.exact && lacking > d.lacking {
		n.shut = prunedMeasure
	}
}

// lackingWeight is the number of captures that one that is lacking counts as.
const lackingWeight = 3

// captures returns how many captures pawns need at least to get back to files of their own, and how many of these exceed the men that are
// missing. Men that have to become pawns again on the way count as pawns. Of two pawns that have passed each other on a file one has
// captured; if one of them can have come only from behind, it is the other.
func (z *wayFinder) captures() (total, lacking int32) {
	var pawns [2][8]chess.Bitboard // by file, with those that have promoted
	var need [2]int32
	for c := chess.White; c <= chess.Black; c++ {
		pawns[c], need[c] = z.pawnsBefore(c)
		need[c] += toFiles(&pawns[c])
	}
	either := int32(0)
	behind := (z.onlyFromBehind[0] | z.onlyFromBehind[1] | z.fixed) & z.b.Of(chess.Pawn) // came from there alone
	straight := [2]chess.Bitboard{behind & z.b.Colored(0), behind & z.b.Colored(1)}
	for f := range 8 {
		w, k := pawns[chess.White][f], pawns[chess.Black][f]
		if w == 0 || k == 0 || k.First().Row() >= w.Last().Row() {
			continue
		}
		switch {
		case w&straight[chess.White]&^(k.First().BB()-1) != 0:
			need[chess.Black]++
		case k&straight[chess.Black]&(w.Last().BB()-1) != 0:
			need[chess.White]++
		default:
			either++
		}
	}
	slack := int32(0)
	for c := chess.White; c <= chess.Black; c++ {
		them := c.Other()
		left := int32(16-z.b.Colored(them).Count()-fallen(z.b, them)) - need[c]
		slack, lacking = slack+max(left, 0), lacking+max(-left, 0)
	}
	return need[0] + need[1] + either, lacking + max(either-slack, 0)
}

// fallen returns the number of bishops of a color that were taken at home, behind pawns that have not moved.
func fallen(b *chess.Board, c chess.Color) (n int) {
	for bb := initial.Pieces(c, chess.Bishop) &^ b.Pieces(c, chess.Bishop); bb != 0; bb &= bb - 1 {
		if chess.PawnAttacks(c, bb.First())&^b.Pieces(c, chess.Pawn) == 0 {
			n++
		}
	}
	return n
}

// pawnsBefore returns the pawns of a color by file, with men that have to become pawns again on their last rows but one, and how many of these
// captured when they promoted.
func (z *wayFinder) pawnsBefore(c chess.Color) (files [8]chess.Bitboard, taken int32) {
	for f := range files {
		files[f] = z.b.Pieces(c, chess.Pawn) & chess.FileBB(f)
	}
	again := func() {
		at := chess.RowBB(c.Other().PawnRow()) & chess.FileBB(z.source)
		for files[z.source]&at != 0 {
			at = at.Ahead(c.Other())
		}
		files[z.source] |= at
		taken += int32(z.taken)
	}
	men := surplus(z.b, func(d chess.Color, men chess.Bitboard, excess int) {
		for bb := men; bb != 0 && d == c && excess > 0; bb &= bb - 1 {
			if z.officerWay(bb.First(), c, true); z.source >= 0 {
				again()
				excess--
			}
		}
	})
	for bb := z.officers & z.b.Colored(c) &^ men; bb != 0; bb &= bb - 1 {
		if z.officerWay(bb.First(), c, false); z.source >= 0 {
			again()
		}
	}
	return files, taken
}

// toFiles returns the least number of files that pawns have to cross in all until each has a file of its own. Some cheapest assignment keeps
// the order of the pawns, so least[g] is the minimum for the pawns so far on the files below g.
func toFiles(files *[8]chess.Bitboard) int32 {
	const never = 100
	least := [9]int32{}
	for f, pawns := range files {
		for range pawns.Count() {
			next := [9]int32{never}
			for g := range 8 {
				next[g+1] = min(next[g], least[g]+int32(max(f-g, g-f)))
			}
			least = next
		}
	}
	return least[8]
}
