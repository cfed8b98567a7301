package kernelspace

import "math/bits"

// A crossings value lists the pawns that cross the boundary between two files in the course of a game,
// in the order of time. Crossing i has bits 2i, its color, and 2i+1, set if it goes to the left. The
// highest bit set marks the end. Each crossing is a capture.
type crossings uint16

const noCrossings crossings = 1

// len returns the number of crossings.
func (c crossings) len() int { return (bits.Len16(uint16(c)) - 1) / 2 }

// color returns the color of the pawn of crossing i.
func (c crossings) color(i int) int { return int(c >> (2 * i) & 1) }

// leftward reports whether crossing i goes to the left.
func (c crossings) leftward(i int) bool { return c>>(2*i)&2 != 0 }

// plus returns the list with one more crossing at its end.
func (c crossings) plus(color int, leftward bool) crossings {
	n := 2 * c.len()
	l := crossings(color)
	if leftward {
		l |= 2
	}
	return c&^(1<<n) | l<<n | 4<<n
}

// counts returns the number of crossings by color.
func (c crossings) counts() (n [2]int) {
	for i := range c.len() {
		n[c.color(i)]++
	}
	return n
}

// mirrored returns the list as seen with left and right exchanged.
func (c crossings) mirrored() crossings {
	n := 2 * c.len()
	return c ^ 0xaaaa&(1<<n-1)
}
