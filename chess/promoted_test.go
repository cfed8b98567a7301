package chess_test

import (
	"testing"

	"chesscensus/chess"
)

// TestLeastPromoted removes White's men of the initial position one by one from all armies of up to ten men of each role. The rest
// was promoted.
func TestLeastPromoted(t *testing.T) {
	initial := chess.InitialSetup().Board
	for q := range 11 {
		for r := range 11 {
			for b := range 11 {
				for n := range 11 {
					army := map[chess.Role]int{chess.Queen: q, chess.Rook: r, chess.Bishop: b, chess.Knight: n}
					for sq := range initial.Colored(chess.White).All() {
						if role := initial.At(sq).Role(); army[role] > 0 {
							army[role]--
						}
					}
					want := army[chess.Queen] + army[chess.Rook] + army[chess.Bishop] + army[chess.Knight]
					if got := chess.LeastPromoted(q, r, b, n); got != want {
						t.Fatalf("%d queens, %d rooks, %d bishops, %d knights: %d, want %d", q, r, b, n, got, want)
					}
				}
			}
		}
	}
}
