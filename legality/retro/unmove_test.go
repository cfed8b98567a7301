package retro

import (
	"testing"

	"chesscensus/chess"
)

// TestUnmoveFields checks that every field returns the value that it was set to.
func TestUnmoveFields(t *testing.T) {
	squares := []chess.Square{chess.NoSquare}
	for file := range 8 {
		squares = append(squares, chess.NewSquare(file, 2), chess.NewSquare(file, 5))
	}
	for i := range 64 * 64 {
		from, to := chess.Square(i/64), chess.Square(i%64)
		role, captured := chess.Role(1+i%6), chess.Role(i%6)
		promotion, rights, ep := chess.Role(i/6%6), chess.Castling(i%16), squares[i%len(squares)]
		u := makeUnmove(from, to, role, promotion) | Unmove(captured)<<captureShift | Unmove(rights)<<rightsShift
		if i%3 == 0 {
			u |= epFlag
		}
		if i%5 == 0 {
			u |= castleFlag
		}
		if ep != chess.NoSquare {
			u = u.withEP(ep)
		}
		if u.From() != from || u.To() != to || u.Role() != role || u.Captured() != captured || u.Promotion() != promotion ||
			u.Castling() != rights || u.EP() != ep || u.EnPassant() != (i%3 == 0) || u.Castles() != (i%5 == 0) {
			t.Fatalf("%d: %s", i, u.Append(nil))
		}
	}
}

// TestUnmoveText checks the texts of an ordinary unmove, a promotion, an en passant
// capture and castling.
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

// TestUndoOfAnything checks that Undo does not panic for a setup and an unmove that do not
// belong together.
func TestUndoOfAnything(t *testing.T) {
	s := chess.InitialSetup()
	for i := range uint32(1 << 16) {
		Undo(s, Unmove(i*0x9e3779b1))
	}
}
