package board

import (
	"bytes"
	"math/bits"
)

// A Set is a set of squares, a bit for each.
type Set uint64

// Has reports whether a square is in a set.
func (s Set) Has(sq int8) bool { return s>>sq&1 != 0 }

// Size returns the number of squares of a set.
func Size(s Set) int { return bits.OnesCount64(uint64(s)) }

// RowSet returns the squares of a row.
func RowSet(row int8) Set { return 0xff << (8 * row) }

// DarkSet is the set of the dark squares.
const DarkSet Set = 0xaa55aa55aa55aa55

// Colors holds the light and the dark squares.
var Colors = [2]Set{^DarkSet, DarkSet}

// Colored returns the squares of the color of a square.
func Colored(sq int8) Set { return Colors[Color(sq)] }

// Squares returns the squares of a set as a list.
func Squares(s Set) (list []int8) {
	for ; s != 0; s &= s - 1 {
		list = append(list, int8(bits.TrailingZeros64(uint64(s))))
	}
	return list
}

// Near holds, by role and square, the squares one step away.
var Near = func() (near [lastRole + 1][64]Set) {
	for role := range near {
		for sq := range int8(64) {
			for _, d := range stepsOf[role].list {
				if to := At(File(sq)+d.file, Row(sq)+d.row); to != None {
					near[role][sq] |= 1 << to
				}
			}
		}
	}
	return near
}()

// Flood returns all squares that a man of a role reaches from some squares by steps past walls, and these squares themselves.
func Flood(role byte, from, walls Set) Set { return FloodUntil(role, from, walls, 0) }

// FloodUntil is like [Flood], but makes no steps from the squares ends.
func FloodUntil(role byte, from, walls, ends Set) Set {
	steps := &Near[role]
	reached := from
	for todo := from; todo != 0; {
		next := Set(0)
		for from := todo &^ ends; from != 0; from &= from - 1 {
			next |= steps[bits.TrailingZeros64(uint64(from))]
		}
		todo = next &^ walls &^ reached
		reached |= todo
	}
	return reached
}

// Files returns all squares of the files of some squares.
func Files(squares Set) (files Set) {
	for _, sq := range Squares(squares) {
		files |= AFile << File(sq)
	}
	return files
}

// PawnAttacks returns the squares that pawns of a side attack.
func PawnAttacks(pawns Set, black bool) Set {
	if black {
		return pawns>>7&^AFile | pawns>>9&^HFile
	}
	return pawns<<7&^HFile | pawns<<9&^AFile
}

// AFile and HFile hold the squares of the outermost files.
const AFile, HFile Set = 0x0101010101010101, 0x8080808080808080

// SquaresWith returns the squares with any of some men.
func (s *Setup) SquaresWith(men ...byte) (found Set) {
	for sq, man := range s.Men {
		if man != 0 && bytes.IndexByte(men, man) >= 0 {
			found |= 1 << sq
		}
	}
	return found
}

// Occupied returns the squares with men.
func Occupied(s *Setup) Set { return s.SquaresWith([]byte("PNBRQKpnbrqk")...) }

// Pawns returns the squares with pawns of both sides.
func Pawns(s *Setup) Set { return s.SquaresWith('P', 'p') }

// PawnsOf returns the squares with pawns of a side.
func PawnsOf(s *Setup, black bool) Set { return s.SquaresWith(Man('P', black)) }

// CastlingMen returns the squares of kings and rooks with castling rights.
func (s *Setup) CastlingMen() (found Set) {
	for i, h := range rightSquares {
		if s.Rights>>i&1 != 0 {
			found |= 1<<h[0] | 1<<h[1]
		}
	}
	return found
}

// Homes returns the squares where officers or the king of a side and role begin.
func Homes(role byte, black bool) Set { return Start.withMan(RowSet(HomeRow(black)), Man(role, black)) }

// Origins returns the squares where a man of a role can have entered the game, by beginning there, castling, or promotion.
func Origins(role byte, black bool) Set {
	squares := Homes(role, black)
	row := HomeRow(black)
	switch role {
	case 'K':
		return squares | 1<<At(2, row) | 1<<At(6, row)
	case 'R':
		squares |= 1<<At(3, row) | 1<<At(5, row)
	}
	return squares | RowSet(HomeRow(!black))
}

// RowsRisen returns how many rows above its pawn row a pawn stands.
func RowsRisen(sq int8, black bool) int8 {
	return (Row(sq)-HomeRow(black))*Ahead(black) - 1
}
