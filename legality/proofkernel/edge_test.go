package proofkernel

import (
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/testkit"
)

// TestAcceptsEdgeGames asks for kernels of positions that theorems just do not refute, also with files exchanged
// where no right forbids it.
func TestAcceptsEdgeGames(t *testing.T) {
	var s Solver
	testkit.PlayEdgeGames(t, func(g testkit.EdgeGame, p chess.Position) {
		accepts(t, &s, p.Setup(), g.Why)
		if p.Setup().Castling == 0 {
			accepts(t, &s, testkit.FlipFiles(p.Setup()), g.Why+", files exchanged")
		}
	})
}
