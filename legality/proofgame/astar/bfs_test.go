package astar

import (
	"context"
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/chesstest"
	"chesscensus/internal/testing/testkit"
	"chesscensus/legality/internal/bound"
)

// explore returns the positions that are reached from start in at most plies moves, in the order of their distances, limit of them at
// most, and the distances.
func explore(start chess.Position, plies, limit int) (found []chess.Position, dist []int) {
	found, dist = []chess.Position{start}, []int{0}
	seen := map[chess.Position]bool{start: true}
	var moves []chess.Move
	for i := 0; i < len(found) && len(found) < limit && dist[i] < plies; i++ {
		moves = found[i].Moves(moves[:0])
		for _, m := range moves {
			if q := found[i].Play(m); !seen[q] {
				seen[q] = true
				found, dist = append(found, q), append(dist, dist[i]+1)
			}
		}
	}
	return found, dist
}

// starts are positions for comparisons with breadth-first search.
var starts = []struct {
	name, fen    string
	plies, limit int // of the breadth-first search
}{
	{"initial", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 5, 150_000},
	{"en passant by White later", "rnbqkbnr/pppppppp/8/4P3/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1", 4, 60_000},
	{"en passant by Black now", "rnbqkbnr/p1pppppp/8/8/1pP5/8/PP1PPPPP/RNBQKBNR b KQkq c3 0 1", 4, 60_000},
	{"castling of both", "r3k2r/pppqbppp/2npbn2/4p3/4P3/2NPBN2/PPPQBPPP/R3K2R w KQkq - 0 1", 3, 60_000},
	{"castling, few men", "r3k3/8/8/8/8/8/8/4K2R w Kq - 0 1", 6, 60_000},
	{"KRvK", "8/8/8/8/8/2k5/8/K6R w - - 0 1", 12, 60_000},
	{"KPvKP en passant now", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", 9, 60_000},
	{"KPPvKP both ways", "k7/8/8/2pP4/5p2/8/6P1/K7 w - c6 0 1", 8, 60_000},
	{"promotions", "2k5/P5P1/8/8/8/8/p5p1/2K5 w - - 0 1", 7, 60_000},
	{"in check", "4k3/8/8/8/7b/8/3P4/4K3 w - - 0 1", 8, 60_000},
	{"walls", "1k6/1p1p1p1p/1P1P1P1P/8/8/1p1p1p1p/1P1P1P1P/1K6 w - - 0 1", 12, 60_000},
	{"no moves but one's own", "8/8/8/8/8/p1p2k2/P1p5/B1K5 w - - 0 1", 9, 60_000},
}

// TestFindIsShortest compares the lengths of lines with the distances that a breadth-first search finds, for random goals at all
// distances.
func TestFindIsShortest(t *testing.T) {
	goals := testkit.Size(15, 250)
	var s Search
	var expanded int64
	n, ep, castled := 0, 0, 0
	for _, c := range starts {
		start := testkit.Position(t, c.fen)
		if testing.Short() {
			c.limit /= 10
		}
		found, dist := explore(start, c.plies, c.limit)
		src := testkit.Rand(c.name)
		for range goals {
			i := src.IntN(len(found))
			opt := Options{NonAdmissible: src.IntN(4) == 0, Dynamic: src.IntN(4) == 0, Seed: src.Uint64()}
			if src.IntN(2) == 0 {
				opt.A, opt.B = 1, 1+src.IntN(8)
			}
			r, err := s.Find(context.Background(), start, found[i], opt)
			if err != nil {
				t.Fatal(err)
			}
			if r.Outcome != Shortest || len(r.Moves) != dist[i] || r.Least != dist[i] || r.Bound != 0 {
				t.Fatalf("%s to %s: %s, %d plies (at least %d, closest bound %d), want %d plies; %v",
					start, found[i], r.Outcome, len(r.Moves), r.Least, r.Bound, dist[i], r.Moves)
			}
			replay(t, start, found[i], r.Moves)
			n++
			expanded += r.Expanded
			p := start
			for _, m := range r.Moves {
				if m.EnPassant() {
					ep++
				}
				if m.Castles() {
					castled++
				}
				p = p.Play(m)
			}
		}
	}
	t.Logf("%d goals, %.1f expansions each; %d en passant captures, %d castlings", n, float64(expanded)/float64(n), ep, castled)
	if ep == 0 || castled == 0 {
		t.Error("no en passant capture or no castling in any line")
	}
}

// TestNoSolutionIsTrue compares with breadth-first search from positions from which little can be reached: for goals that are not among
// it there must be no line, and for the others one.
func TestNoSolutionIsTrue(t *testing.T) {
	start := testkit.Position(t, "1k6/1p1p1p1p/pP1P1P1P/8/8/Pp1p1p1p/1P1P1P1P/1K6 w - - 0 1")
	found, dist := explore(start, 1000, 100_000)
	if len(found) >= 100_000 {
		t.Fatal("the start is not shut in")
	}
	at := map[chess.Position]int{}
	for i, p := range found {
		at[p] = dist[i]
	}
	src := testkit.Rand(t.Name())
	var s Search
	out := 0
	for range 300 {
		// A position of the same men somewhere else.
		q := found[src.IntN(len(found))].Setup()
		for c := chess.White; c <= chess.Black; c++ {
			king := q.Board.King(c)
			to := chess.Square(src.IntN(64))
			if q.Board.At(to) == chess.NoPiece && src.IntN(2) == 0 {
				q.Board.Put(king, chess.NoPiece)
				q.Board.Put(to, chess.NewPiece(c, chess.King))
			}
		}
		goal, err := q.Position()
		if err != nil {
			continue
		}
		r, err := s.Find(context.Background(), start, goal, Options{})
		if err != nil {
			t.Fatal(err)
		}
		d, ok := at[goal]
		switch {
		case ok && (r.Outcome != Shortest || len(r.Moves) != d):
			t.Fatalf("%s to %s: %s %v, want %d plies", start, goal, r.Outcome, r.Moves, d)
		case !ok && (r.Outcome != NoSolution || r.Least != bound.Infinite || r.Moves != nil):
			t.Fatalf("%s to %s: %s %v, want no solution", start, goal, r.Outcome, r.Moves)
		case !ok:
			out++
		}
	}
	t.Logf("%d positions within reach, %d goals out of reach", len(found), out)
	if out == 0 {
		t.Error("every goal was within reach")
	}
}

// TestBoundAlongGames: along random games, many of them with en passant, the bound is at most the number of plies left, and the search
// finds a line that is no longer.
func TestBoundAlongGames(t *testing.T) {
	games := testkit.Size(40, 400)
	src := testkit.Rand(t.Name())
	var s Search
	ep, pairs := 0, 0
	for range games {
		var game []chess.Position
		var moves []chess.Move
		opt := chesstest.RandomOptions(src)
		if src.IntN(2) == 0 {
			opt.Weights = chesstest.Styles()[3].Weights
		}
		p := chess.InitialPosition()
		game = append(game, p)
		for m, q := range chesstest.Moves(src, opt) {
			moves, game = append(moves, m), append(game, q)
		}
		for range 3 {
			i := src.IntN(len(game))
			for k := i; k < len(moves); k++ { // two of three pairs have en passant between them
				if moves[k].EnPassant() && src.IntN(3) > 0 {
					i = max(0, k-src.IntN(4))
					break
				}
			}
			j := min(len(game)-1, i+src.IntN(6))
			for _, m := range moves[i:j] {
				if m.EnPassant() {
					ep++
				}
			}
			r, err := s.Find(context.Background(), game[i], game[j], Options{Nodes: 2000})
			if err != nil {
				t.Fatal(err)
			}
			if r.Outcome == NoSolution || r.Least > j-i || len(r.Moves) > j-i {
				t.Fatalf("%s, at least %d plies from %s to %s, but there are %v", r.Outcome, r.Least, game[i], game[j], moves[i:j])
			}
			if r.Outcome.Solved() {
				replay(t, game[i], game[j], r.Moves)
			} else {
				t.Errorf("%d plies from %s to %s not found with 2000 expansions, %v", j-i, game[i], game[j], moves[i:j])
			}
			pairs++
		}
	}
	t.Logf("%d pairs, %d en passant captures", pairs, ep)
}
