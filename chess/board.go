package chess

import "strings"

// A Board is a diagram: the placement of men, at most one a square. The zero value is the empty board. Boards may be compared with
// ==.
//
// It is stored as eight sets of squares: the men of White and of Black, then the pawns, knights, bishops, rooks, queens and kings
// of both. A square is either in none of them, or in one of the first two and in one of the last six.
type Board struct {
	bb [8]Bitboard
}

// Colored returns the squares of the men of color c.
func (b *Board) Colored(c Color) Bitboard { return b.bb[c&1] }

// Of returns the squares of the men of role r and either color, and the empty squares for [NoRole].
func (b *Board) Of(r Role) Bitboard {
	if r == NoRole {
		return ^b.Occupied()
	}
	return b.bb[(r+1)&7]
}

// Pieces returns the squares of the men of color c and role r, empty for [NoRole].
func (b *Board) Pieces(c Color, r Role) Bitboard {
	if r == NoRole {
		return 0
	}
	return b.bb[c&1] & b.bb[(r+1)&7]
}

// Occupied returns the squares of all men.
func (b *Board) Occupied() Bitboard { return b.bb[0] | b.bb[1] }

// Men returns the number of men on the board.
func (b *Board) Men() int { return b.Occupied().Count() }

// King returns the square of the king of color c: the lowest if there are several, or [NoSquare] if there is none.
func (b *Board) King(c Color) Square { return b.Pieces(c, King).First() }

// RoleAt returns the role of the man on sq, or [NoRole] if there is none.
func (b *Board) RoleAt(sq Square) Role {
	m := sq.BB()
	if m&(b.bb[0]|b.bb[1]) == 0 {
		return NoRole
	}
	for r := Pawn; r < King; r++ {
		if b.bb[r+1]&m != 0 {
			return r
		}
	}
	return King
}

// At returns the man on sq, or [NoPiece] if there is none.
func (b *Board) At(sq Square) Piece {
	r := b.RoleAt(sq)
	if r == NoRole {
		return NoPiece
	}
	return NewPiece(Color(b.bb[1]>>(sq&63)&1), r)
}

// Put places p on sq and removes a man that stood there. With [NoPiece] it empties the square. It panics if sq is not one of the 64
// squares.
func (b *Board) Put(sq Square, p Piece) {
	if !sq.Valid() {
		panic("chess: square out of range")
	}
	m := sq.BB()
	if m&b.Occupied() != 0 {
		for i := range b.bb {
			b.bb[i] &^= m
		}
	}
	if p.Role() != NoRole {
		b.Place(sq, p)
	}
}

// Place puts the man p on the empty square sq. Unlike [Board.Put] it checks nothing: the square must be valid and empty, and p must
// not be [NoPiece].
func (b *Board) Place(sq Square, p Piece) {
	m := Bitboard(1) << (sq & 63)
	b.bb[p&1] |= m
	b.bb[(p>>1+1)&7] |= m
}

// Diff returns the squares on which two boards differ.
func (b *Board) Diff(other *Board) (set Bitboard) {
	for i := range b.bb {
		set |= b.bb[i] ^ other.bb[i]
	}
	return set
}

// Mirror returns the board with the rows and the colors exchanged.
func (b *Board) Mirror() Board {
	m := Board{}
	m.bb[0], m.bb[1] = b.bb[1].mirror(), b.bb[0].mirror()
	for i := 2; i < 8; i++ {
		m.bb[i] = b.bb[i].mirror()
	}
	return m
}

// String returns the board as eight lines of FEN letters and dots, row 8 first.
func (b *Board) String() string {
	var s strings.Builder
	for row := 7; row >= 0; row-- {
		for file := range 8 {
			s.WriteByte(b.At(NewSquare(file, row)).Letter())
		}
		s.WriteByte('\n')
	}
	return s.String()
}
