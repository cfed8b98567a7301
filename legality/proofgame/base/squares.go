package base

import "chesscensus/chess"

// Forward is the step of a pawn in squares: 8 or -8.
func Forward(c chess.Color) int { return 8 - 16*int(c) }

// Ahead returns the square in front of a pawn of a color.
func Ahead(c chess.Color, sq chess.Square) chess.Square {
	return chess.Square(int(sq) + Forward(c))
}

// LastRow is where the pawns of a color promote, from 0 to 7.
func LastRow(c chess.Color) int { return 7 - 7*int(c) }

// PawnRow is where the pawns of a color start, from 0 to 7.
func PawnRow(c chess.Color) int { return 1 + 5*int(c) }

// HomeRow is where the officers of a color start, from 0 to 7.
func HomeRow(c chess.Color) int { return 7 * int(c) }

// PawnAttacks returns what pawns of a color on the given squares attack.
func PawnAttacks(c chess.Color, pawns chess.Bitboard) chess.Bitboard {
	if c == chess.White {
		return pawns&^chess.FileA<<7 | pawns&^chess.FileH<<9
	}
	return pawns&^chess.FileH>>7 | pawns&^chess.FileA>>9
}

// FilePath returns the squares of a file from a to b, both included.
func FilePath(a, b chess.Square) chess.Bitboard {
	return chess.Between(a, b) | a.BB() | b.BB()
}

// Region returns the squares from which a man of a role can come to sq, or go to, without
// entering a wall; sq itself is not tested.
func Region(r chess.Role, sq chess.Square, walls chess.Bitboard) chess.Bitboard {
	set := sq.BB()
	for {
		next := set | chess.Steps(r, set)&^walls
		if next == set {
			return set
		}
		set = next
	}
}

// Small reports whether a region is a cage for a man of a role: fewer than 6 squares for
// knights and kings, fewer than 13 for the others.
func Small(role chess.Role, reach chess.Bitboard) bool {
	n := reach.Count()
	if role == chess.Knight || role == chess.King {
		return n < 6
	}
	return n < 13
}

// Abs returns the absolute value.
func Abs(x int) int { return max(x, -x) }
