package play

import (
	"testing"

	"chesscensus/chess"
)

// TestFillMoveCounts compares the numbers of moves with a slow search by single moves.
func TestFillMoveCounts(t *testing.T) {
	walls := chess.B2.BB() | chess.C3.BB() | chess.F5.BB() | chess.G6.BB()
	for _, role := range []chess.Role{chess.Knight, chess.Bishop, chess.Rook, chess.Queen, chess.King} {
		for _, sq := range []chess.Square{chess.A1, chess.D4, chess.H8} {
			var dist [64]uint8
			fillMoveCounts(role, sq, walls, &dist)
			var want [64]int
			for i := range want {
				want[i] = 99
			}
			want[sq] = 0
			for changed := true; changed; {
				changed = false
				for from := range chess.Square(64) {
					for to := range (chess.Attacks(chess.NewPiece(chess.White, role), from, walls) &^ walls).All() {
						if want[from] < 99 && want[from]+1 < want[to] {
							want[to], changed = want[from]+1, true
						}
					}
				}
			}
			for i := range want {
				if int(dist[i]) != want[i] {
					t.Errorf("%v from %v to %v: %d moves, want %d", role, sq, chess.Square(i), dist[i], want[i])
				}
			}
		}
	}
}
