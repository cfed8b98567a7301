package proofkernel

import (
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/testkit"
)

// TestAcceptsEdgeGames checks that positions that theorems just do not refute have kernels, also with files exchanged where no
// castling right forbids it.
func TestAcceptsEdgeGames(t *testing.T) {
	var s Solver
	testkit.PlayEdgeGames(t, func(g testkit.EdgeGame, p chess.Position) {
		checkAccepted(t, &s, p.Setup(), g.Why)
		if p.Setup().Castling == 0 {
			checkAccepted(t, &s, testkit.FlipFiles(p.Setup()), g.Why+", files exchanged")
		}
	})
}
