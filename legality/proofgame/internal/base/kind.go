package base

import "chesscensus/chess"

// A Kind is a kind of officer, where bishops differ by the color of their squares. Men of one kind can take each other's part in
// captures and promotions.
type Kind uint8

// The kinds. There are Kinds of them; NoKind stands for pawns and kings.
const (
	Knight Kind = iota
	DarkBishop
	LightBishop
	Rook
	Queen
	Kinds
	NoKind
)

// KindOf returns the kind of an officer on a square, NoKind for pawns and kings.
func KindOf(role chess.Role, sq chess.Square) Kind {
	switch role {
	case chess.Knight:
		return Knight
	case chess.Bishop:
		if sq.Dark() {
			return DarkBishop
		}
		return LightBishop
	case chess.Rook:
		return Rook
	case chess.Queen:
		return Queen
	}
	return NoKind
}

// Role returns the role of a kind, NoRole for Kinds and NoKind.
func (k Kind) Role() chess.Role {
	return [...]chess.Role{chess.Knight, chess.Bishop, chess.Bishop, chess.Rook, chess.Queen, chess.NoRole, chess.NoRole}[k]
}

// Squares returns the squares on which men of the kind can stand.
func (k Kind) Squares() chess.Bitboard {
	switch k {
	case DarkBishop:
		return chess.DarkSquares
	case LightBishop:
		return ^chess.DarkSquares
	}
	return ^chess.Bitboard(0)
}

// Of returns the squares on which a board has men of the kind and color.
func (k Kind) Of(b *chess.Board, c chess.Color) chess.Bitboard {
	return b.Pieces(c, k.Role()) & k.Squares()
}
