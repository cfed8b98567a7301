package chess

// A Color is [White] or [Black].
type Color uint8

// The two sides.
const (
	White Color = 0
	Black Color = 1
)

// Other returns the opponent of c.
func (c Color) Other() Color { return c ^ 1 }

// String returns "white" or "black".
func (c Color) String() string {
	if c == White {
		return "white"
	}
	return "black"
}

// A Role is the kind of a man regardless of its color. The zero value is NoRole.
type Role uint8

// The roles. NoRole stands for no man, as in a move that is no capture.
const (
	NoRole Role = iota
	Pawn
	Knight
	Bishop
	Rook
	Queen
	King
)

// Letter returns the upper case letter of the role, 'P' for a pawn, or '-' for [NoRole].
func (r Role) Letter() byte { return "-PNBRQK-"[r&7] }

// String returns the English name of the role.
func (r Role) String() string {
	if r > King {
		return "invalid role"
	}
	return [...]string{"nothing", "pawn", "knight", "bishop", "rook", "queen", "king"}[r]
}

// A Piece is a man: a role of a color. The zero value is NoPiece, an empty square.
type Piece uint8

// NoPiece is the Piece of an empty square.
const NoPiece Piece = 0

// NewPiece returns the man of the given color and role; it returns [NoPiece] for [NoRole].
func NewPiece(c Color, r Role) Piece {
	if r == NoRole {
		return NoPiece
	}
	return Piece(uint8(r)<<1 | uint8(c))
}

// Color returns the color of the man. It has no meaning for [NoPiece].
func (p Piece) Color() Color { return Color(p & 1) }

// Role returns the role of the man, [NoRole] for [NoPiece].
func (p Piece) Role() Role { return Role(p >> 1) }

// Letter returns the FEN letter, upper case for White; '.' for [NoPiece].
func (p Piece) Letter() byte { return "..PpNnBbRrQqKk.."[p&15] }

// String returns the FEN letter as text.
func (p Piece) String() string { return string(p.Letter()) }
