package proofkernel

import (
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/testkit"
)

// TestBesideKing checks Lemma 16, also with colors exchanged: setups in which White's e-pawn can have promoted on d8 or f8 alone,
// beside a king that may or may not have moved.
func TestBesideKing(t *testing.T) {
	for _, row := range []struct {
		fen  string
		want Result
		why  string
	}{
		{"rnb1kbnr/pppp1ppp/8/8/3Q4/8/PPPP1PPP/RNBQKBNR b KQkq -", NoKernel, "a queen was taken"},
		{"rnb1kbnr/pppp1ppp/8/8/3R4/8/PPPP1PPP/RNBQKBNR b KQkq -", NoKernel, "a rook was taken"},
		{"rnb1kbnr/pppp1ppp/8/8/3N4/8/PPPP1PPP/RNBQKBNR b KQkq -", Has, "a knight was not"},
		{"rnb1kbnr/pppp1ppp/8/8/3B4/8/PPPP1PPP/RNBQKBNR b KQkq -", Has, "nor a bishop of the dark squares"},
		{"rnb1kbnr/pppp1ppp/8/8/3Q4/8/PPPP1PPP/RNBQKBNR b KQ -", Has, "the king may have moved"},
		{"rnb1kbnr/pppp1ppp/8/8/3Q4/8/PPPP1PPP/RNBQKBNR b KQk -", NoKernel, "one right is enough"},
		{"rnbQkbnr/pppp1ppp/8/8/8/8/PPPP1PPP/RNBQKBNR b KQkq -", Has, "it may have promoted last"},
		{"rnbqkQnr/pppp1ppp/8/8/8/8/PPPP1PPP/RNBQKBNR b KQkq -", Has, "on either side"},
		{"rnb1kbn1/pppp1pp1/8/8/3Q4/8/PPPP1PPP/RNBQKBNR b KQq -", Has, "the h-file is another way"},
		{"rnb1kbnr/pppp1ppp/8/8/3Q4/8/PPPP1PPP/RNBQKBN1 b Qkq -", NoKernel, "what was taken is no man of the setup"},
	} {
		setup := testkit.Setup(t, row.fen)
		for _, s := range []chess.Setup{setup, setup.Mirror()} {
			var solver Solver
			if got, _ := solver.Exists(&s, 0); got != row.want {
				t.Errorf("%v: %v, want %v: %s", s, got, row.want, row.why)
			}
		}
	}
}
