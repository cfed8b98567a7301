package retro

import (
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/testkit"
)

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
		testkit.Equal(t, string(tc.u.Append(nil)), tc.text)
	}
}

// TestUndoNeverPanics checks that Undo does not panic for a setup and an unmove that do not belong together.
func TestUndoNeverPanics(t *testing.T) {
	s := chess.InitialSetup()
	for i := range uint32(1 << 16) {
		Undo(s, Unmove(i*0x9e3779b1)) // an odd factor, which spreads i over all 32 bits
	}
}
