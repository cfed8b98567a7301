package planner

import "chesscensus/chess"

// Squares and sets of squares.

// forward is the step of a pawn in squares.
func forward(c chess.Color) int { return 8 - 16*int(c) }

func ahead(c chess.Color, sq chess.Square) chess.Square {
	return chess.Square(int(sq) + forward(c))
}

// lastRow is where the pawns of a color promote, pawnRow where they start.
func lastRow(c chess.Color) int { return 7 - 7*int(c) }
func pawnRow(c chess.Color) int { return 1 + 5*int(c) }
func homeRow(c chess.Color) int { return 7 * int(c) }

func pawnAttacks(c chess.Color, pawns chess.Bitboard) chess.Bitboard {
	if c == chess.White {
		return pawns&^chess.FileA<<7 | pawns&^chess.FileH<<9
	}
	return pawns&^chess.FileH>>7 | pawns&^chess.FileA>>9
}

// filePath returns the squares of a file from a to b, both included.
func filePath(a, b chess.Square) chess.Bitboard {
	return chess.Between(a, b) | a.BB() | b.BB()
}

// A kind is an officer with bishops told apart by the color of their squares.
type kind uint8

const (
	knight kind = iota
	darkBishop
	lightBishop
	rook
	queen
	kinds
	noKind
)

// kindOf returns the kind of an officer on a square, noKind for pawns and kings.
func kindOf(r chess.Role, sq chess.Square) kind {
	switch r {
	case chess.Knight:
		return knight
	case chess.Bishop:
		if sq.Dark() {
			return darkBishop
		}
		return lightBishop
	case chess.Rook:
		return rook
	case chess.Queen:
		return queen
	}
	return noKind
}

func (k kind) role() chess.Role {
	return [...]chess.Role{chess.Knight, chess.Bishop, chess.Bishop, chess.Rook, chess.Queen, 0, 0}[k]
}

// squares returns where men of the kind can stand.
func (k kind) squares() chess.Bitboard {
	switch k {
	case darkBishop:
		return chess.DarkSquares
	case lightBishop:
		return ^chess.DarkSquares
	}
	return ^chess.Bitboard(0)
}

// region returns the squares from which a man of a role can come to sq, or go to, without
// entering a wall; sq itself is not tested.
func region(r chess.Role, sq chess.Square, walls chess.Bitboard) chess.Bitboard {
	set := sq.BB()
	for {
		next := set | chess.Steps(r, set)&^walls
		if next == set {
			return set
		}
		set = next
	}
}
