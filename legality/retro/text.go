package retro

import "chesscensus/chess"

// Append appends the line that texelutil prints for a predecessor, without a line end,
// such as
//
//	e7d8q captP: R castle: KQq ep: -
//
// with the move in UCI notation, the role captured on the square where it ends ("-" also
// if en passant, which the last field shows), and the castling and en passant fields of
// the setup before the move.
func (u Unmove) Append(dst []byte) []byte {
	dst = append(u.appendUCI(dst), " captP: "...)
	taken := u.Captured()
	if u.EnPassant() {
		taken = chess.NoRole
	}
	dst = append(dst, taken.Letter())
	dst = append(append(dst, " castle: "...), u.Castling().String()...)
	dst = append(dst, " ep: "...)
	if sq := u.EP(); sq != chess.NoSquare {
		return append(dst, sq.String()...)
	}
	return append(dst, '-')
}

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

// AppendAll appends what texelutil's revmoves prints about a FEN record: the line
// "Corrected FEN: " with the canonical record if that is another one (counters are
// kept), then a line for every unmove of it with every en passant square, see
// [Unmove.Append]. Each line ends with '\n'. The order of the lines is that of
// [Unmoves]; the reference's is another one.
//
// An invalid setup has no unmoves.
func AppendAll(dst []byte, f chess.FEN) []byte {
	if c := f.Setup.Canonical(); c != f.Setup {
		f.Setup = c
		dst = append(f.Append(append(dst, "Corrected FEN: "...)), '\n')
	}
	for _, u := range Unmoves(nil, f.Setup, Options{AllEP: true}) {
		dst = append(u.Append(dst), '\n')
	}
	return dst
}
