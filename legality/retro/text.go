package retro

import "chesscensus/chess"

// Append appends the unmove in the format of texelutil's lines for predecessors, without a line end, such as
//
//	e7d8q captP: R castle: KQq ep: -
//
// It has the move in UCI notation, the role captured on the square where the move ends, and the
// castling and en passant fields of the setup before the move. The role is "-" for a capture en
// passant, too, which the last field shows.
func (u Unmove) Append(dst []byte) []byte {
	dst = append(u.appendUCI(dst), " captP: "...)
	captured := u.Captured()
	if u.EnPassant() {
		captured = chess.NoRole
	}
	dst = append(dst, captured.Letter())
	dst = append(append(dst, " castle: "...), u.Castling().String()...)
	dst = append(dst, " ep: "...)
	if sq := u.EP(); sq != chess.NoSquare {
		return append(dst, sq.String()...)
	}
	return append(dst, '-')
}

// appendUCI appends the move in UCI notation, "0000" for no unmove.
func (u Unmove) appendUCI(dst []byte) []byte {
	if u == 0 {
		return append(dst, "0000"...)
	}
	dst = append(append(dst, u.From().String()...), u.To().String()...)
	if r := u.Promotion(); r != chess.NoRole {
		dst = append(dst, r.Letter()|0x20)
	}
	return dst
}
