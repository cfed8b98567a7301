package bound

import (
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/chesstest"
	"chesscensus/internal/testing/testkit"
)

// changed returns p with its setup changed.
func changed(t testing.TB, p chess.Position, change func(chess.Setup) chess.Setup) chess.Position {
	t.Helper()
	return testkit.Must(change(p.Setup()).Position())(t)
}

// withoutRights returns the setup without castling rights.
func withoutRights(s chess.Setup) chess.Setup {
	s.Castling = 0
	return s
}

// TestBoundWitnesses compares bounds with known distances. The first two cases are those of
// the specification (10, D3), where the bound of the reference program is infinite and 11.
func TestBoundWitnesses(t *testing.T) {
	for _, c := range []struct {
		name, fen string
		moves     string
		want      int // 0 for the number of moves
	}{
		{"en passant now", "rnbqkbnr/p1pppppp/8/8/1pP5/8/PP1PPPPP/RNBQKBNR b KQkq c3 0 1", "b4c3", 0},
		{"en passant now, two kings", "4k3/8/8/4pP2/8/8/8/4K3 w - e6 0 1", "f5e6", 0},
		{"en passant after a double step", "4k3/4p3/8/5P2/8/8/8/4K3 b - - 0 1", "e7e5 f5e6", 0},
		{"en passant next move but one", "4k3/4p3/8/8/5P2/8/8/4K3 w - - 0 1", "f4f5 e7e5 f5e6", 0},
		{"castling short", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", 0},
		{"castling long", "r3k3/8/8/8/8/8/8/4K3 b q - 0 1", "e8c8", 0},
		{"castling from the initial position", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
			"g1f3 g8f6 g2g3 g7g6 f1g2 f8g7 e1g1 e8g8", 0},
		{"promotion by capture", "1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7b8q", 0},
		{"a right is lost", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "h1h2 e8e7 h2h1 e7e8", 2},
		{"a pawn in place captures on", "4k3/8/2r5/3P4/3P4/8/8/4K3 w - - 0 1", "d5c6 e8e7 d4d5", 0},
		{"goal with en passant", "4k3/8/8/8/5p2/8/4P3/4K3 w - - 0 1", "e2e4", 0},
		{"side to move", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", "e1d1 e8d8 d1e1 d8e8 e1d2 e8d7 d2e1", 3},
	} {
		p := testkit.Position(t, c.fen)
		moves := testkit.Line(t, p, c.moves)
		q := p.PlayAll(moves)
		if c.want == 0 {
			c.want = len(moves)
		}
		g := NewGoal(q, nil)
		if got := g.Bound(&p); got != c.want {
			t.Errorf("%s: bound %d, want %d, from %s to %s: %s", c.name, got, c.want, p, q, g.Failure())
		}
		if got := g.Bound(&q); got != 0 {
			t.Errorf("%s: bound %d of the goal itself", c.name, got)
		}
	}
}

// TestBoundInfinite tests pairs of positions without a play, and the evidence.
func TestBoundInfinite(t *testing.T) {
	const start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
	for _, c := range []struct{ name, from, to, note string }{
		{"men", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", "4k3/8/8/8/8/8/8/3RK3 w - - 0 1", menNote[0]},
		{"promotions", "4k3/8/8/8/8/8/8/3RK3 w - - 0 1", "4k3/8/8/8/8/8/8/3QK3 w - - 0 1", pawnNote[0]},
		{"home pawns", "4k3/8/8/8/8/4P3/8/4K3 w - - 0 1", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1",
			"pawns at home have moved or been captured"},
		{"rights", "4k3/8/8/8/8/8/8/4K2R w - - 0 1", "3k4/8/8/8/8/8/8/4K2R w K - 0 1", "castling rights are lost for king or rook"},
		{"right kept", "rb2k2r/p1p5/8/8/8/8/8/4K3 w kq - 0 1", "rb2k2r/p1p5/8/8/8/8/8/3K4 b k - 0 1",
			"a castling right cannot get lost, king and rook never move"},
		{"bishop color", "4k3/8/8/8/8/8/8/2B1K3 w - - 0 1", "4k3/8/8/8/8/8/8/3BK3 w - - 0 1", ""},
		{"pawn goes back", "4k3/8/8/4P3/8/8/8/4K3 w - - 0 1", "4k3/8/8/8/4P3/8/8/4K3 w - - 0 1", coneNote[0]},
		{"pawn changes file", "4k3/8/8/8/4P3/8/8/4K3 w - - 0 1", "4k3/8/8/3P4/8/8/8/4K3 w - - 0 1", lastNote[0]},
		{"captures of all pawns", start, "rnbqkbnr/pppp1ppp/8/8/8/2P3P1/P1PPPPP1/RNBQKBNR w KQkq - 0 1", capturesNote[0]},
		{"bishop captured on the wrong color", "4k3/8/8/8/8/8/P7/b3K3 w - - 0 1", "4k3/8/8/8/8/1P6/8/4K3 b - - 0 1", victimNote},
		{"caged bishop", start, "rnbqkbnr/ppppppp1/8/8/5B2/8/PPPPPPPP/RN1QKBNR w KQkq - 0 1", choiceNote},
		{"caged king", "7k/8/8/8/8/1p1p4/1P1P4/2K5 w - - 0 1", "7k/8/8/8/8/1p1p4/1P1PK3/8 w - - 0 1", ""},
		{"deadlock", "7k/8/8/8/8/1p6/pPp5/KbN5 w - - 0 1", "7k/8/8/8/8/1p6/pPpN4/K1b5 w - - 0 1", ""},
		{"double step too late", "4k3/8/8/8/4Pp2/8/8/4K3 w - - 0 1", "3k4/8/8/8/4Pp2/8/8/4K3 b - e3 0 1",
			"the pawn of the last double step has never moved"},
	} {
		p, q := testkit.Position(t, c.from), testkit.Position(t, c.to)
		g := NewGoal(q, nil)
		if got := g.Bound(&p); got != Infinite {
			t.Errorf("%s: bound %d, want infinite", c.name, got)
		}
		if g.Reachable(&p) {
			t.Errorf("%s: reachable, but the bound is infinite", c.name)
		}
		if note := g.Failure().Note; note == "" || c.note != "" && note != c.note {
			t.Errorf("%s: shown by %q, want %q", c.name, note, c.note)
		}
	}
}

// TestBoundAgreesWithReachable checks that Bound is finite exactly if Reachable is true,
// though one minimizes costs and the other looks for a matching.
func TestBoundAgreesWithReachable(t *testing.T) {
	testkit.Medium(t)
	src := testkit.Rand(t.Name())
	g := NewGoal(chess.InitialPosition(), nil)
	for range 300 {
		game, _ := playGame(src)
		other, _ := playGame(src)
		g.Reset(game[src.IntN(len(game))])
		for range 20 {
			p := other[src.IntN(len(other))]
			bound, reachable := g.Bound(&p), g.Reachable(&p)
			if reachable != (bound != Infinite) {
				t.Fatalf("bound %d, reachable %v, from %s to %s", bound, reachable, p, g.Setup())
			}
		}
	}
}

// TestBoundSymmetric checks that exchanging the colors never changes the bound. Reversing the
// files does not change it either, without castling rights.
func TestBoundSymmetric(t *testing.T) {
	testkit.Medium(t)
	src := testkit.Rand(t.Name())
	tables := new(Tables)
	g, h := NewGoal(chess.InitialPosition(), tables), NewGoal(chess.InitialPosition(), tables)
	for range 150 {
		game, _ := playGame(src)
		for range 20 {
			p, q := game[src.IntN(len(game))], game[src.IntN(len(game))] // either may be the later one
			check := func(what string, p, q, p2, q2 chess.Position) {
				t.Helper()
				g.Reset(q)
				h.Reset(q2)
				if first, second := g.Bound(&p), h.Bound(&p2); first != second {
					t.Fatalf("%s: %d from %s to %s, but %d from %s to %s", what, first, p, q, second, p2, q2)
				}
				if first, second := g.Reachable(&p), h.Reachable(&p2); first != second {
					t.Fatalf("%s: reachable %v from %s to %s, but %v from %s to %s", what, first, p, q, second, p2, q2)
				}
			}
			check("colors", p, q, changed(t, p, chess.Setup.Mirror), changed(t, q, chess.Setup.Mirror))
			p, q = changed(t, p, withoutRights), changed(t, q, withoutRights)
			check("files", p, q, changed(t, p, testkit.FlipFiles), changed(t, q, testkit.FlipFiles))
		}
	}
}

// TestBoundIndependent checks that a bound does not depend on earlier bounds of the same
// goal.
func TestBoundIndependent(t *testing.T) {
	testkit.Medium(t)
	src := testkit.Rand(t.Name())
	for range 60 {
		game, _ := playGame(src)
		q := game[len(game)-1]
		g, tables := NewGoal(q, nil), new(Tables)
		for range 40 {
			p := game[src.IntN(len(game))]
			if after, alone := g.Bound(&p), NewGoal(q, tables).Bound(&p); after != alone {
				t.Fatalf("%d after other bounds, %d alone, from %s to %s", after, alone, p, q)
			}
		}
	}
}

// TestBoundDoesNotAllocate checks that bounds for new positions and for reset goals allocate
// no memory.
func TestBoundDoesNotAllocate(t *testing.T) {
	src := testkit.Rand(t.Name())
	var game []chess.Position
	for p := range chesstest.Playout(src, chesstest.Options{Plies: 100}) {
		game = append(game, p)
	}
	g := NewGoal(game[len(game)-1], nil)
	var pairs []Pair
	i := 0
	if allocations := testing.AllocsPerRun(300, func() {
		if i++; i%10 == 0 {
			g.Reset(game[len(game)-1-i/10])
		}
		p := &game[i%60]
		g.Bound(p)
		g.Reachable(p)
		pairs = g.AppendPairs(pairs[:0], chess.White)
	}); allocations > 0.2 {
		t.Errorf("%v allocations", allocations)
	}
}

// TestPairs checks that the pairs are an assignment, and their cost is that of the bound.
func TestPairs(t *testing.T) {
	src := testkit.Rand(t.Name())
	g := NewGoal(chess.InitialPosition(), nil)
	for range 200 {
		game, _ := playGame(src)
		p, q := game[0], game[len(game)-1]
		if p == q {
			continue
		}
		g.Reset(q)
		g.Bound(&p)
		white, black := g.Moves()
		for c, moves := range []int{white, black} {
			from, to, sum, captured := chess.Bitboard(0), chess.Bitboard(0), 0, 0
			for _, pair := range g.AppendPairs(nil, chess.Color(c)) {
				if from.Has(pair.From) || to.Has(pair.To) {
					t.Fatalf("%v twice", pair)
				}
				if from |= pair.From.BB(); pair.To == chess.NoSquare {
					captured++
				}
				to |= pair.To.BB()
				sum += pair.Moves
			}
			b, goal := p.Board(), q.Board()
			moving := b.Colored(chess.Color(c)) &^ b.Of(chess.King) &^ g.blocked
			if from != moving || to != goal.Colored(chess.Color(c))&^goal.Of(chess.King)&^g.blocked ||
				captured != b.Colored(chess.Color(c)).Count()-goal.Colored(chess.Color(c)).Count() {
				t.Fatalf("pairs of %v and %v, %d captured, from %s to %s", from, to, captured, p, q)
			}
			if sum > moves && p.Castling().Of(chess.Color(c)) == 0 {
				t.Fatalf("pairs cost %d, moves %d", sum, moves)
			}
		}
	}
}

// TestManyMen checks that positions with more than 16 men of a color are compared by counts
// alone.
func TestManyMen(t *testing.T) {
	p := testkit.Position(t, "4k3/8/8/QQQQQQQQ/QQQQQQQQ/8/QQ6/4K3 b - - 0 1")
	q := testkit.Position(t, "4k3/8/8/QQQQQQQQ/QQQQQQQQ/8/Q7/4K3 b - - 0 1")
	testkit.Equal(t, NewGoal(q, nil).Bound(&p), 2, "bound")
	g := NewGoal(p, nil)
	if got := g.Bound(&q); got != Infinite || g.Reachable(&q) {
		t.Errorf("bound %d, want infinite", got)
	}
	if !g.Reachable(&p) {
		t.Error("the goal is not reachable from itself")
	}
	if got := g.Bound(&initial); got != Infinite {
		t.Errorf("bound %d from the initial position, want infinite", got)
	}
	if g = NewGoal(q, nil); !g.Reachable(&p) || len(g.AppendPairs(nil, chess.White)) != 0 {
		t.Error("with a man more than the goal: not reachable, or pairs without an assignment")
	}
}
