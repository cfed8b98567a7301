package board

import (
	"bytes"
	"math/bits"
)

// A Set is a set of squares, a bit for each.
type Set uint64

// Has reports whether a square is in a set.
func (s Set) Has(sq int8) bool { return s>>sq&1 != 0 }

// Size is the number of squares.
func Size(s Set) int { return bits.OnesCount64(uint64(s)) }

// RowSet is the set of squares of a row.
func RowSet(row int8) Set { return 0xff << (8 * row) }

// DarkSet is the set of the dark squares.
const DarkSet Set = 0xaa55aa55aa55aa55

// Colors are the light and the dark squares.
var Colors = [2]Set{^DarkSet, DarkSet}

// Colored is the set of squares of the color of a square.
func Colored(sq int8) Set { return Colors[Color(sq)] }

// Squares lists a set.
func Squares(s Set) (list []int8) {
	for ; s != 0; s &= s - 1 {
		list = append(list, int8(bits.TrailingZeros64(uint64(s))))
	}
	return list
}

// Near holds, by role, the squares one step away from each.
var Near = func() (near [lastRole + 1][64]Set) {
	for role := range near {
		for sq := range int8(64) {
			for _, d := range steps[role].list {
				if to := At(File(sq)+d.file, Row(sq)+d.row); to != None {
					near[role][sq] |= 1 << to
				}
			}
		}
	}
	return near
}()

// Flood returns all squares that a man of a role reaches from some by steps past walls.
func Flood(role byte, from, walls Set) Set { return Roam(role, from, walls, 0) }

// Roam is Flood without steps from some squares.
func Roam(role byte, from, walls, ends Set) Set {
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

// Files is the set of all squares of the files on which there are some squares.
func Files(squares Set) (files Set) {
	for _, sq := range Squares(squares) {
		files |= AFile << File(sq)
	}
	return files
}

// Covered is the set of squares that pawns of a side attack.
func Covered(pawns Set, black bool) Set {
	if black {
		return pawns>>7&^AFile | pawns>>9&^HFile
	}
	return pawns<<7&^HFile | pawns<<9&^AFile
}

// The outermost files.
const AFile, HFile Set = 0x0101010101010101, 0x8080808080808080

// Of is the set of squares with men of some letters.
func (s *Setup) Of(men ...byte) (found Set) {
	for sq, man := range s.Men {
		if man != 0 && bytes.IndexByte(men, man) >= 0 {
			found |= 1 << sq
		}
	}
	return found
}

// MenOf is the set of squares with men.
func MenOf(s *Setup) Set { return s.Of([]byte("PNBRQKpnbrqk")...) }

// Pawns is the set of squares with pawns.
func Pawns(s *Setup) Set { return s.Of('P', 'p') }

// PawnsOf is that of a side.
func PawnsOf(s *Setup, black bool) Set { return s.Of(Man('P', black)) }

// Entitled is the set of squares of kings and rooks with castling rights.
func (s *Setup) Entitled() (found Set) {
	for i, h := range rightHomes {
		if s.Rights>>i&1 != 0 {
			found |= 1<<h[0] | 1<<h[1]
		}
	}
	return found
}

// Homes are the squares where men of a role begin.
func Homes(role byte, black bool) Set { return Start.among(RowSet(HomeRow(black)), Man(role, black)) }

// Origins are the squares where a man of a role can have entered the game.
func Origins(role byte, black bool) Set {
	o := Homes(role, black)
	row := HomeRow(black)
	switch role {
	case 'K':
		return o | 1<<At(2, row) | 1<<At(6, row)
	case 'R':
		o |= 1<<At(3, row) | 1<<At(5, row)
	}
	return o | RowSet(HomeRow(!black))
}

// Risen returns how many rows above its pawn row a pawn stands.
func Risen(sq int8, black bool) int8 {
	return (Row(sq)-HomeRow(black))*Ahead(black) - 1
}
