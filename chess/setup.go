package chess

// Castling is a set of castling rights. The zero value is none.
type Castling uint8

// The four castling rights.
const (
	WhiteKingside Castling = 1 << iota
	WhiteQueenside
	BlackKingside
	BlackQueenside

	AllCastling = WhiteKingside | WhiteQueenside | BlackKingside | BlackQueenside
)

// Of returns the rights of color c.
func (r Castling) Of(c Color) Castling {
	if c == White {
		return r & (WhiteKingside | WhiteQueenside)
	}
	return r & (BlackKingside | BlackQueenside)
}

// Rights returns the set with one right: that of color c to castle kingside, or queenside if kingside is false.
func Rights(c Color, kingside bool) Castling {
	r := WhiteQueenside
	if kingside {
		r = WhiteKingside
	}
	return r << (2 * (c & 1))
}

// Count returns the number of rights in the set.
func (r Castling) Count() int { return Bitboard(r & AllCastling).Count() }

// castlingHomes lists for every right, in the order of the bits, the squares of its king and its rook.
var castlingHomes = [4]struct{ king, rook Square }{{E1, H1}, {E1, A1}, {E8, H8}, {E8, A8}}

// castlingSquares holds for every set of rights the squares of its kings and rooks.
var castlingSquares = func() (t [AllCastling + 1]Bitboard) {
	for r := range t {
		for i, h := range castlingHomes {
			if r>>i&1 != 0 {
				t[r] |= h.king.BB() | h.rook.BB()
			}
		}
	}
	return t
}()

// Squares returns the squares on which the kings and rooks of the rights stand at home, such as e1 and h1 for [WhiteKingside]. A man that
// stands on one of them in a valid position has never moved.
func (r Castling) Squares() Bitboard { return castlingSquares[r&AllCastling] }

// CastlingAtHome returns the castling rights whose king and rook stand at home. A valid position has no others.
func (b *Board) CastlingAtHome() (rights Castling) {
	home := (b.Colored(White)&Row1 | b.Colored(Black)&Row8) & (b.Of(King)&FileBB(4) | b.Of(Rook)&(FileA|FileH))
	for r := WhiteKingside; r <= BlackQueenside; r <<= 1 {
		if r.Squares()&^home == 0 {
			rights |= r
		}
	}
	return rights
}

// CastlingRook returns the squares of the rook before and after castling by a king that moves to the given square: g1, c1, g8 or c8.
func CastlingRook(to Square) (from, after Square) {
	if to.File() == 6 {
		return (to + 1) & 63, (to - 1) & 63
	}
	return (to - 2) & 63, (to + 1) & 63
}

// String returns the FEN field: the letters KQkq of the rights, or "-".
func (r Castling) String() string {
	if r&AllCastling == 0 {
		return "-"
	}
	return string(r.append(nil))
}

// append appends the FEN field to dst.
func (r Castling) append(dst []byte) []byte {
	if r&AllCastling == 0 {
		return append(dst, '-')
	}
	for i := range 4 {
		if r>>i&1 != 0 {
			dst = append(dst, "KQkq"[i])
		}
	}
	return dst
}

// A Setup is anything that the first four fields of a FEN record can represent: a diagram, a side to move, castling rights and an
// en passant square, whether or not they fit together. Setups may be compared with ==.
//
// EP is the square that a pawn has just passed over, or [NoSquare]; the zero Setup is therefore not an empty one, start from
// [EmptySetup].
type Setup struct {
	Board    Board
	Turn     Color
	Castling Castling
	EP       Square
}

// EmptySetup returns the empty board, White to move, no rights.
func EmptySetup() Setup { return Setup{EP: NoSquare} }

// InitialSetup returns the initial position of the game as a setup.
func InitialSetup() Setup {
	s := Setup{Castling: AllCastling, EP: NoSquare}
	for file, r := range [8]Role{Rook, Knight, Bishop, Queen, King, Bishop, Knight, Rook} {
		s.Board.Place(NewSquare(file, 0), NewPiece(White, r))
		s.Board.Place(NewSquare(file, 1), NewPiece(White, Pawn))
		s.Board.Place(NewSquare(file, 6), NewPiece(Black, Pawn))
		s.Board.Place(NewSquare(file, 7), NewPiece(Black, r))
	}
	return s
}

// Mirror returns the setup with the colors exchanged: row r becomes row 9-r, each man, the turn and each castling right go to the
// other color, and the en passant square moves along.
func (s Setup) Mirror() Setup {
	m := Setup{Board: s.Board.Mirror(), Turn: s.Turn.Other(), EP: s.EP}
	m.Castling = s.Castling.Of(White)<<2 | s.Castling.Of(Black)>>2
	if s.EP.Valid() {
		m.EP = s.EP.Mirror()
	}
	return m
}

// Canonical returns the setup without those castling rights whose king and rook are not at home, and without an en passant square on
// which no capture is legal. Programs differ only in these parts, so two setups denote the same position exactly when their canonical forms
// are equal.
func (s Setup) Canonical() Setup {
	s.Castling &= s.Board.CastlingAtHome()
	if s.EP != NoSquare && (s.epViolation() != 0 || s.kingViolations() != 0 || s.epCapturers() == 0) {
		s.EP = NoSquare
	}
	return s
}

// DropIdleEP returns the setup without its en passant square if a pawn can have passed over it but no en passant capture is legal,
// see [IdleEnPassant]. It reports whether it removed the square. By the FEN standard such a square is written after every double
// step. Unlike [Setup.Canonical], DropIdleEP changes nothing else, so that it hides no faults of the setup.
func (s Setup) DropIdleEP() (Setup, bool) {
	if s.EP == NoSquare || s.epViolation() != 0 || s.kingViolations() != 0 || s.epCapturers() != 0 {
		return s, false
	}
	s.EP = NoSquare
	return s, true
}

// DropBareEP is like [Setup.DropIdleEP], but only for squares that no pawn attacks. It keeps an attacked square on which the
// capture is not legal: sets of positions such as the ranked one have setups with it.
func (s Setup) DropBareEP() (Setup, bool) {
	if s.EP == NoSquare || PawnAttacks(s.Turn.Other(), s.EP)&s.Board.Pieces(s.Turn, Pawn) != 0 {
		return s, false
	}
	return s.DropIdleEP()
}

// String returns the first four FEN fields.
func (s Setup) String() string { return string(s.appendFields(nil)) }
