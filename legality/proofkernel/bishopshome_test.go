package proofkernel

import (
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/testkit"
)

// checkHasKernels checks that the setups of a table, to which their games lead, have kernels, also with colors exchanged.
func checkHasKernels(t *testing.T, file string) {
	t.Helper()
	for _, row := range testkit.Table[struct{ FEN, Why, Game string }](t, file) {
		p := testkit.Position(t, row.FEN)
		if end := testkit.Played(t, row.Game); end != p {
			t.Errorf("%s: the game leads to %v", row.FEN, end)
		}
		setup := p.Setup()
		for _, s := range []chess.Setup{setup, setup.Mirror()} {
			var solver Solver
			if got, _ := solver.Exists(&s, 0); got != Has {
				t.Errorf("%v: %v, but %s", s, got, row.Why)
			}
		}
	}
}

// TestBishopsAtHomeLegal checks setups that lack one hypothesis of Lemmas 17 and 18.
func TestBishopsAtHomeLegal(t *testing.T) { checkHasKernels(t, "athome.tsv") }

// TestBishopsAtHome checks that setups are refuted in which a rook would have had to come over a bishop at home, or a pawn to
// step to its square.
func TestBishopsAtHome(t *testing.T) {
	for _, fen := range []string{
		"rnbqkbn1/ppPpppp1/2p5/7p/8/8/PPP1PPPP/RNBQKBNR b KQq -",
		"rnbqkbn1/pppppPp1/5p2/7p/8/8/PPPP1PPP/RNBQKBNR b KQq -", // from the left
		"rnbqkbn1/pppppPp1/5p2/7p/8/8/PPPPPP1P/RNBQKBNR b KQq -", // from the right
		"rnbqkbnr/pppp2pp/5p2/8/2QQ4/8/PPPPP2P/R1BQKBNR w KQ -",
		// Candidates that engine 10 left open.
		"nr2kRB1/1pP5/2p3b1/2P1BNqP/K5pB/N1Q3P1/1b1nNbNn/2NR4 b - -",
		"2Br4/QQb1q1B1/1Q5B/p2qqN2/kq2P2n/Bb1n1P1r/3K1pPq/1N6 w - -",
		"2b1N3/N1kbp1r1/2qp3K/2bp1pNp/2rR1n2/1b3B1P/R1NN4/3QnN1B b - -",
		"1r1QR3/1N2pP1r/3rbpPp/n3R2k/P3B1R1/7B/2qN2K1/2NR1rnB b - -",
	} {
		setup := testkit.Setup(t, fen)
		for _, s := range []chess.Setup{setup, setup.Mirror()} {
			var solver Solver
			if got, _ := solver.Exists(&s, 0); got != NoExtended {
				t.Errorf("%v: %v", s, got)
			}
		}
	}
}
