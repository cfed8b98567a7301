package proofkernel

import (
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/testkit"
)

// A legalSetup is a setup that a lemma must not refute for one reason, with a game.
type legalSetup struct{ fen, why, game string }

// checkHasKernels checks that setups to which their games lead have kernels, also with colors exchanged.
func checkHasKernels(t *testing.T, rows []legalSetup) {
	t.Helper()
	for _, row := range rows {
		p := testkit.Position(t, row.fen)
		if end := testkit.Played(t, row.game); end != p {
			t.Errorf("%s: the game leads to %v", row.fen, end)
		}
		setup := p.Setup()
		for _, s := range []chess.Setup{setup, setup.Mirror()} {
			var solver Solver
			if got, _ := solver.Exists(&s, 0); got != Has {
				t.Errorf("%v: %v, but %s", s, got, row.why)
			}
		}
	}
}

// atHomeLegal lists setups that Lemmas 17 and 18 must not refute.
var atHomeLegal = []legalSetup{
	{"rnb1kbnr/ppPppppp/2p5/8/8/8/PPP1PPPP/RNBQKBNR w KQkq -", "a queen comes over the diagonal",
		"d4 c6 d5 Nh6 d6 Qc7 dxc7 Ng8"},
	{"rnbqk1nr/ppPp1ppp/2p5/4p3/8/8/PPP1PPPP/RNBQKBNR w KQkq -", "so does a bishop of the other color",
		"d4 e5 d5 c6 Qd4 Bd6 Qd1 Bc7 d6 Ne7 dxc7 Ng8"},
	{"1nbqkbnr/ppP1pppp/2p5/8/8/8/PPPP1PPP/RNBQKBNR w KQk -", "no pawn stands before the one that captures",
		"e4 d5 exd5 c6 d6 Na6 Ne2 Bg4 Ng1 Rc8 Nf3 Rc7 dxc7 Bc8 Ng1 Nb8"},
	{"1nbqkbnr/p1Pppppp/1pp5/8/8/8/PPP1PPPP/RNBQKBNR b KQk -", "no pawn is at home beyond",
		"d4 b6 d5 c6 d6 Na6 Nh3 Rb8 Ng1 Rb7 Qd4 Nb8 Qd1 Rc7 dxc7"},
	{"1n1qkbnr/ppPppppp/2p5/8/8/8/PPP1PPPP/RNBQKBNR b KQk -", "the bishop was taken at home",
		"Nc3 c6 Na4 Nf6 Nb6 Ne4 Nxc8 Na6 d4 Nac5 d5 Nc3 d6 Nb3 Nb6 Rc8 Na4 Rc7 dxc7 Nc5 Nb6 Na6 Nc4 Nb8 Nd2 Ne4 Nb1 Nf6 Nf3 Ng8 Ng1"},
	{"1n1qkbnr/ppP1pppp/2pp4/8/8/8/PPP1PPPP/RNBQKBNR w KQk -", "so it was, and a pawn beside it has moved since",
		"d4 c6 d5 Nf6 d6 Na6 Bh6 Ng8 Be3 Nf6 Qd2 Nc5 Na3 Nce4 Nc4 Nd5 Nb6 Ng5 Nxc8 Nf6 Bd4 Ne6 Nb6 Rc8 Na4 Rc7 dxc7 Nc5 Nc3 Na6 Be3 d6 Qd1 Ng8 Nb1 Nb8 Bh6 Nf6 Bc1 Ng8"},
	{"rnbqkbn1/ppPpppp1/2p5/8/8/6P1/PPP1PPP1/RNBQKBNR w Qq -", "a pawn was promoted and taken",
		"Na3 h5 d4 Rh6 Nb5 Rg6 Bh6 Rg3 hxg3 h4 d5 h3 d6 c6 Rh2 Nf6 Rh1 h2 Qd3 Qb6 Qd2 Ng8 Nh3 Qc7 Rg1 h1Q Na3 Na6 Nb1 Qh2 Rh1 Qb8 Qd1 Qg1 Ng5 Qh2 Nf3 Qh4 Ng1 Qd4 Bc1 Qb6 Qd5 Qd8 Qd1 Qbc7 dxc7 Nb8"},
	{"1nbqkbnr/pPpppppp/1p6/8/8/8/PP1PPPPP/RNBQKBNR b KQk -", "no bishop starts on b8",
		"c4 b6 c5 Na6 c6 Rb8 Na3 Rb7 cxb7 Nb8 Nb1"},
	{"rnbqkb1r/pppp2pp/5p2/8/2QQ4/8/PPPPP2P/R1BQKBNR w KQ -", "one was promoted by a capture",
		"f4 e5 fxe5 Ke7 g3 Ke6 g4 Kd5 g5 f6 g6 Nh6 Bh3 Nf7 gxf7 Bb4 e6 Kd6 e7 Bc5 e8Q Bb4 Qe3 Qf8 Na3 Qe7 f8Q Bxa3 Qg8 Qd8 Qd4+ Ke7 Qgc4 Ke8 Bf1 Bf8"},
	{"r1bqkbnr/pppp1ppp/5p2/8/3n4/8/PPPPP1PP/RNBQKBNR w KQkq -", "one pawn has room",
		"f4 Nc6 f5 Nd4 f6 exf6"},
	{"1nbqkbnr/1pPppppp/8/p1p5/8/8/PPP1PPPP/RNBQKBNR w KQk -", "it was taken on c6",
		"d4 a5 d5 c5 Bf4 Ra6 Bc1 Rc6 dxc6 Na6 c7 Nb8"},
	{"rnbqkbnr/pppp2pp/8/5p2/2QQ4/8/PPPPP2P/R1BQKBNR w KQ -", "it captured from the row before, so that the bishop had come out",
		"f3 e6 f4 Ke7 f5 Kd6 f6 Qe7 Nf3 Nh6 Nd4 Nc6 Nf5+ exf5 g4 Ne5 g5 Qd8 g6 Rg8 gxf7 Be7 f8Q Rb8 f7 Nc4 Qe8 Rh8 f8Q Ra8 Na3 Na5 Nc4+ Ke6 Ne5 Ng8 Nf3 Nc6 Qff7+ Kd6 Qc4 Bf8 Qe3 Nb8 Qed4+ Ke7 Ng1 Ke8"},
}

// TestBishopsAtHomeLegal checks setups that lack one hypothesis of Lemmas 17 and 18.
func TestBishopsAtHomeLegal(t *testing.T) { checkHasKernels(t, atHomeLegal) }

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
