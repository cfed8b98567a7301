package bound

import (
	"encoding/binary"

	"chesscensus/chess"
	"chesscensus/legality/internal/assign"
)

// Distances hold for every square the least number of moves from there to a
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

func (d *distances) clear() {
	for i := range d {
		d[i] = unreachable
	}
}

// officer makes d the distances of officers of role r (not a king) to the nearest of
// the free squares in targets, other men ignored but those on blocked squares.
//
// Lower bound: at every moment of a play the blocked squares hold men that neither
// move nor are captured, so that a real path of the officer is a path here.
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

// king makes d the distances of a king to the target by single steps. It never enters
// a square that is blocked or in attacked, the squares that enemy men on blocked
// squares always attack; but it may stand on an attacked one now and leave it, being
// in check.
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

// kingRegion returns the squares where d of the same arguments is finite.
func kingRegion(target, free, attacked chess.Bitboard) chess.Bitboard {
	seen := target
	for bb := target &^ attacked; bb != 0; {
		bb = chess.Steps(chess.King, bb) & free &^ seen
		seen |= bb
		bb &^= attacked
	}
	return seen
}

const (
	ones  = 0x0101010101010101
	highs = 0x80 * ones
	fars  = far * ones
)

// minBytes returns the lesser of each pair of bytes, all of them below 128.
func minBytes(x, y uint64) uint64 {
	m := (((x | highs) - y) & highs >> 7) * 255 // 255 where x >= y
	return y&m | x&^m
}

// spread holds for every set of files 255 in the bytes of its members.
var spread = func() (t [256]uint64) {
	for i := range t {
		for f := range 8 {
			if i>>f&1 != 0 {
				t[i] |= 255 << (8 * f)
			}
		}
	}
	return t
}()

// pawn makes d the least number of moves of a pawn of color c, and of what it turns
// into, for every square of the rows 2 to 7 where it may stand now: seed says what it
// costs when a square is reached (0 for a target, on the last row the distance of the
// promoted man to its target, unreachable where that ends nothing). At most k captures
// are made, no blocked square is entered, and a double step passes over a free square.
//
// It is a dynamic programme from the last row backwards. The distances of a row stand
// in the eight bytes of a word, all files are handled at once:
//
//	D(j, sq) = min(seed(sq), 1 + D(j, ahead), 1 + D(j, two ahead) from home,
//	               1 + D(j-1, ahead left), 1 + D(j-1, ahead right))
//
// where j is the number of captures left and only free squares are entered.
func (d *distances) pawn(c chess.Color, k int, free chess.Bitboard, seed *distances) {
	turn := c.BackRow() // rows are counted from the side of color c
	var start, enter, now, last [8]uint64
	for r := 1; r < 8; r++ {
		x := binary.LittleEndian.Uint64(seed[8*(r^turn):])
		m := (x & highs >> 7) * 255 // unreachable, since other values are below 128
		start[r] = x&^m | fars&m
		enter[r] = spread[free>>(8*(r^turn))&255]
	}
	for j := 0; ; j++ {
		now[7] = start[7]
		for r := 6; r > 0; r-- {
			x := minBytes(start[r], land(now[r+1], enter[r+1]))
			if r == 1 {
				x = minBytes(x, land(now[3], enter[2]&enter[3]))
			}
			if j > 0 {
				y := land(last[r+1], enter[r+1])
				x = minBytes(x, minBytes(y>>8|far<<56, y<<8|far))
			}
			now[r] = x
		}
		if j == k || now == last {
			break
		}
		last = now
	}
	d.clear()
	for r := 1; r < 7; r++ {
		x := now[r]
		m := ((x + (128-far)*ones) & highs >> 7) * 255 // 255 where x >= far
		binary.LittleEndian.PutUint64(d[8*(r^turn):], x|m)
	}
}

// land returns one more than the distances x of the squares that may be entered.
func land(x, enter uint64) uint64 { return (x+ones)&enter | fars&^enter }
