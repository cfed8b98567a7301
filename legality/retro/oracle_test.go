package retro

import (
	"math/rand/v2"
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/testkit"
)

// pawnsAndPromoted returns the number of pawns and promoted men as the specification of the
// reference program defines it.
func pawnsAndPromoted(b *chess.Board, c chess.Color) int {
	n := func(r chess.Role) int { return b.Pieces(c, r).Count() }
	return n(chess.Pawn) + max(0, n(chess.Knight)-2) + max(0, n(chess.Bishop)-2) +
		max(0, n(chess.Rook)-2) + max(0, n(chess.Queen)-1)
}

// TestUnmovesAgreeWithBruteForce compares unmoves with brute force for setups with few men.
func TestUnmovesAgreeWithBruteForce(t *testing.T) {
	testkit.Medium(t)
	setups := []chess.Setup{}
	for _, fen := range []string{
		"4k3/8/8/8/8/8/8/4K3 w - - 0 1",
		"8/8/8/8/8/4k3/8/R3K3 b - - 0 1",
		"r3k3/8/8/8/8/8/8/2KR4 b q - 0 1",
		"r3k2r/8/8/8/8/8/8/5RK1 b kq - 0 1",
		"r3k2R/8/8/8/8/8/8/4K3 b q - 0 1",
		"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1",
		"4k3/8/3P4/8/8/8/8/4K3 b - - 0 1",
		"8/8/3P1k2/8/8/B7/8/4K3 b - - 0 1",
		"3Qk3/8/8/8/8/8/8/4K3 b - - 0 1",
		"k7/8/8/8/8/2p5/1P6/K7 w - - 0 1",
		"7k/8/8/8/3pP3/8/8/K7 b - - 0 1", // the double step would allow en passant
		"7k/8/8/8/3p4/4P3/B7/K7 b - - 0 1",
		"4k3/PPPPPPPP/8/8/8/8/8/4K1NN b - - 0 1", // a third knight cannot be
		"4k3/1PPPPPPP/8/8/8/8/8/QQ2K3 b - - 0 1",
		"n3k3/8/8/8/8/8/pppppppp/4K3 b - - 0 1",
	} {
		setups = append(setups, testkit.Setup(t, fen))
	}
	src := rand.New(rand.NewPCG(7, 11))
	n := testkit.Size(30, 600)
	for n > 0 {
		if s, ok := randomSmallSetup(src); ok {
			setups = append(setups, s)
			n--
		}
	}
	for _, s := range setups {
		want := plainPredecessors(&s)
		for _, u := range Unmoves(nil, s, Options{AllEP: true}) {
			before := Undo(s, u)
			if !want[before] {
				t.Errorf("%s: unmove %s to %s is superfluous or listed twice", s, u, before)
			}
			delete(want, before)
		}
		for before := range want {
			t.Errorf("%s: no unmove to %s", s, before)
		}
	}
}

// randomSmallSetup draws a setup with few men, often with kings and rooks at home and with pawns
// side by side. It reports whether the setup is valid.
func randomSmallSetup(src *rand.Rand) (chess.Setup, bool) {
	s := chess.EmptySetup()
	put := func(sq chess.Square, c chess.Color, r chess.Role) {
		if s.Board.At(sq) == chess.NoPiece && (r != chess.Pawn || sq.Row() != 0 && sq.Row() != 7) {
			s.Board.Put(sq, chess.NewPiece(c, r))
		}
	}
	anywhere := func() chess.Square { return chess.Square(src.IntN(64)) }
	for c := chess.White; c <= chess.Black; c++ {
		switch src.IntN(4) {
		case 0:
			put(anywhere(), c, chess.King)
		case 1:
			put(chess.G1+56*chess.Square(c), c, chess.King)
			put(chess.F1+56*chess.Square(c), c, chess.Rook)
		default:
			put(chess.E1+56*chess.Square(c), c, chess.King)
			put([2]chess.Square{chess.A1, chess.H1}[src.IntN(2)]+56*chess.Square(c), c, chess.Rook)
		}
	}
	if src.IntN(2) == 0 {
		sq := chess.NewSquare(src.IntN(7), 3+src.IntN(2))
		put(sq, chess.White, chess.Pawn)
		put(sq+1, chess.Black, chess.Pawn)
	}
	for range src.IntN(4) {
		put(anywhere(), chess.Color(src.IntN(2)), chess.Pawn+chess.Role(src.IntN(5)))
	}
	s.Turn = chess.Color(src.IntN(2))
	s.Castling = chess.Castling(src.IntN(16))
	s.EP = chess.NewSquare(src.IntN(8), 5-3*int(s.Turn))
	s = s.Canonical()
	return s, s.Violations() == 0
}
