package bound

import (
	"chesscensus/chess"
	"chesscensus/legality/internal/assign"
)

const (
	// layoutSlots is the number of layouts that a goal keeps for each color.
	layoutSlots = 16
	// maxColumns is at least the largest number of assigned units: the 15 men of a side without the king.
	maxColumns = assign.Max
)

// A layout holds the columns for the goal's units of one color, given the blocked squares: from where each can be
// reached, and the distances. It is a function of the goal and of its key.
type layout struct {
	layoutKey

	color       chess.Color
	columns     int // their number: the goal's units that are neither kings nor blocked
	square      [maxColumns]chess.Square
	role        [maxColumns]chess.Role
	reach       [maxColumns]chess.Bitboard // from where a man of the role reaches the square
	promo       [maxColumns]chess.Bitboard // from where a pawn reaches it after promotion
	pawnColumns int                        // number of the goal's pawns, whose columns come first
	layers      [maxColumns]layers         // of these pawns: reach by the number of captures
	attacked    chess.Bitboard             // squares that the king cannot enter
	kingReach   chess.Bitboard             // from where the king reaches its square

	measures
}

// A layoutKey holds all that a layout depends on, beside goal and color.
type layoutKey struct {
	valid    bool
	free     chess.Bitboard // not blocked
	captures int            // that pawns of the color may make
	promote  bool           // whether pawns may be promoted at all
}

// measures are the distances of a layout, computed at the first use.
type measures struct {
	measured bool
	kingWay  distances
	// row holds the distances to all columns for a man of a role on a square. For a pawn and
	// the column of an officer they include the promotion.
	row [chess.Queen + 1][64][maxColumns]uint8
	// price holds the column prices of the latest assignment, from which the next one starts.
	price assign.Prices
}

// layout returns the layout of color c for the squares blocked so far.
func (g *Goal) layout(c chess.Color) *layout {
	s := &g.sides[c]
	free, promote := ^g.blocked, s.excessPawns > 0
	h := uint64(g.blocked)*0x9e3779b97f4a7c15 ^ uint64(s.captures)<<61
	h *= 0xd6e8feb86659fd93
	layout := &g.layouts[c][h>>60%layoutSlots]
	if !layout.valid || layout.free != free || layout.captures != s.captures || layout.promote != promote {
		layout.free, layout.captures, layout.promote, layout.color = free, s.captures, promote, c
		layout.measured = false
		layout.valid = true
		layout.prepare(g)
	}
	return layout
}

// prepare fills in the columns and the squares from which they are reached.
//
// The pawn that has just made a double step in the goal comes from its home square and
// nowhere else, if any move is made at all.
func (l *layout) prepare(g *Goal) {
	c, b := l.color, g.board
	units := b.Colored(c) &^ b.Of(chess.King) & l.free
	l.columns = 0
	for bb := units & b.Of(chess.Pawn); bb != 0; bb &= bb - 1 {
		target := bb & -bb
		byCaptures := &l.layers[l.columns]
		if target == g.facts.doubleStepTo {
			*byCaptures = layers{}
			for i := range byCaptures {
				byCaptures[i] = g.facts.doubleStepFrom
			}
		} else {
			*byCaptures = pawnLayers(c, target, l.free, l.captures)
		}
		l.add(target, chess.Pawn, byCaptures[l.captures], 0)
	}
	l.pawnColumns = l.columns
	for r := chess.Knight; r <= chess.Queen; r++ {
		first := l.columns
	next:
		for bb := units & b.Of(r); bb != 0; bb &= bb - 1 {
			target := bb & -bb
			for j := first; j < l.columns; j++ { // two places in one region have equal columns
				if l.reach[j]&target != 0 {
					l.add(target, r, l.reach[j], l.promo[j])
					continue next
				}
			}
			reach := chess.Flood(r, target, ^l.free)
			var promo chess.Bitboard
			if end := reach & chess.RowBB(c.LastRow()); l.promote && end != 0 {
				promo = pawnRegion(c, end, l.free, l.captures) & pawnRows
			}
			l.add(target, r, reach, promo)
		}
	}
	l.attacked = permanentAttacks(b, c.Other(), ^l.free)
	l.kingReach = kingRegion(b.Pieces(c, chess.King), l.free, l.attacked)
	l.price = assign.Prices{}
}

// add appends a column.
func (l *layout) add(target chess.Bitboard, r chess.Role, reach, promo chess.Bitboard) {
	if l.columns < maxColumns {
		l.square[l.columns], l.role[l.columns] = target.First(), r
		l.reach[l.columns], l.promo[l.columns] = reach, promo
		l.columns++
	}
}

// unreachableRow has the distance unreachable in every column.
var unreachableRow = [maxColumns]uint8{
	255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255}

// measure fills in the distances, unless they are there.
func (l *layout) measure(g *Goal) {
	if l.measured {
		return
	}
	l.measured = true
	l.kingWay.king(g.board.Pieces(l.color, chess.King), l.free, l.attacked)
	for r := range l.row {
		for sq := range l.row[r] {
			l.row[r][sq] = unreachableRow
		}
	}
	var seed, d distances
	seed.clear()
	for j := range l.columns {
		r, target := l.role[j], l.square[j].BB()
		switch {
		case target == g.facts.doubleStepTo: // only by the double step, the last move
			l.row[chess.Pawn][g.facts.doubleStepFrom.First()&63][j] = 1
			continue
		case r == chess.Pawn:
			seed.fill(target, 0)
			d.pawn(l.color, l.captures, l.free, &seed)
			seed.fill(target, unreachable)
		default: // an officer, and pawns that promote on the last row and then go there as the officer
			way := g.tables.officer(r, target, l.free)
			for sq, n := range way {
				l.row[r][sq][j] = n
			}
			if l.promo[j] == 0 {
				continue
			}
			row := chess.RowBB(l.color.LastRow())
			for bb := row & l.free; bb != 0; bb &= bb - 1 {
				seed[bb.First()&63] = way[bb.First()&63]
			}
			d.pawn(l.color, l.captures, l.free, &seed)
			seed.fill(row, unreachable)
		}
		for sq := 8; sq < 56; sq++ {
			l.row[chess.Pawn][sq][j] = d[sq]
		}
	}
}
