package chess

// The board as a side sees it: rows and squares by color, and pawns of a color. Also the squares that men can reach.

// Forward returns by how many rows a pawn of c steps: 1 for White, -1 for Black. The rows that a pawn has gone from a to b are
// (b.Row()-a.Row())*c.Forward().
func (c Color) Forward() int { return 1 - 2*int(c&1) }

// BackRow returns the row on which the officers of c stand at the start: 0 or 7. The opponent promotes there.
func (c Color) BackRow() int { return 7 * int(c&1) }

// PawnRow returns the row on which the pawns of c stand at the start: 1 or 6.
func (c Color) PawnRow() int { return 1 + 5*int(c&1) }

// LastRow returns the row on which pawns of c promote: 7 or 0.
func (c Color) LastRow() int { return 7 - 7*int(c&1) }

// For returns sq for White, and the square with the rows exchanged for Black: [E1].For([Black]) is [E8], and sq.For(c).Row() is the
// row counted from the side of c. The square must be valid.
func (sq Square) For(c Color) Square { return sq ^ 56*Square(c&1) }

// Ahead returns the square in front of a pawn of c on sq, [NoSquare] past the last row.
func (sq Square) Ahead(c Color) Square {
	if sq += 8 - 16*Square(c&1); sq < NoSquare {
		return sq
	}
	return NoSquare
}

// Ahead returns the squares one row ahead of those of the set, as c sees it. Squares beyond the last row are dropped. The squares
// behind the set are bb.Ahead(c.Other()).
func (bb Bitboard) Ahead(c Color) Bitboard {
	if c == White {
		return bb << 8
	}
	return bb >> 8
}

// For returns the set itself for White, and the set with the rows exchanged for Black.
func (bb Bitboard) For(c Color) Bitboard {
	if c == White {
		return bb
	}
	return bb.mirror()
}

// AllPawnAttacks returns the squares that pawns of c on any of the given squares attack. Those from which a pawn of c attacks a
// square of bb are AllPawnAttacks(c.Other(), bb).
func AllPawnAttacks(c Color, pawns Bitboard) Bitboard {
	if c == White {
		return (pawns&^FileA)<<7 | (pawns&^FileH)<<9
	}
	return (pawns&^FileA)>>9 | (pawns&^FileH)>>7
}

// Flood returns the squares of from and all squares that men of role r reach from them in any number of moves when only the walls
// are occupied. No move enters a wall. As officers can take back their moves, men on from can also have come from these squares.
// Squares of from may be walls themselves. Pawns move like kings. The cost is about 100 ns, see BenchmarkFlood.
func Flood(r Role, from, walls Bitboard) Bitboard {
	for {
		next := from | Steps(r, from)&^walls
		if next == from {
			return from
		}
		from = next
	}
}
