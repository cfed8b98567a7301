package cage

import (
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/testkit"
)

// TestKingFlood checks that a king may have left a square that a pawn attacks but did not come to one. So kingFlood includes such
// a square but none beyond it.
func TestKingFlood(t *testing.T) {
	set := func(list ...chess.Square) chess.Bitboard { return squareSet(list) }
	// A king on a1 that can move on five squares: a1, b1, c1, d1 and a2.
	walls := ^set(chess.A1, chess.B1, chess.C1, chess.D1, chess.A2)
	for _, c := range []struct {
		attacked, want chess.Bitboard
	}{
		{0, set(chess.A1, chess.B1, chess.C1, chess.D1, chess.A2)},
		{set(chess.C1), set(chess.A1, chess.B1, chess.C1, chess.A2)}, // from d1 it would have gone to c1
		{set(chess.B1), set(chess.A1, chess.B1, chess.A2)},
		{set(chess.B1, chess.A2), set(chess.A1, chess.B1, chess.A2)},
		{set(chess.A1), set(chess.A1)}, // it stands in check, so it was on a1 before the enemy moved
	} {
		testkit.Equal(t, kingFlood(set(chess.A1), walls, c.attacked), c.want, "attacked", c.attacked)
	}
}
