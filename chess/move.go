package chess

// A Move is one move of a known position, in 24 bits: the squares, the role of the man that moves, the role captured, the
// promotion, and flags. Moves may be compared with ==. The zero value is no move.
//
// A move does not include the colors. It has a meaning only together with its position.
type Move uint32

// Layout of a move, from the lowest bit: from (6 bits), to (6), role, captured role, promotion (3 each), then three flags. Play
// handles moves with any bit from promoShift up apart: promotions, en passant, castling, double steps.
const (
	toShift       = 6
	roleShift     = 12
	capturedShift = 15
	promoShift    = 18

	epFlag     Move = 1 << 21
	castleFlag Move = 1 << 22
	doubleFlag Move = 1 << 23
)

// makeMove returns a move without promotion and flags. Both squares are below 64.
func makeMove(from, to Square, r, captured Role) Move {
	return Move(from) | Move(to)<<toShift | Move(r)<<roleShift | Move(captured)<<capturedShift
}

// From returns the square that the man leaves; for castling the king's.
func (m Move) From() Square { return Square(m & 63) }

// To returns the square that the man reaches; for castling the king's.
func (m Move) To() Square { return Square(m >> toShift & 63) }

// Role returns the role of the man that moves, a pawn if it promotes; [King] for castling and [NoRole] for no move.
func (m Move) Role() Role { return Role(m >> roleShift & 7) }

// Captured returns the role of the man that is captured, [Pawn] if en passant, [NoRole] if there is none.
func (m Move) Captured() Role { return Role(m >> capturedShift & 7) }

// Promotion returns the role that a pawn turns into, or [NoRole].
func (m Move) Promotion() Role { return Role(m >> promoShift & 7) }

// EnPassant reports whether the move captures en passant.
func (m Move) EnPassant() bool { return m&epFlag != 0 }

// Castles reports whether the move is castling.
func (m Move) Castles() bool { return m&castleFlag != 0 }

// CapturedOn returns the square of the captured man, which is not [Move.To] if the capture is en passant. It is [NoSquare] if
// nothing is captured.
func (m Move) CapturedOn() Square {
	switch {
	case m.Captured() == NoRole:
		return NoSquare
	case m.EnPassant():
		return m.To() ^ 8 // from row 6 to row 5, from row 3 to row 4
	}
	return m.To()
}

// Irreversible reports whether the move is a capture or a pawn move, after which the position cannot recur. (The loss of castling
// rights cannot be seen from the move.)
func (m Move) Irreversible() bool { return m.Captured() != NoRole || m.Role() == Pawn }

// String returns the move in the notation of the UCI protocol: both squares and the promotion, such as "e2e4", "e1g1" (castling),
// "e7e8q"; "0000" for no move.
func (m Move) String() string { return string(m.appendUCI(make([]byte, 0, 5))) }

// appendUCI appends the move in the notation of the UCI protocol.
func (m Move) appendUCI(dst []byte) []byte {
	if m == 0 {
		return append(dst, "0000"...)
	}
	dst = m.To().append(m.From().append(dst))
	if r := m.Promotion(); r != NoRole {
		dst = append(dst, r.Letter()|0x20) // in lower case
	}
	return dst
}
