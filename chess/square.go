package chess

import "fmt"

// A Square is one of the 64 squares, a1 = 0, b1 = 1, ..., h1 = 7, a2 = 8, ..., h8 = 63, or [NoSquare].
type Square uint8

// The squares by name. NoSquare stands for the absence of a square, such as no en passant.
const (
	A1, B1, C1, D1, E1, F1, G1, H1 Square = 8 * iota, 8*iota + 1, 8*iota + 2, 8*iota + 3, 8*iota + 4, 8*iota + 5, 8*iota + 6, 8*iota + 7
	A2, B2, C2, D2, E2, F2, G2, H2
	A3, B3, C3, D3, E3, F3, G3, H3
	A4, B4, C4, D4, E4, F4, G4, H4
	A5, B5, C5, D5, E5, F5, G5, H5
	A6, B6, C6, D6, E6, F6, G6, H6
	A7, B7, C7, D7, E7, F7, G7, H7
	A8, B8, C8, D8, E8, F8, G8, H8

	NoSquare Square = 64
)

// NewSquare returns the square on the given file (0 to 7 for a to h) and row (0 to 7 for 1 to 8). It panics if either is out of
// range.
func NewSquare(file, row int) Square {
	if uint(file) > 7 || uint(row) > 7 {
		panic("chess: square out of range")
	}
	return Square(row<<3 | file)
}

// ParseSquare reads a square in algebraic notation, "a1" to "h8".
func ParseSquare(s string) (Square, error) {
	if sq, ok := squareOf(s); ok {
		return sq, nil
	}
	return NoSquare, fmt.Errorf("chess: %s is not a square (want a1 to h8)", quote(s))
}

// squareOf reads the name of a square and reports whether it is one.
func squareOf(s string) (Square, bool) {
	if len(s) == 2 && s[0] >= 'a' && s[0] <= 'h' && s[1] >= '1' && s[1] <= '8' {
		return Square((s[1]-'1')<<3 | (s[0] - 'a')), true
	}
	return NoSquare, false
}

// File returns 0 to 7 for the files a to h.
func (sq Square) File() int { return int(sq & 7) }

// Row returns 0 to 7 for the rows 1 to 8.
func (sq Square) Row() int { return int(sq >> 3) }

// Valid reports whether sq is one of the 64 squares.
func (sq Square) Valid() bool { return sq < NoSquare }

// Dark reports whether sq is a dark square; a1 is.
func (sq Square) Dark() bool { return (sq>>3+sq)&1 == 0 }

// Mirror returns the square with the rows exchanged, a1 for a8.
func (sq Square) Mirror() Square { return sq ^ 56 }

// String returns the name of the square, or "-" for [NoSquare].
func (sq Square) String() string {
	return string(sq.append(nil))
}

// append appends the name of the square to dst.
func (sq Square) append(dst []byte) []byte {
	if !sq.Valid() {
		return append(dst, '-')
	}
	return append(dst, 'a'+byte(sq&7), '1'+byte(sq>>3))
}
