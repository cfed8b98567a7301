package proofkernel

import (
	"math/bits"

	"chesscensus/chess"
)

// A column is the pawns of one file from row 1 upwards: bit i is set if pawn i is black, and the highest bit set marks the end.
// For example, 0b1_01 has a black pawn below a white one. There is room for all 16 pawns.
type column uint32

const (
	emptyColumn column = 1
	startColumn column = 1<<2 | 1<<1 // a white pawn below a black one
)

// The pawns of a column have indices from 0, the lowest, to len()-1. The functions black and color are about pawn i, and without
// returns the column without this pawn.
func (c column) len() int             { return bits.Len32(uint32(c)) - 1 }
func (c column) black(i int) bool     { return c>>i&1 != 0 }
func (c column) color(i int) int      { return int(c >> i & 1) }
func (c column) without(i int) column { return c>>(i+1)<<i | c&(1<<i-1) }

// with returns the column with a pawn of the color inserted at index i.
func (c column) with(i, color int) column {
	return (c>>i<<1|column(color))<<i | c&(1<<i-1)
}

// recolored returns the column with pawn i of the color.
func (c column) recolored(i, color int) column { return c&^(1<<i) | column(color)<<i }

// append returns the column with a pawn of the color on top.
func (c column) append(color int) column { return c.with(c.len(), color) }

// pawns returns the indices of the pawns of a color as a set of bits.
func (c column) pawns(color int) uint32 {
	body := uint32(c) ^ 1<<c.len()
	if color == black {
		return body
	}
	return ^body & (1<<c.len() - 1)
}

// count returns the number of pawns of a color.
func (c column) count(color int) int { return bits.OnesCount32(c.pawns(color)) }

// faces reports whether a pawn of the other color stands before pawn i, which is of the color.
func (c column) faces(i, color int) bool {
	if color == black {
		return c.pawns(white)&(1<<i-1) != 0
	}
	return c.pawns(black)>>i != 0
}

// full reports whether all eight pawns of a color are in the column.
func (c column) full(color int) bool { return c.count(color) == 8 }

// movable returns the indices of the pawns of a color that may leave or be taken: all but those that f says never moved.
func (c column) movable(color int, f fixed) uint32 {
	p := c.pawns(color)
	if color == white && f&fixedWhite != 0 {
		p &^= 1
	}
	if color == black && f&fixedBlack != 0 {
		p &^= 1 << (c.len() - 1)
	}
	return p
}

// slots returns the indices at which a pawn may be inserted: not below a white pawn that never moved, and not above such a black
// one.
func (c column) slots(f fixed) uint32 {
	n := c.len()
	s := uint32(1)<<(n+1) - 1
	if f&fixedWhite != 0 {
		s &^= 1
	}
	if f&fixedBlack != 0 {
		s &^= 1 << n
	}
	return s
}

// distinctSlots returns the slots without those that give the same column as another slot.
func (c column) distinctSlots(color int, f fixed) uint32 {
	s := c.slots(f)
	top := uint32(1) << (bits.Len32(s) - 1)
	return s&^c.pawns(color) | top
}

// runs returns the lowest index of each run of neighboring indices of a set. Which pawn of a run of one color is taken away does
// not matter to the column (Lemma 2).
func runs(set uint32) uint32 { return set &^ (set << 1) }

// extra matches the column with a goal. If the column is black pawns, the goal, white pawns, from the bottom up (Lemma 3), it
// returns the numbers of pawns outside the goal by color. The match is unique, since the numbers of pawns fix it.
func (c column) extra(goal column) (n [2]int, ok bool) {
	n[white] = c.count(white) - goal.count(white)
	n[black] = c.count(black) - goal.count(black)
	if n[white] < 0 || n[black] < 0 {
		return n, false
	}
	want := (goal ^ 1<<goal.len()) << n[black] // goal, above white and below black
	want |= 1<<n[black] - 1                    // black pawns below
	return n, want == c^1<<c.len()
}

// A fixed tells which pawns of a file have never moved.
type fixed uint8

const (
	fixedWhite fixed = 1 << iota
	fixedBlack
)

// Colors are indices here.
const (
	white = int(chess.White)
	black = int(chess.Black)
)
