package bound

import (
	"encoding/binary"

	"chesscensus/chess"
	"chesscensus/legality/internal/assign"
)

// distances holds for every square the least number of moves from there to a
// target, unreachable if there is no way.
type distances [64]uint8

const (
	// unreachable is the distance where there is no way. All others are below far: a
	// shortest path of an officer or king is no longer than 64 squares, a pawn adds 6.
	unreachable = assign.Never
	// far stands for unreachable in sums of bytes that must stay below 128.
	far = 100
)

// fill writes the distance n to all squares of bb.
func (d *distances) fill(bb chess.Bitboard, n int) {
	for ; bb != 0; bb &= bb - 1 {
		d[bb.First()&63] = uint8(n)
	}
}

// clear sets all distances to unreachable.
func (d *distances) clear() {
	for i := range d {
		d[i] = unreachable
	}
}

// officer sets d to the distances of officers of role r (not a king) to the nearest of
// the free squares in targets. Only men on blocked squares are in the way.
//
// These are lower bounds: during the whole play the men on blocked squares neither move
// nor are captured, so that a real path of the officer is a path here.
func (d *distances) officer(r chess.Role, targets, free chess.Bitboard) {
	d.clear()
	d.fill(targets, 0)
	for bb, n := targets, 1; ; n++ {
		next := officerSteps(r, bb, free)
		if next == bb {
			return
		}
		d.fill(next&^bb, n)
		bb = next
	}
}

// king sets d to the distances of a king to the target by single steps. The king never
// enters a blocked square, nor one in attacked, the squares that enemy men on blocked
// squares always attack. But it may start on an attacked square, in check.
func (d *distances) king(target, free, attacked chess.Bitboard) {
	d.clear()
	d.fill(target, 0)
	seen := target
	for bb, n := target&^attacked, 1; bb != 0; n++ {
		next := chess.Steps(chess.King, bb) & free &^ seen
		d.fill(next, n)
		seen |= next
		bb = next &^ attacked
	}
}

// kingRegion returns the squares with a finite distance in [distances.king] of the same arguments.
func kingRegion(target, free, attacked chess.Bitboard) chess.Bitboard {
	seen := target
	for bb := target &^ attacked; bb != 0; {
		bb = chess.Steps(chess.King, bb) & free &^ seen
		seen |= bb
		bb &^= attacked
	}
	return seen
}

// Eight distances, those of a row, are handled as the bytes of one word.
const (
	ones  = 0x0101010101010101 // 1 in every byte
	highs = 0x80 * ones        // the highest bit of every byte
	fars  = far * ones
)

// highMask returns 255 in every byte of x whose highest bit is set, and 0 in the others.
func highMask(x uint64) uint64 { return (x & highs >> 7) * 255 }

// minBytes returns the lesser of each pair of bytes, all of them below 128.
func minBytes(x, y uint64) uint64 {
	m := highMask((x | highs) - y) // 255 where x >= y
	return y&m | x&^m
}

// byteMask holds for every set of files, given as 8 bits, 255 in the bytes of its files.
var byteMask = func() (t [256]uint64) {
	for i := range t {
		for f := range 8 {
			if i>>f&1 != 0 {
				t[i] |= 255 << (8 * f)
			}
		}
	}
	return t
}()

// pawn sets d to the least number of moves of a pawn of color c, and of the man it promotes to, from every square
// of the rows 2 to 7 to its target, and to unreachable on the other rows. The pawn makes at most k captures, enters
// no blocked square, and makes a double step over a free square only.
//
// The seed holds the moves still to make where the pawn may stop: 0 on a target, on the last row the distance of the
// promoted man to its target, and unreachable elsewhere.
//
// The distances are found by dynamic programming from the last row backwards, all files of a row at once:
//
//	D(j, sq) = min(seed(sq), 1 + D(j, ahead), 1 + D(j, two ahead) from home,
//	               1 + D(j-1, ahead left), 1 + D(j-1, ahead right))
//
// where j is the number of captures left and only free squares are entered.
func (d *distances) pawn(c chess.Color, k int, free chess.Bitboard, seed *distances) {
	turn := c.BackRow() // row r from the side of color c is r^turn
	// Words of a row each: the seed, a mask of free squares, and D for j and for j-1 captures.
	var start, enter, current, previous [8]uint64
	for r := 1; r < 8; r++ {
		x := binary.LittleEndian.Uint64(seed[8*(r^turn):])
		m := highMask(x) // unreachable, since other values are below 128
		start[r] = x&^m | fars&m
		enter[r] = byteMask[free>>(8*(r^turn))&255]
	}
	for j := 0; ; j++ {
		current[7] = start[7]
		for r := 6; r > 0; r-- {
			x := minBytes(start[r], enterCost(current[r+1], enter[r+1]))
			if r == 1 { // double step
				x = minBytes(x, enterCost(current[3], enter[2]&enter[3]))
			}
			if j > 0 {
				y := enterCost(previous[r+1], enter[r+1])
				x = minBytes(x, minBytes(y>>8|far<<56, y<<8|far)) // from files to the right and to the left
			}
			current[r] = x
		}
		if j == k || current == previous {
			break
		}
		previous = current
	}
	d.clear()
	for r := 1; r < 7; r++ {
		x := current[r]
		m := highMask(x + (128-far)*ones) // 255 where x >= far
		binary.LittleEndian.PutUint64(d[8*(r^turn):], x|m)
	}
}

// enterCost returns in every byte one more than the distance in x, or far if the byte of
// enter is 0: the square may not be entered.
func enterCost(x, enter uint64) uint64 { return (x+ones)&enter | fars&^enter }
