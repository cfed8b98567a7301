package bound

import (
	"chesscensus/chess"
	"chesscensus/legality/internal/assign"
)

const (
	// layoutSlots is the number of layouts that a goal keeps for each color.
	layoutSlots = 16
	// maxColumns is the largest number of units that are assigned: 15 and no king.
	maxColumns = assign.Max
)

// A layout is what the goal's units of one color need for given blocked squares: the
// columns of the assignment, from where each can be reached, and how far that is. It is
// a function of the goal and of the four fields of its key.
type layout struct {
	layoutKey

	color    chess.Color
	n        int // columns: the goal's units that are neither kings nor blocked
	square   [maxColumns]chess.Square
	role     [maxColumns]chess.Role
	reach    [maxColumns]chess.Bitboard // from where a man of the role reaches the square
	promo    [maxColumns]chess.Bitboard // from where a pawn reaches it after promotion
	pawns    int                        // the first columns, those of pawns
	layers   [maxColumns]layers         // reach of these by the number of captures
	attacked chess.Bitboard             // no king enters these
	king     chess.Bitboard             // from where the king reaches its square

	measures
}

// A layoutKey is what a layout depends on, beside goal and color.
type layoutKey struct {
	valid    bool
	free     chess.Bitboard // not blocked
	captures int            // that pawns of the color may make
	promote  bool           // whether pawns may be promoted at all
}

// measures are the distances of a layout, filled when one is asked for first.
type measures struct {
	measured bool
	kingWay  distances
	// row holds for a man of a role on a square the distances to all columns, with
	// promotion if it is a pawn and the column is not.
	row [chess.Queen + 1][64][maxColumns]uint8
	// price holds the column prices of the latest assignment, from which the next
	// one starts.
	price assign.Prices
}

// layout returns the layout of color c for what is now known.
func (g *Goal) layout(c chess.Color) *layout {
	s := &g.sides[c]
	free, promote := ^g.blocked, s.excess > 0
	h := uint64(g.blocked)*0x9e3779b97f4a7c15 ^ uint64(s.captures)<<61
	h *= 0xd6e8feb86659fd93
	x := &g.layouts[c][h>>60%layoutSlots]
	if !x.valid || x.free != free || x.captures != s.captures || x.promote != promote {
		x.free, x.captures, x.promote, x.color = free, s.captures, promote, c
		x.measured = false
		x.valid = true
		x.prepare(g)
	}
	return x
}

// prepare finds the columns and from where they are reached.
//
// The pawn that has just made a double step in the goal comes from its home square and
// nowhere else, if any move is made at all.
func (x *layout) prepare(g *Goal) {
	c, b := x.color, g.board
	units := b.Colored(c) &^ b.Of(chess.King) & x.free
	x.n = 0
	for bb := units & b.Of(chess.Pawn); bb != 0; bb &= bb - 1 {
		target := bb & -bb
		l := &x.layers[x.n]
		if target == g.shown.doubleStepTo {
			*l = layers{}
			for i := range l {
				l[i] = g.shown.doubleStepFrom
			}
		} else {
			*l = pawnLayers(c, target, x.free, x.captures)
		}
		x.add(target, chess.Pawn, l[x.captures], 0)
	}
	x.pawns = x.n
	for r := chess.Knight; r <= chess.Queen; r++ {
		first := x.n
	next:
		for bb := units & b.Of(r); bb != 0; bb &= bb - 1 {
			target := bb & -bb
			for j := first; j < x.n; j++ { // the same region again
				if x.reach[j]&target != 0 {
					x.add(target, r, x.reach[j], x.promo[j])
					continue next
				}
			}
			reach := chess.Flood(r, target, ^x.free)
			var promo chess.Bitboard
			if end := reach & chess.RowBB(c.LastRow()); x.promote && end != 0 {
				promo = pawnRegion(c, end, x.free, x.captures) & pawnRows
			}
			x.add(target, r, reach, promo)
		}
	}
	x.attacked = permanentAttacks(b, c.Other(), ^x.free)
	x.king = kingRegion(b.Pieces(c, chess.King), x.free, x.attacked)
	x.price = assign.Prices{}
}

// add appends a column.
func (x *layout) add(target chess.Bitboard, r chess.Role, reach, promo chess.Bitboard) {
	if x.n < maxColumns {
		x.square[x.n], x.role[x.n] = target.First(), r
		x.reach[x.n], x.promo[x.n] = reach, promo
		x.n++
	}
}

// measure fills in the distances.
func (x *layout) measure(g *Goal) {
	if x.measured {
		return
	}
	x.measured = true
	x.kingWay.king(g.board.Pieces(x.color, chess.King), x.free, x.attacked)
	for r := range x.row {
		for sq := range x.row[r] {
			x.row[r][sq] = [maxColumns]uint8{
				255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255}
		}
	}
	var seed, d distances
	seed.clear()
	for j := range x.n {
		r, target := x.role[j], x.square[j].BB()
		switch {
		case target == g.shown.doubleStepTo:
			x.row[chess.Pawn][g.shown.doubleStepFrom.First()&63][j] = 1
			continue
		case r == chess.Pawn:
			seed.fill(target, 0)
			d.pawn(x.color, x.captures, x.free, &seed)
			seed.fill(target, unreachable)
		default:
			way := g.tables.officer(r, target, x.free)
			for sq, n := range way {
				x.row[r][sq][j] = n
			}
			if x.promo[j] == 0 {
				continue
			}
			row := chess.RowBB(x.color.LastRow())
			for bb := row & x.free; bb != 0; bb &= bb - 1 {
				seed[bb.First()&63] = way[bb.First()&63]
			}
			d.pawn(x.color, x.captures, x.free, &seed)
			seed.fill(row, unreachable)
		}
		for sq := 8; sq < 56; sq++ {
			x.row[chess.Pawn][sq][j] = d[sq]
		}
	}
}
