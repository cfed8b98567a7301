package retro

import "chesscensus/chess"

// An Unmove is the last move of a setup taken back, in 32 bits: the squares of the move, the role of the man before
// it, the role of the captured man, the promotion, and the castling rights and en passant square of the setup
// before. Unmoves may be compared with ==. The zero value is no unmove.
//
// Like a [chess.Move] it does not contain the colors of men, and has a meaning only together with its setup.
type Unmove uint32

// Layout, from the lowest bit: from (6 bits), to (6), role, captured role, promotion
// (3 each), en passant flag, castling flag, rights before (4), en passant square
// before (5: 0 is none, 1 to 8 the files on row 6, 9 to 16 those on row 3).
const (
	toShift      = 6
	roleShift    = 12
	captureShift = 15
	promoShift   = 18
	rightsShift  = 23
	epShift      = 27

	epFlag     Unmove = 1 << 21
	castleFlag Unmove = 1 << 22
)

// makeUnmove returns an unmove without capture, flags, rights and en passant square.
func makeUnmove(from, to chess.Square, r, promotion chess.Role) Unmove {
	return Unmove(from&63) | Unmove(to&63)<<toShift | Unmove(r)<<roleShift | Unmove(promotion)<<promoShift
}

// withEP returns u with the en passant square before set to sq, on row 3 or 6.
func (u Unmove) withEP(sq chess.Square) Unmove {
	code := Unmove(sq&7) + 1
	if sq < 32 {
		code += 8
	}
	return u | code<<epShift
}

// From returns the square that the man goes back to; for castling the king's.
func (u Unmove) From() chess.Square { return chess.Square(u & 63) }

// To returns the square where the man stands now; for castling the king's.
func (u Unmove) To() chess.Square { return chess.Square(u >> toShift & 63) }

// Role returns the role of the man before the move, a pawn if it promoted;
// [chess.King] for castling and [chess.NoRole] for no unmove.
func (u Unmove) Role() chess.Role { return chess.Role(u >> roleShift & 7) }

// Captured returns the role of the man that the move captured, [chess.Pawn] if en
// passant, [chess.NoRole] if there was none.
func (u Unmove) Captured() chess.Role { return chess.Role(u >> captureShift & 7) }

// Promotion returns the role that the pawn turned into, or [chess.NoRole].
func (u Unmove) Promotion() chess.Role { return chess.Role(u >> promoShift & 7) }

// EnPassant reports whether the move captured en passant.
func (u Unmove) EnPassant() bool { return u&epFlag != 0 }

// Castles reports whether the move was castling.
func (u Unmove) Castles() bool { return u&castleFlag != 0 }

// Castling returns the castling rights before the move, those of both sides.
func (u Unmove) Castling() chess.Castling { return chess.Castling(u>>rightsShift) & chess.AllCastling }

// EP returns the en passant square before the move, or [chess.NoSquare].
func (u Unmove) EP() chess.Square {
	switch code := chess.Square(u >> epShift); {
	case code == 0:
		return chess.NoSquare
	case code <= 8:
		return chess.A6 + code - 1
	default:
		return (chess.A3 + code - 9) & 63
	}
}

// capturedOn returns the square of the captured man, which is not [Unmove.To] if the
// capture was en passant. It is [chess.NoSquare] if nothing was captured.
func (u Unmove) capturedOn() chess.Square {
	switch {
	case u.Captured() == chess.NoRole:
		return chess.NoSquare
	case u.EnPassant():
		return u.To() ^ 8
	}
	return u.To()
}

// Irreversible reports whether the move was a capture or a pawn move, as [chess.Move.Irreversible] does.
func (u Unmove) Irreversible() bool { return u.Captured() != chess.NoRole || u.Role() == chess.Pawn }

// String returns the move in the notation of the UCI protocol, such as "e7e8q";
// "0000" for no unmove. [Unmove.Append] adds captures, rights and en passant square.
func (u Unmove) String() string { return string(u.appendUCI(make([]byte, 0, 5))) }

// Undo returns the setup before the move u, which must be one of the [Unmoves] of s. For any other unmove the
// result has no meaning, but Undo does not panic. It costs about 15 ns.
func Undo(s chess.Setup, u Unmove) chess.Setup {
	them := s.Turn.Other()
	from, to := u.From(), u.To()
	s.Board.Put(to, chess.NoPiece)
	s.Board.Put(from, chess.NewPiece(them, u.Role()))
	if v := u.Captured(); v != chess.NoRole {
		s.Board.Put(u.capturedOn(), chess.NewPiece(s.Turn, v))
	}
	if u.Castles() {
		corner, beside := chess.CastlingRook(to)
		s.Board.Put(beside, chess.NoPiece)
		s.Board.Put(corner, chess.NewPiece(them, chess.Rook))
	}
	s.Turn, s.Castling, s.EP = them, u.Castling(), u.EP()
	return s
}
