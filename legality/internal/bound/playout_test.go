package bound

import (
	"math/rand/v2"
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/chesstest"
	"chesscensus/internal/testing/testkit"
)

// checkBound checks that the bound from position i of a game to position j is at most j-i,
// and that no man on a blocked square moves in between.
func checkBound(t *testing.T, g *Goal, game []chess.Position, moves []chess.Move, i, j int) {
	t.Helper()
	p, q := game[i], game[j]
	bound := g.Bound(&p)
	if bound > j-i {
		t.Fatalf("bound %d, but %d plies lead from %s to %s: %v\n%s", bound, j-i, p, q, moves[i:j], g.failure)
	}
	if bound == 0 && p != q || bound != 0 && p == q || bound != 0 && (bound-(j-i))&1 != 0 {
		t.Fatalf("bound %d, after %d plies from %s to %s", bound, j-i, p, q)
	}
	if p == q {
		return
	}
	if !g.Reachable(&p) {
		t.Fatalf("not reachable, but %d plies lead from %s to %s: %v\n%s", j-i, p, q, moves[i:j], g.failure)
	}
	blocked := g.blocked
	for k, m := range moves[i:j] {
		touched := m.From().BB() | m.To().BB() | m.CapturedOn().BB()
		if m.Castles() {
			touched |= castledRook(m)
		}
		if touched&blocked != 0 {
			t.Fatalf("blocked: %vfrom %s to %s, but move %d is %s of %v\n%v", blocked&touched, p, q, k, m, moves[i:j], g.byReason)
		}
	}
}

// castledRook returns the square from which the rook moves in the castling move m.
func castledRook(m chess.Move) chess.Bitboard {
	for _, c := range castles {
		if c.kingTo == m.To() {
			return c.rook.BB()
		}
	}
	return 0
}

// TestBoundPlayouts checks that in random games the bound from a position to a later one is at most the
// number of plies in between. A failure means that a verdict can be wrong.
func TestBoundPlayouts(t *testing.T) {
	want, goals := testkit.Size(4_000, 60_000), 1.0/6
	src := testkit.Rand(t.Name())
	tables := new(Tables)
	g := NewGoal(chess.InitialPosition(), tables)
	for n := 0; n < want; {
		game, moves := playGame(src)
		if len(game) == 1 {
			continue
		}
		for range 1 + int(goals*float64(len(game))) {
			j := 1 + src.IntN(len(game)-1)
			if src.IntN(3) == 0 { // take the next goal with an en passant square, if there is one
				for k := j; k < len(game); k++ {
					if game[k].EP() != chess.NoSquare {
						j = k
						break
					}
				}
			}
			g.Reset(game[j])
			from := []int{0, j - 1, max(0, j-2), max(0, j-3), max(0, j-4-src.IntN(8))}
			for range 4 {
				from = append(from, src.IntN(j))
			}
			for _, i := range from {
				checkBound(t, g, game, moves, i, j)
				n++
			}
		}
	}
}

// starts are positions from which random games reach rare cases: promotions, castling, walls of pawns.
var starts = []string{
	"r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1",
	"4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1",
	"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
	"k7/p1p1p1p1/8/1P1P1P1P/p1p1p1p1/8/1P1P1P1P/K7 w - - 0 1",
	"1nbqkbn1/1pppppp1/8/P6P/p6p/8/1PPPPPP1/1NBQKBN1 w - - 0 1",
	"rnbqkbnr/8/pppppppp/8/8/PPPPPPPP/8/RNBQKBNR w KQkq - 0 1",
	"8/1P4P1/8/2k5/8/2K5/1p4p1/8 w - - 0 1",
	"1k6/1p1p1p1p/1P1P1P1P/8/8/1p1p1p1p/1P1P1P1P/1K6 w - - 0 1",
	"b1n1k3/1p1p1p2/pPpPpPp1/P1P1P1P1/8/8/3N4/2R1K1B1 w - - 0 1",
	"4k1n1/r1b5/8/1p1p1p1p/pPpPpPpP/P1P1P1P1/3K4/1N3B1R b - - 0 1",
	"b1n1k1n1/8/3PpP2/2pP1Pp1/2P3P1/8/8/B1N1K1N1 w - - 0 1",
}

// playGame returns the positions and moves of a random game from the initial position or one of starts.
func playGame(src *rand.Rand) (game []chess.Position, moves []chess.Move) {
	opt := chesstest.RandomOptions(src)
	if src.IntN(2) == 0 {
		opt.Plies = 1 + src.IntN(40)
	}
	opt.Start = chess.InitialPosition()
	if src.IntN(2) == 0 {
		f, err := chess.ParseFEN(starts[src.IntN(len(starts))])
		if err != nil {
			panic(err)
		}
		if opt.Start, err = f.Setup.Position(); err != nil {
			panic(err)
		}
	}
	game = append(game, opt.Start)
	for m, p := range chesstest.Moves(src, opt) {
		game, moves = append(game, p), append(moves, m)
	}
	return game, moves
}

// TestBoundFollowsGame checks the bounds towards one goal from all positions of a game in
// order, as a search computes them, so that cached results are used.
func TestBoundFollowsGame(t *testing.T) {
	src := testkit.Rand(t.Name())
	g := NewGoal(chess.InitialPosition(), nil)
	for range 60 {
		game, moves := playGame(src)
		if len(game) > 120 {
			game = game[:120]
		}
		j := len(game) - 1
		g.Reset(game[j])
		for i := range j {
			checkBound(t, g, game, moves[:j], i, j)
		}
	}
}
