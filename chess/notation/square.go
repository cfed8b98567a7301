package notation

import "chesscensus/chess"

// fileNames holds the names of the files a to h in descriptive notation, for both sides.
var fileNames = [8]string{"QR", "QN", "QB", "Q", "K", "KB", "KN", "KR"}

// rowFrom returns the row of sq as the given side counts it, 0 to 7 from its own first row.
func rowFrom(c chess.Color, sq chess.Square) int {
	if c == chess.Black {
		return 7 - sq.Row()
	}
	return sq.Row()
}

// SquareName returns the full name of a square in descriptive notation as the given side calls it: e4 is "K4" to White and "K5" to
// Black, and a1 "QR1" and "QR8". It returns "-" for [chess.NoSquare].
func SquareName(c chess.Color, sq chess.Square) string {
	if !sq.Valid() {
		return "-"
	}
	return string(appendSquare(nil, c, sq, fullName))
}

// A form is how much of a square is written.
type form uint8

const (
	noSquare  form = iota // nothing
	shortName             // without the wing: B3 for QB3 or KB3
	fullName              // QB3
)

// appendSquare appends a square as the given side calls it.
func appendSquare(dst []byte, c chess.Color, sq chess.Square, f form) []byte {
	name := fileNames[sq.File()]
	if f == shortName {
		name = name[len(name)-1:]
	}
	return append(append(dst, name...), '1'+byte(rowFrom(c, sq)))
}

// formMask returns the squares that the name of sq in the given form may denote. The set is the same for both sides.
func formMask(sq chess.Square, f form) chess.Bitboard {
	switch f {
	case noSquare:
		return ^chess.Bitboard(0)
	case fullName:
		return sq.BB()
	}
	files := chess.FileBB(sq.File())
	if other := 7 - sq.File(); other != 3 && other != 4 { // K and Q files have one name each
		files |= chess.FileBB(other)
	}
	return files & chess.RowBB(sq.Row())
}

// A place holds the properties of a square that a text states, whatever the side: a set of files, bit 0 for QR, and a row as the
// mover counts it, or -1 for any.
type place struct {
	files uint8
	row   int8
}

// anyPlace is the place of a text that states nothing.
var anyPlace = place{0xff, -1}

// squares returns the squares of a place as the given side names them.
func (pl place) squares(c chess.Color) chess.Bitboard {
	bb := chess.Bitboard(pl.files) * chess.FileA // the files as a pattern in every row
	if pl.row < 0 {
		return bb
	}
	r := int(pl.row)
	if c == chess.Black {
		r = 7 - r
	}
	return bb & chess.RowBB(r)
}
