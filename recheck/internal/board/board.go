// Package board is the board of package recheck: setups, FEN records, moves in algebraic
// notation, and moves taken back. It is written a second time on purpose: it shares no line
// with package chess and imports nothing of this module, so that a fault there does not hide
// a wrong verdict. It prefers what is plain to what is fast. A board is 64 letters; a move is
// legal if the position after it leaves no king to be taken; a move taken back counts if it
// can be played again and leads to the same setup.
package board

import "bytes"

// A Setup is a diagram, the side to move, castling rights and an en passant square. Setups
// can be compared with ==.
type Setup struct {
	// Men holds a letter for every square, a1 first, h1 eighth, h8 last: PNBRQK for White,
	// pnbrqk for Black, and 0 for an empty square.
	Men [64]byte
	// Black says that Black is to move.
	Black bool
	// Rights has bit i for the i-th letter of KQkq.
	Rights uint8
	// EP is the square behind a pawn that has just made a double step, or [None].
	EP int8
}

// None is no square.
const None = int8(-1)

// File and Row are numbered from 0.
func File(sq int8) int8 { return sq & 7 }

// Row is the number of the row less one.
func Row(sq int8) int8 { return sq >> 3 }

// At is the square of a file and a row, or [None] beyond the edge.
func At(file, row int8) int8 {
	if file < 0 || file > 7 || row < 0 || row > 7 {
		return None
	}
	return row*8 + file
}

// Color is 1 for a dark square, as a1 is, and 0 for a light one.
func Color(sq int8) int { return 1 &^ int(File(sq)+Row(sq)) }

// Role returns the white letter of a man, or 0.
func Role(man byte) byte { return man &^ 0x20 }

// IsBlack reports whether a letter is that of a black man.
func IsBlack(man byte) bool { return man&0x20 != 0 }

// Man returns the letter of a role for a side.
func Man(role byte, black bool) byte {
	if black {
		return role | 0x20
	}
	return role
}

// Owned reports whether a man, or an empty square, is a man of the side.
func Owned(man byte, black bool) bool { return man != 0 && IsBlack(man) == black }

// step is a step over files and rows.
type step struct{ file, row int8 }

var (
	straight = []step{{1, 0}, {-1, 0}, {0, 1}, {0, -1}}
	diagonal = []step{{1, 1}, {1, -1}, {-1, 1}, {-1, -1}}
	all      = append(append([]step{}, straight...), diagonal...)
	leaps    = []step{{1, 2}, {2, 1}, {-1, 2}, {-2, 1}, {1, -2}, {2, -1}, {-1, -2}, {-2, -1}}
)

// steps returns the steps of an officer or king, and whether it may repeat them.
func steps(role byte) (list []step, far bool) {
	switch role {
	case 'N':
		return leaps, false
	case 'K':
		return all, false
	case 'B':
		return diagonal, true
	case 'R':
		return straight, true
	case 'Q':
		return all, true
	}
	return nil, false
}

// Ahead is the direction in which the pawns of a side go.
func Ahead(black bool) int8 {
	if black {
		return -1
	}
	return 1
}

// HomeRow is the row on which the officers of a side begin.
func HomeRow(black bool) int8 {
	if black {
		return 7
	}
	return 0
}

// Reach appends the squares to which an officer or king of a role goes from a square over
// empty squares: empty ones, and the first man in every direction.
func (s *Setup) Reach(dst []int8, role byte, from int8) []int8 {
	list, far := steps(role)
	for _, d := range list {
		for sq := At(File(from)+d.file, Row(from)+d.row); sq != None; sq = At(File(sq)+d.file, Row(sq)+d.row) {
			dst = append(dst, sq)
			if !far || s.Men[sq] != 0 {
				break
			}
		}
	}
	return dst
}

// Attackers appends the squares of the men of a side that attack a square.
func (s *Setup) Attackers(dst []int8, sq int8, black bool) []int8 {
	var buffer [28]int8
	for _, role := range []byte("NBRQK") {
		for _, at := range s.Reach(buffer[:0], role, sq) {
			if s.Men[at] == Man(role, black) {
				dst = append(dst, at)
			}
		}
	}
	for _, file := range []int8{-1, 1} {
		if at := At(File(sq)+file, Row(sq)-Ahead(black)); at != None && s.Men[at] == Man('P', black) {
			dst = append(dst, at)
		}
	}
	return dst
}

// attacked reports whether there are any.
func (s *Setup) attacked(sq int8, black bool) bool {
	var buffer [16]int8
	return len(s.Attackers(buffer[:0], sq, black)) > 0
}

// King returns the square of the first king of a side, or [None].
func (s *Setup) King(black bool) int8 { return int8(bytes.IndexByte(s.Men[:], Man('K', black))) }

// InCheck reports whether the king of a side is attacked.
func (s *Setup) InCheck(black bool) bool {
	king := s.King(black)
	return king != None && s.attacked(king, !black)
}

// Count returns the number of men with a letter.
func (s *Setup) Count(man byte) int { return bytes.Count(s.Men[:], []byte{man}) }

// rightHomes are the squares of king and rook for the four rights.
var rightHomes = [4][2]int8{{4, 7}, {4, 0}, {60, 63}, {60, 56}}

// homesHold reports whether king and rook of right i stand at home.
func (s *Setup) homesHold(i int) bool {
	h := rightHomes[i]
	return s.Men[h[0]] == Man('K', i >= 2) && s.Men[h[1]] == Man('R', i >= 2)
}
