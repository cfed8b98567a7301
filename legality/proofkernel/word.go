package proofkernel

import (
	"math/bits"

	"chesscensus/chess"
)

// A BoundaryWord (Lemma 1) is the list of the pawns that cross the boundary between two neighboring files in the course of a
// game, in order. Each takes two bits, the earliest lowest; the highest bit set marks the end. As every crossing is a capture,
// and 15 men of each color can be taken, 61 bits suffice. The zero value is invalid; the empty word is [EmptyWord].
type BoundaryWord uint64

// EmptyWord is the word without letters: no pawn crosses.
const EmptyWord BoundaryWord = 1

// A letter is one crossing of a boundary word: the color of the pawn, plus leftward if it goes to the left.
type letter uint8

const (
	leftward letter = 2 // from file x+1 to file x; otherwise from x to x+1
)

func (l letter) color() int     { return int(l & 1) }
func (l letter) leftward() bool { return l&leftward != 0 }

// A word has letters 0, the earliest, to len()-1; at returns letter i, and add the word with one more letter.
func (w BoundaryWord) len() int        { return (bits.Len64(uint64(w)) - 1) / 2 }
func (w BoundaryWord) at(i int) letter { return letter(w >> (2 * i) & 3) }
func (w BoundaryWord) add(l letter) BoundaryWord {
	n := bits.Len64(uint64(w)) - 1
	return w&^(1<<n) | BoundaryWord(l)<<n | 4<<n
}

// Add returns the word with one more crossing, by a pawn of the color, from the right file to the left one or the other way.
func (w BoundaryWord) Add(c chess.Color, leftwards bool) BoundaryWord {
	l := letter(c)
	if leftwards {
		l |= leftward
	}
	return w.add(l)
}

// Flow returns the numbers of crossings by color, to the right and to the left.
func (w BoundaryWord) Flow() (right, left [2]int) {
	const even = 0x5555555555555555
	n := w.len()
	body := uint64(w) ^ 1<<(2*n)
	color, dir := body&even, body>>1&even
	left[black] = bits.OnesCount64(color & dir)
	left[white] = bits.OnesCount64(dir) - left[black]
	right[black] = bits.OnesCount64(color) - left[black]
	right[white] = n - left[white] - left[black] - right[black]
	return right, left
}

// isPrefixOf reports whether the other word begins with w.
func (w BoundaryWord) isPrefixOf(other BoundaryWord) bool {
	n := 2 * w.len()
	return w.len() <= other.len() && (uint64(w)^uint64(other))&(1<<n-1) == 0
}
