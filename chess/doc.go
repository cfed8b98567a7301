// Package chess is the game itself: squares, bitboards, setups, positions,
// moves, and the text forms of all of them. Every other package of chesscensus
// stands on it, and it knows none of them.
//
// # Three levels of a position
//
//   - [Board] is a diagram: which man stands on which square.
//   - [Setup] adds side to move, castling rights and en passant square. It is
//     anything representable: no kings, nine kings, pawns on the first row.
//   - [Position] is a valid setup, the only thing that moves are generated for.
//     [Setup.Position] is the one gate; it reports all [Violations] at once.
//
// Valid says nothing of reachability. A position is called legal only when legal
// moves lead to it from the initial position, and this package never says so.
// The gate is one-sided: every legal position passes, many illegal ones too.
//
// # Equality
//
// Setups and positions are plain values; two of them are the same exactly when
// == says so. There is no hash to collide. In a [Position] the en passant square
// is set only when an en passant capture is legal, and castling rights only with
// king and rook at home, so equal positions have equal values.
//
// # Names
//
//	sq        Square, a1 = 0, b1 = 1, ..., h8 = 63
//	bb        Bitboard, bit sq
//	row       0 to 7 for the rows 1 to 8; "rank" is only the combinatorial one
//	us, them  the side to move and the other one
//	m         Move
//	occ       all occupied squares
package chess
