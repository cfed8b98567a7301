package search

import "chesscensus/chess"

// A Man is a type of captured or promoted man. Bishops are told apart by the color of their squares. The zero value is NoMan.
type Man uint8

// The men. Promoted is a victim that was a pawn of the start until it promoted in order to be captured; kernels name it by the
// file of that pawn.
const (
	NoMan Man = iota
	Queen
	Rook
	DarkBishop
	LightBishop
	Knight
	Pawn
	Promoted
)

// officers is the number of types of officers. In a state they are counted under the index man - Queen.
const officers = 5

var manNames = [...]string{"", "Q", "R", "DB", "LB", "N", "P", ""}

// String returns the letters of the kernel notation: Q, R, DB, LB, N or P. It is empty for NoMan and Promoted.
func (m Man) String() string {
	if int(m) < len(manNames) {
		return manNames[m]
	}
	return "?"
}

// manOn returns the type of a man of a role on a square, or NoMan for a king.
func manOn(r chess.Role, sq chess.Square) Man {
	switch r {
	case chess.Queen:
		return Queen
	case chess.Rook:
		return Rook
	case chess.Knight:
		return Knight
	case chess.Pawn:
		return Pawn
	case chess.Bishop:
		return bishopOn(sq.Dark())
	}
	return NoMan
}

// bishopOn returns the type of a bishop on a dark or light square.
func bishopOn(dark bool) Man {
	if dark {
		return DarkBishop
	}
	return LightBishop
}

// role returns the role of a man; that of a Promoted one is a knight.
func (m Man) role() chess.Role {
	return [...]chess.Role{chess.NoRole, chess.Queen, chess.Rook, chess.Bishop, chess.Bishop, chess.Knight,
		chess.Pawn, chess.Knight}[m]
}

// nextToLast returns the row before the last row of color c.
func nextToLast(c chess.Color) int { return c.Other().PawnRow() }

// promotesDark reports whether the promotion square of c on the file is dark.
func promotesDark(c chess.Color, file int) bool { return (file+c.LastRow())%2 == 0 }
