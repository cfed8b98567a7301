package base

import "chesscensus/chess"

// FilePath returns the squares of a file from a to b, both included.
func FilePath(a, b chess.Square) chess.Bitboard {
	return chess.Between(a, b) | a.BB() | b.BB()
}

// IsCage reports whether a region is so small that it shuts in a man of a role: fewer than 6 squares for knights and kings, fewer than
// 13 for others.
func IsCage(role chess.Role, reach chess.Bitboard) bool {
	n := reach.Count()
	if role == chess.Knight || role == chess.King {
		return n < 6
	}
	return n < 13
}

// LockedBishops returns the squares of bishops that have pawns on all diagonally adjacent squares.
func LockedBishops(b *chess.Board, pawns chess.Bitboard) (set chess.Bitboard) {
	for bb := b.Of(chess.Bishop); bb != 0; bb &= bb - 1 {
		if chess.Steps(chess.Bishop, bb&-bb)&^pawns == 0 {
			set |= bb & -bb
		}
	}
	return set
}

// Abs returns the absolute value.
func Abs(x int) int { return max(x, -x) }
