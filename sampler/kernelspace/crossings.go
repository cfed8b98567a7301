package kernelspace

import "math/bits"

// Crossings are the pawns that cross the boundary between two files in the course of a game,
// in order, two bits each, the earliest lowest: the color, and whether it goes to the left.
// The highest bit set marks the end. Each crossing is a capture.
type crossings uint16

const noCrossings crossings = 1

func (m crossings) len() int            { return (bits.Len16(uint16(m)) - 1) / 2 }
func (m crossings) color(i int) int     { return int(m >> (2 * i) & 1) }
func (m crossings) leftward(i int) bool { return m>>(2*i)&2 != 0 }

// add returns the list with a crossing more.
func (m crossings) add(color int, leftward bool) crossings {
	n := 2 * m.len()
	l := crossings(color)
	if leftward {
		l |= 2
	}
	return m&^(1<<n) | l<<n | 4<<n
}

// counts returns the number of crossings by color.
func (m crossings) counts() (n [2]int) {
	for i := range m.len() {
		n[m.color(i)]++
	}
	return n
}

// mirrored returns the list as seen with left and right exchanged.
func (m crossings) mirrored() crossings {
	n := 2 * m.len()
	return m ^ 0xaaaa&(1<<n-1)
}
