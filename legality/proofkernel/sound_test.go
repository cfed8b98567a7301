package proofkernel

import (
	"math/rand/v2"
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/chesstest"
	"chesscensus/internal/testing/testkit"
)

// checkAccepted fails the test if a legal position is refuted, and returns the result.
func checkAccepted(t *testing.T, s *Solver, setup chess.Setup, why string) Result {
	t.Helper()
	got, _ := s.Exists(&setup, 0)
	if got.Refutes() {
		t.Errorf("%v: %v, but %s", setup, got, why)
	}
	return got
}

// TestKernelAcceptsPlayouts checks that no position of a random game is refuted. It may never fail.
func TestKernelAcceptsPlayouts(t *testing.T) {
	least := testkit.Size(1_000, 20_000)
	src := testkit.Rand("kernel")
	var s Solver
	gaveUp, n := 0, 0
	for n < least {
		for p := range chesstest.Playout(src, chesstest.RandomOptions(src)) {
			if src.IntN(4) > 0 {
				continue
			}
			if checkAccepted(t, &s, p.Setup(), "reached by a random game") == GaveUp {
				gaveUp++
			}
			n++
		}
	}
	if gaveUp > n/1000 {
		t.Errorf("%d of %d given up", gaveUp, n)
	}
}

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

// TestKernelIsClosedUnderMoves checks that a setup with an extended kernel, legal or not, has one after every legal move. Random
// placements show what games hardly ever reach.
func TestKernelIsClosedUnderMoves(t *testing.T) {
	testkit.Medium(t)
	r := newRand(11)
	var s Solver
	n, want := 0, testkit.Size(1_000, 20_000)
	for n < want {
		setup := randomSetup(r, 3+r.IntN(5), 4+r.IntN(4))
		if r.IntN(2) == 0 {
			corpus(r.Uint64(), 1, 6, func(s chess.Setup) { setup = s })
		}
		if got, _ := s.Exists(&setup, 1<<14); got != Has || !s.class.Exact {
			continue
		}
		p, _ := setup.Position()
		for _, m := range p.Moves(nil) {
			if m.Role() != chess.Pawn && m.Captured() == chess.NoRole {
				continue
			}
			q := p.Play(m)
			if checkAccepted(t, &s, q.Setup(), "reached by "+m.String()+" from "+setup.String()+", which has a kernel") == GaveUp {
				continue
			}
			n++
		}
	}
}

// TestKernelIsSymmetric checks that exchanging the colors or the files changes no result.
func TestKernelIsSymmetric(t *testing.T) {
	testkit.Medium(t)
	var s Solver
	check := func(setup chess.Setup) {
		checkBothColors(t, &s, setup)
		setup.Castling, setup.EP = 0, chess.NoSquare
		want, _ := s.Exists(&setup, 1<<14)
		flipped := testkit.FlipFiles(setup)
		if got, _ := s.Exists(&flipped, 1<<14); got != want && got != GaveUp && want != GaveUp {
			t.Errorf("%v: %v, with files exchanged %v", setup, want, got)
		}
	}
	corpus(21, testkit.Size(300, 2000), 8, check)
	r := newRand(22)
	for range testkit.Size(100, 500) {
		check(randomSetup(r, 2+r.IntN(6), 5))
	}
	for _, row := range someRows(t) {
		check(row.setup)
	}
}

// TestKernelIsMonotone checks that a setup with a kernel is not refuted with a queen or knight less, which any man may have
// taken.
func TestKernelIsMonotone(t *testing.T) {
	testkit.Medium(t)
	var s Solver
	check := func(setup chess.Setup) {
		if got, _ := s.Exists(&setup, 0); got != Has {
			return
		}
		for sq := range (setup.Board.Of(chess.Queen) | setup.Board.Of(chess.Knight)).All() {
			less := setup
			less.Board.Put(sq, chess.NoPiece)
			less.EP = chess.NoSquare
			if _, err := less.Position(); err == nil {
				checkAccepted(t, &s, less, "not so with one man more on "+sq.String())
			}
		}
	}
	corpus(31, testkit.Size(300, 1000), 6, check)
	for _, row := range someRows(t) {
		check(row.setup)
	}
}

// randomSetup returns a valid setup with men at random squares.
func randomSetup(r *rand.Rand, pawns, officers int) chess.Setup {
	for {
		s := chess.EmptySetup()
		put := func(p chess.Piece, low, high int) {
			for {
				sq := chess.NewSquare(r.IntN(8), low+r.IntN(high-low+1))
				if s.Board.At(sq) == chess.NoPiece {
					s.Board.Put(sq, p)
					return
				}
			}
		}
		for c := range chess.Color(2) {
			for range pawns {
				put(chess.NewPiece(c, chess.Pawn), 1, 6)
			}
			put(chess.NewPiece(c, chess.King), 0, 7)
			for range officers {
				put(chess.NewPiece(c, chess.Role(2+r.IntN(4))), 0, 7)
			}
		}
		if _, err := s.Position(); err == nil {
			return s
		}
	}
}

// TestUnusualPromotionSquares keeps positions by which a fault was found: game 596950 of TestPlayoutsAreNeverRefuted reaches the
// first, and a kernel is bPc1xPb0 wPf0xLBe1 bPf0xPe1; the second is one of rightsCorpus. The prune of histories did not see that
// the upper of two white pawns can be taken as well as the lower. A black king that may not move leaves no promotion on d and f
// in exchange.
func TestUnusualPromotionSquares(t *testing.T) {
	var s Solver
	for _, fen := range []string{
		"rn2kbnr/1p2p1p1/p2p3p/q3p3/1p4P1/B3P2N/P1PP3P/RN1QKB1R b KQkq - 0 1",
		"rnb1k1nr/1p1p4/3P1p2/q3P1p1/pp2P1P1/1P1Q3p/2PNB2P/R1B1K1NR b KQkq - 0 1",
	} {
		for rights := range chess.AllCastling + 1 {
			setup := testkit.Setup(t, fen)
			setup.Castling = rights
			if r, _ := s.Exists(&setup, 0); r != Has {
				t.Errorf("%s with rights %v: %v", fen, rights, r)
			}
		}
	}
}
