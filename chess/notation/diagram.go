package notation

import (
	"strings"

	"chesscensus/chess"
)

// TTY returns a diagram as a teletype of 1979 drew it: eight lines with row 8 first, two characters a square, a minus sign before
// Black's men, a full stop for an empty light square and a star for an empty dark one.
func TTY(b *chess.Board) string {
	var s strings.Builder
	for r := 7; r >= 0; r-- {
		for f := range 8 {
			sq := chess.NewSquare(f, r)
			man := b.At(sq)
			sign, letter := byte(' '), man.Role().Letter()
			switch {
			case man == chess.NoPiece:
				letter = ".*"[b2i(sq.Dark())]
			case man.Color() == chess.Black:
				sign = '-'
			}
			s.WriteByte(sign)
			s.WriteByte(letter)
		}
		s.WriteByte('\n')
	}
	return s.String()
}

// Figurines returns a diagram in figurines with the names of rows and files: ♔ and the like for White, ♚ for Black, a dot for an
// empty light square and a colon for an empty dark one. The first row of the side from is at the bottom.
func Figurines(b *chess.Board, from chess.Color) string {
	var s strings.Builder
	for i := range 8 {
		r := 7 - i
		if from == chess.Black {
			r = i
		}
		s.WriteByte('1' + byte(r))
		for j := range 8 {
			f := j
			if from == chess.Black {
				f = 7 - j
			}
			sq := chess.NewSquare(f, r)
			s.WriteByte(' ')
			if man := b.At(sq); man != chess.NoPiece {
				s.WriteRune(FigurineOf(man))
			} else {
				s.WriteByte(".:"[b2i(sq.Dark())])
			}
		}
		s.WriteByte('\n')
	}
	files := "  a b c d e f g h\n"
	if from == chess.Black {
		files = "  h g f e d c b a\n"
	}
	return s.String() + files
}
