package bound

import (
	"math/rand/v2"
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/chesstest"
	"chesscensus/internal/testing/testkit"
)

// checkDistances compares the bound from start with the true distance for a sample of goals.
func checkDistances(t *testing.T, g *Goal, start chess.Position, positions []chess.Position, plies []int, goals int, src *rand.Rand) {
	t.Helper()
	step := max(1, len(positions)/goals)
	for i := 0; i < len(positions); i += 1 + src.IntN(2*step-1) {
		g.Reset(positions[i])
		b := g.Bound(&start)
		if b > plies[i] || (b-plies[i])&1 != 0 {
			t.Fatalf("bound %d, but distance %d, from %s to %s: %s", b, plies[i], start, positions[i], g.failure)
		}
		if plies[i] > 0 && !g.Reachable(&start) {
			t.Fatalf("not reachable, but distance %d, from %s to %s: %s", plies[i], start, positions[i], g.failure)
		}
	}
}

// TestBoundSmallMaterial compares bounds with true distances, from positions with few men,
// with castling, with en passant at once and later, and near the initial position.
func TestBoundSmallMaterial(t *testing.T) {
	testkit.LongInFull(t)
	src := testkit.Rand(t.Name())
	g := NewGoal(chess.InitialPosition(), nil)
	for _, c := range []struct {
		name, fen string
		limit     int
	}{
		{"KRvK", "8/8/8/8/8/2k5/8/K6R w - - 0 1", 1_000_000},
		{"KPvK", "8/8/8/8/8/k7/4P3/K7 w - - 0 1", 100_000},
		{"KPvKP en passant later", "4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1", 100_000},
		{"KPvKP en passant now", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", 100_000},
		{"KPPvKP both ways", "k7/8/8/2pP4/5p2/8/6P1/K7 w - c6 0 1", 100_000},
		{"en passant by Black", "4k3/8/8/8/1pP5/8/8/4K3 b - c3 0 1", 100_000},
		{"castling of White", "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", 100_000},
		{"castling of both", "r3k3/8/8/8/8/8/8/4K2R w Kq - 0 1", 100_000},
		{"castling behind pawns", "4k3/p7/8/P7/8/4p1p1/4P1P1/4K2R w K - 0 1", 100_000},
		{"castling queenside behind pawns", "r3k3/p1p1p3/P1P1P3/8/8/8/8/4K3 b q - 0 1", 100_000},
		{"promotions in a corner", "8/8/8/8/8/p1p2k2/P1p5/B1K5 w - - 0 1", 100_000},
		{"walls", "1k6/1p1p1p1p/1P1P1P1P/8/8/1p1p1p1p/1P1P1P1P/1K6 w - - 0 1", 100_000},
		{"initial", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 100_000},
	} {
		start := testkit.Position(t, c.fen)
		if testing.Short() {
			c.limit /= 20
		}
		positions, plies, complete := chesstest.Explore(start, 1000, c.limit)
		if c.name == "KRvK" && !testing.Short() && !complete {
			t.Errorf("only %d positions explored", len(positions))
		}
		checkDistances(t, g, start, positions, plies, 4000, src)
	}
}

// crowded returns a random position with rams (pawns head to head), which block squares
// and hem men in, and a few other men.
func crowded(src *rand.Rand) (chess.Position, bool) {
	s := chess.EmptySetup()
	s.Turn = chess.Color(src.IntN(2))
	for f := range 8 {
		if src.IntN(5) == 0 {
			continue
		}
		r := 1 + src.IntN(5)
		s.Board.Put(chess.NewSquare(f, r), chess.NewPiece(chess.White, chess.Pawn))
		s.Board.Put(chess.NewSquare(f, r+1), chess.NewPiece(chess.Black, chess.Pawn))
	}
	men := []chess.Piece{chess.NewPiece(chess.White, chess.King), chess.NewPiece(chess.Black, chess.King)}
	for range src.IntN(4) {
		men = append(men, chess.NewPiece(chess.Color(src.IntN(2)), chess.Role(1+src.IntN(5))))
	}
	for _, m := range men {
		sq := chess.Square(src.IntN(64))
		for s.Board.At(sq) != chess.NoPiece {
			sq = chess.Square(src.IntN(64))
		}
		if m.Role() == chess.Pawn && (sq.Row() == 0 || sq.Row() == 7) {
			continue
		}
		s.Board.Place(sq, m)
	}
	p, err := s.Position()
	return p, err == nil
}

// TestBoundCrowded compares bounds with true distances, from random positions with rams and
// from positions reached from these.
func TestBoundCrowded(t *testing.T) {
	starts := testkit.Size(20, 300)
	src := testkit.Rand(t.Name())
	g := NewGoal(chess.InitialPosition(), nil)
	for n := 0; n < starts; {
		start, ok := crowded(src)
		if !ok {
			continue
		}
		n++
		positions, plies, _ := chesstest.Explore(start, 1000, 4_000)
		checkDistances(t, g, start, positions, plies, 200, src)
		start = positions[src.IntN(len(positions))]
		positions, plies, _ = chesstest.Explore(start, 1000, 4_000)
		checkDistances(t, g, start, positions, plies, 200, src)
	}
}
