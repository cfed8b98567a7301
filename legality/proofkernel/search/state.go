package search

import (
	"math/bits"

	"chesscensus/chess"
)

// A state is a position of the kernel game: eight columns of pawns, counts of officers, and the captures left. It fits in two
// words, so that tables compare whole states, not hashes.
type state struct {
	cols uint64 // byte x is the column of file x
	rest uint64 // counts, captures left, the flag: see the shifts below
}

// A column is the pawns of one file from row 1 upwards: bit i is the color of the pawn at index i, and a 1 above them marks the
// end. The empty column is 1.
type column uint8

// Parts of state.rest: ten counts and two numbers of captures left, 4 bits each.
const (
	leftShift    = 4 * 2 * officers
	officersOnly = uint64(1) << (leftShift + 8) // flag: an officer took an officer, after which no pawn takes or is taken
	ageShift     = leftShift + 9                // a state has zeros from here; the table keeps a generation there
)

// maxCount is the largest value of a count, 4 bits: all men of a color but the king.
const maxCount = 15

// maxColumn is the greatest number of pawns in a column.
const maxColumn = 7

// column returns the column of a file.
func (s *state) column(file int) column { return column(s.cols >> (8 * file)) }

// setColumn replaces the column of a file.
func (s *state) setColumn(file int, c column) {
	s.cols = s.cols&^(0xff<<(8*file)) | uint64(c)<<(8*file)
}

// manShift returns the lowest bit of the count of officers m of color c in state.rest.
func manShift(c chess.Color, m Man) int { return 4 * (officers*int(c) + int(m-Queen)) }

// count returns the number of officers m of color c.
func (s *state) count(c chess.Color, m Man) int { return int(s.rest>>manShift(c, m)) & 15 }

// add and remove change the number of officers m of color c by one.
func (s *state) add(c chess.Color, m Man)    { s.rest += 1 << manShift(c, m) }
func (s *state) remove(c chess.Color, m Man) { s.rest -= 1 << manShift(c, m) }

// left returns how many captures color c still has to make.
func (s *state) left(c chess.Color) int { return int(s.rest>>(leftShift+4*c)) & 15 }

// totalLeft returns the captures left of both colors.
func (s *state) totalLeft() int { return s.left(chess.White) + s.left(chess.Black) }

// useCapture takes one off the captures left of color c.
func (s *state) useCapture(c chess.Color) { s.rest -= 1 << (leftShift + 4*c) }

// len returns the number of pawns.
func (c column) len() int { return bits.Len8(uint8(c)) - 1 }

// at returns the color of the pawn at index i.
func (c column) at(i int) chess.Color { return chess.Color(c>>i) & 1 }

// without returns the column without the pawn at index i.
func (c column) without(i int) column { return c>>(i+1)<<i | c&(1<<i-1) }

// with returns the column with a pawn inserted at index i.
func (c column) with(i int, color chess.Color) column {
	return (c>>i<<1|column(color))<<i | c&(1<<i-1)
}

// recolored returns the column with the pawn at index i exchanged for the other color.
func (c column) recolored(i int) column { return c ^ 1<<i }

// pawns returns the number of pawns of a color.
func (c column) pawns(color chess.Color) int {
	black := bits.OnesCount8(uint8(c)) - 1
	if color == chess.Black {
		return black
	}
	return c.len() - black
}

// foremost returns the index of the pawn at the end of the column to which a color moves, if it has that color, so that no pawn
// is ahead of it. Otherwise it returns -1.
func (c column) foremost(color chess.Color) int {
	n := c.len()
	switch {
	case n == 0:
		return -1
	case color == chess.White && c.at(n-1) == chess.White:
		return n - 1
	case color == chess.Black && c.at(0) == chess.Black:
		return 0
	}
	return -1
}

// foremostRun returns how many pawns of the color stand in a row at the end of the column to which it moves.
func (c column) foremostRun(color chess.Color) int {
	if color == chess.Black {
		return min(bits.TrailingZeros8(^uint8(c)), c.len())
	}
	k := c.len()
	return k - bits.Len8(uint8(c)^1<<k)
}

// apply returns the state after a move, which must be possible. A promoted victim leaves its column first. Index and ToIndex of
// the move are those of the columns without it.
func (s state) apply(m Move) state {
	them := m.Color.Other()
	s.useCapture(m.Color)
	switch {
	case m.Victim == Promoted:
		c := s.column(int(m.VictimFile))
		s.setColumn(int(m.VictimFile), c.without(c.foremost(them)))
	case m.Victim != Pawn:
		s.remove(them, m.Victim)
	}
	if m.Pawn {
		s.setColumn(int(m.File), s.column(int(m.File)).without(int(m.Index)))
	}
	to := s.column(int(m.ToFile))
	switch {
	case m.Promotion != NoMan:
		s.add(m.Color, m.Promotion)
	case m.Pawn && m.Victim == Pawn:
		s.setColumn(int(m.ToFile), to.recolored(int(m.ToIndex)))
	case m.Pawn:
		s.setColumn(int(m.ToFile), to.with(int(m.ToIndex), m.Color))
	case m.Victim == Pawn:
		s.setColumn(int(m.ToFile), to.without(int(m.ToIndex)))
	default:
		s.rest |= officersOnly
	}
	return s
}
