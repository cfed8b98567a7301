package retro

import (
	"testing"

	"chesscensus/chess"
)

// unmoveFields are the fields of an Unmove.
type unmoveFields struct {
	from, to                  chess.Square
	role, captured, promotion chess.Role
	rights                    chess.Castling
	ep                        chess.Square
	enPassant, castles        bool
}

// TestUnmoveFields checks that every field returns the value that it was set to. Every pair of squares is used once. The moduli of the other
// fields are such that each field takes all its values.
func TestUnmoveFields(t *testing.T) {
	epSquares := []chess.Square{chess.NoSquare}
	for file := range 8 {
		epSquares = append(epSquares, chess.NewSquare(file, 2), chess.NewSquare(file, 5))
	}
	for i := range 64 * 64 {
		want := unmoveFields{
			from: chess.Square(i / 64), to: chess.Square(i % 64),
			role: chess.Role(1 + i%6), captured: chess.Role(i % 6), promotion: chess.Role(i / 6 % 6),
			rights: chess.Castling(i % 16), ep: epSquares[i%len(epSquares)],
			enPassant: i%3 == 0, castles: i%5 == 0,
		}
		u := makeUnmove(want.from, want.to, want.role, want.promotion) | Unmove(want.captured)<<captureShift | Unmove(want.rights)<<rightsShift
		if want.enPassant {
			u |= epFlag
		}
		if want.castles {
			u |= castleFlag
		}
		if want.ep != chess.NoSquare {
			u = u.withEP(want.ep)
		}
		got := unmoveFields{
			from: u.From(), to: u.To(),
			role: u.Role(), captured: u.Captured(), promotion: u.Promotion(),
			rights: u.Castling(), ep: u.EP(),
			enPassant: u.EnPassant(), castles: u.Castles(),
		}
		if got != want {
			t.Fatalf("unmove %d: fields %+v, want %+v", i, got, want)
		}
	}
}

// TestUnmoveText checks the texts of no unmove, an ordinary one, a promotion, an en passant capture and castling.
func TestUnmoveText(t *testing.T) {
	for _, tc := range []struct {
		u    Unmove
		text string
	}{
		{0, "0000 captP: - castle: - ep: -"},
		{makeUnmove(chess.G1, chess.F3, chess.Knight, 0), "g1f3 captP: - castle: - ep: -"},
		{makeUnmove(chess.E7, chess.D8, chess.Pawn, chess.Queen) | Unmove(chess.Rook)<<captureShift |
			Unmove(chess.AllCastling)<<rightsShift, "e7d8q captP: R castle: KQkq ep: -"},
		{(makeUnmove(chess.D4, chess.E3, chess.Pawn, 0) | epFlag | Unmove(chess.Pawn)<<captureShift).withEP(chess.E3),
			"d4e3 captP: - castle: - ep: e3"},
		{(makeUnmove(chess.E8, chess.C8, chess.King, 0) | castleFlag |
			Unmove(chess.BlackQueenside)<<rightsShift).withEP(chess.H6), "e8c8 captP: - castle: q ep: h6"},
	} {
		if got := string(tc.u.Append(nil)); got != tc.text {
			t.Errorf("got %q, want %q", got, tc.text)
		}
	}
}

// TestUndoNeverPanics checks that Undo does not panic for a setup and an unmove that do not belong together.
func TestUndoNeverPanics(t *testing.T) {
	s := chess.InitialSetup()
	for i := range uint32(1 << 16) {
		Undo(s, Unmove(i*0x9e3779b1)) // an odd factor, which spreads i over all 32 bits
	}
}
