// Package board is the board of package recheck: setups, FEN records, moves in algebraic notation, and unmoves. It is a second
// implementation on purpose. It shares no line with package chess and imports nothing of this module, so that a fault there cannot
// hide a wrong verdict. It prefers plain code to fast code: a board is 64 letters, a move is legal if it does not leave the own
// king attacked, and an unmove is valid if the move can be played and leads to the same setup.
package board

import (
	"bytes"
	"math/bits"
)

// A Setup is a diagram, the side to move, castling rights and an en passant square. Setups can be compared with ==.
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

// None stands for no square.
const None = int8(-1)

// File returns the file of a square, 0 to 7 for a to h.
func File(sq int8) int8 { return sq & 7 }

// Row returns the row of a square, 0 to 7 for 1 to 8.
func Row(sq int8) int8 { return sq >> 3 }

// At returns the square of a file and a row, or [None] beyond the edge.
func At(file, row int8) int8 {
	if file < 0 || file > 7 || row < 0 || row > 7 {
		return None
	}
	return row*8 + file
}

// Color returns the color of a square as an index: 1 for a dark one, such as a1, and 0 for a light one.
func Color(sq int8) int { return 1 - int(File(sq)+Row(sq))%2 }

// Role returns the letter of a man as White has it, or 0 for an empty square.
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

// OwnedBy reports whether a man, or an empty square, is a man of the side.
func OwnedBy(man byte, black bool) bool { return man != 0 && IsBlack(man) == black }

// A step is a change of file and row.
type step struct{ file, row int8 }

var (
	straight      = []step{{1, 0}, {-1, 0}, {0, 1}, {0, -1}}
	diagonal      = []step{{1, 1}, {1, -1}, {-1, 1}, {-1, -1}}
	allDirections = append(append([]step{}, straight...), diagonal...)
	knightSteps   = []step{{1, 2}, {2, 1}, {-1, 2}, {-2, 1}, {1, -2}, {2, -1}, {-1, -2}, {-2, -1}}
)

// stepsOf holds, by role, the steps of an officer or king, and whether it may repeat them.
var stepsOf = [lastRole + 1]struct {
	list []step
	far  bool
}{'N': {knightSteps, false}, 'K': {allDirections, false}, 'B': {diagonal, true}, 'R': {straight, true}, 'Q': {allDirections, true}}

// lastRole is the letter of a role that comes last in the alphabet.
const lastRole = 'R'

// Side returns 0 for White and 1 for Black.
func Side(black bool) int {
	if black {
		return 1
	}
	return 0
}

// Ahead returns the direction in which the pawns of a side go: 1 row for White, -1 for Black.
func Ahead(black bool) int8 { return 1 - 2*int8(Side(black)) }

// HomeRow returns the row on which the officers of a side begin.
func HomeRow(black bool) int8 { return 7 * int8(Side(black)) }

// PawnRow returns the row on which the pawns of a side begin.
func PawnRow(black bool) int8 { return HomeRow(black) + Ahead(black) }

// Reach returns the squares that an officer or king of a role attacks from a square: in every direction the empty squares and the
// first man.
func (s *Setup) Reach(role byte, from int8) (to Set) {
	for _, d := range stepsOf[role].list {
		for sq := At(File(from)+d.file, Row(from)+d.row); sq != None; sq = At(File(sq)+d.file, Row(sq)+d.row) {
			to |= 1 << sq
			if !stepsOf[role].far || s.Men[sq] != 0 {
				break
			}
		}
	}
	return to
}

// Attackers returns the squares of the men of a side that attack a square.
func (s *Setup) Attackers(sq int8, black bool) (from Set) {
	for _, role := range []byte("NBRQK") {
		from |= s.withMan(s.Reach(role, sq), Man(role, black))
	}
	return from | s.withMan(PawnAttacks(1<<sq, !black), Man('P', black))
}

// withMan returns those of some squares on which a given man stands.
func (s *Setup) withMan(squares Set, man byte) (found Set) {
	for ; squares != 0; squares &= squares - 1 {
		if sq := bits.TrailingZeros64(uint64(squares)); s.Men[sq] == man {
			found |= 1 << sq
		}
	}
	return found
}

// attacked reports whether a man of a side attacks a square.
func (s *Setup) attacked(sq int8, black bool) bool { return s.Attackers(sq, black) != 0 }

// King returns the square of the first king of a side, or [None].
func (s *Setup) King(black bool) int8 { return int8(bytes.IndexByte(s.Men[:], Man('K', black))) }

// Checkers returns the squares of the men that attack the king of a side.
func (s *Setup) Checkers(black bool) Set {
	king := s.King(black)
	if king == None {
		return 0
	}
	return s.Attackers(king, !black)
}

// InCheck reports whether the king of a side is attacked.
func (s *Setup) InCheck(black bool) bool { return s.Checkers(black) != 0 }

// Count returns the number of squares with a given man.
func (s *Setup) Count(man byte) int { return bytes.Count(s.Men[:], []byte{man}) }

// rightSquares holds the squares of king and rook for the four castling rights.
var rightSquares = [4][2]int8{{4, 7}, {4, 0}, {60, 63}, {60, 56}}

// kingAndRookAtHome reports whether king and rook of right i stand at home.
func (s *Setup) kingAndRookAtHome(i int) bool {
	h := rightSquares[i]
	return s.Men[h[0]] == Man('K', i >= 2) && s.Men[h[1]] == Man('R', i >= 2)
}
