package kernel

import "math/bits"

// A message is the ordered list of the pawns that cross the boundary between two
// neighboring files in the course of a game, two bits each, the earliest lowest; the
// highest bit set marks the end. As every crossing is a capture, and 15 men of each
// color can be taken, 61 bits suffice.
type message uint64

const silence message = 1

// A letter of a message: who crosses, and in which direction.
type letter uint8

const (
	leftward letter = 2 // from file x+1 to file x; otherwise from x to x+1
)

func (l letter) color() int     { return int(l & 1) }
func (l letter) leftward() bool { return l&leftward != 0 }

func (m message) len() int        { return (bits.Len64(uint64(m)) - 1) / 2 }
func (m message) at(i int) letter { return letter(m >> (2 * i) & 3) }
func (m message) add(l letter) message {
	n := bits.Len64(uint64(m)) - 1
	return m&^(1<<n) | message(l)<<n | 4<<n
}

// flow counts the crossings by color: to the right and to the left.
func (m message) flow() (right, left [2]int) {
	const even = 0x5555555555555555
	n := m.len()
	body := uint64(m) ^ 1<<(2*n)
	color, dir := body&even, body>>1&even
	left[black] = bits.OnesCount64(color & dir)
	left[white] = bits.OnesCount64(dir) - left[black]
	right[black] = bits.OnesCount64(color) - left[black]
	right[white] = n - left[white] - left[black] - right[black]
	return right, left
}
