package chess

import (
	"iter"
	"math/bits"
	"strings"
)

// A Bitboard is a set of squares; bit sq is set when square sq belongs to it.
type Bitboard uint64

// Common sets of squares.
const (
	FileA Bitboard = 0x0101010101010101
	FileH Bitboard = FileA << 7
	Row1  Bitboard = 0xff
	Row8  Bitboard = Row1 << 56
	// DarkSquares holds a1 and all squares of its color.
	DarkSquares Bitboard = 0xaa55aa55aa55aa55
)

// FileBB returns the squares of a file, 0 to 7.
func FileBB(file int) Bitboard { return FileA << (file & 7) }

// RowBB returns the squares of a row, 0 to 7.
func RowBB(row int) Bitboard { return Row1 << (8 * (row & 7)) }

// BB returns the set that holds sq alone. For [NoSquare] it is empty.
func (sq Square) BB() Bitboard {
	if sq >= NoSquare {
		return 0
	}
	return 1 << (sq & 63)
}

// Has reports whether sq belongs to the set.
func (bb Bitboard) Has(sq Square) bool { return bb>>(sq&63)&1 != 0 && sq < NoSquare }

// Count returns the number of squares in the set.
func (bb Bitboard) Count() int { return bits.OnesCount64(uint64(bb)) }

// First returns the lowest square of the set, or [NoSquare] if it is empty.
func (bb Bitboard) First() Square { return Square(bits.TrailingZeros64(uint64(bb))) }

// Last returns the highest square of the set. The set must not be empty.
func (bb Bitboard) Last() Square { return Square(63 - bits.LeadingZeros64(uint64(bb))) }

// Many reports whether the set has more than one square.
func (bb Bitboard) Many() bool { return bb&(bb-1) != 0 }

// All yields the squares of the set in ascending order.
func (bb Bitboard) All() iter.Seq[Square] {
	return func(yield func(Square) bool) {
		for ; bb != 0; bb &= bb - 1 {
			if !yield(bb.First()) {
				return
			}
		}
	}
}

// String returns the set as eight lines of x and ., row 8 first.
func (bb Bitboard) String() string {
	var b strings.Builder
	for row := 7; row >= 0; row-- {
		for file := range 8 {
			b.WriteByte(".x"[bb>>(8*row+file)&1])
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// mirror exchanges the rows 1 and 8, 2 and 7, and so on.
func (bb Bitboard) mirror() Bitboard { return Bitboard(bits.ReverseBytes64(uint64(bb))) }
