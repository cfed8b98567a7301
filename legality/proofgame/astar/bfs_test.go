package astar

import (
	"context"
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/chesstest"
	"chesscensus/internal/testing/testkit"
	"chesscensus/legality/internal/bound"
)

// searchStarts are positions for comparisons with breadth-first search.
var searchStarts = []struct {
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

// TestFindIsShortest compares the lengths of lines to random goals with the distances of a breadth-first search.
func TestFindIsShortest(t *testing.T) {
	goals := testkit.Size(15, 250)
	var s Search
	var expanded int64
	count, enPassant, castled := 0, 0, 0
	for _, row := range searchStarts {
		start := testkit.Position(t, row.fen)
		if testing.Short() {
			row.limit /= 10
		}
		positions, dist, _ := chesstest.Explore(start, row.plies, row.limit)
		rnd := testkit.Rand(row.name)
		for range goals {
			i := rnd.IntN(len(positions))
			opt := Options{NonAdmissible: rnd.IntN(4) == 0, Dynamic: rnd.IntN(4) == 0, Seed: rnd.Uint64()}
			if rnd.IntN(2) == 0 {
				opt.A, opt.B = 1, 1+rnd.IntN(8)
			}
			result := testkit.Must(s.Find(context.Background(), start, positions[i], opt))(t)
			if result.Outcome != Shortest || len(result.Moves) != dist[i] || result.Least != dist[i] || result.Bound != 0 {
				t.Fatalf("%s to %s: %s, %d plies (at least %d, closest bound %d), want %d plies; %v",
					start, positions[i], result.Outcome, len(result.Moves), result.Least, result.Bound, dist[i], result.Moves)
			}
			replay(t, start, positions[i], result.Moves)
			count++
			expanded += result.Expanded
			for _, m := range result.Moves {
				if m.EnPassant() {
					enPassant++
				}
				if m.Castles() {
					castled++
				}
			}
		}
	}
	t.Logf("%d goals, %.1f expansions each; %d en passant captures, %d castlings", count, float64(expanded)/float64(count), enPassant, castled)
	if enPassant == 0 || castled == 0 {
		t.Error("no en passant capture or no castling in any line")
	}
}

// TestNoSolutionIsTrue compares with a breadth-first search from a position from which little can be reached: there is a line exactly
// to the goals that it finds.
func TestNoSolutionIsTrue(t *testing.T) {
	start := testkit.Position(t, "1k6/1p1p1p1p/pP1P1P1P/8/8/Pp1p1p1p/1P1P1P1P/1K6 w - - 0 1")
	positions, dist, _ := chesstest.Explore(start, 1000, 100_000)
	if len(positions) >= 100_000 {
		t.Fatal("the start is not shut in")
	}
	distances := map[chess.Position]int{}
	for i, p := range positions {
		distances[p] = dist[i]
	}
	rnd := testkit.Rand(t.Name())
	var s Search
	outOfReach := 0
	for range 300 {
		// A position of the same men somewhere else.
		setup := positions[rnd.IntN(len(positions))].Setup()
		for c := chess.White; c <= chess.Black; c++ {
			king := setup.Board.King(c)
			to := chess.Square(rnd.IntN(64))
			if setup.Board.At(to) == chess.NoPiece && rnd.IntN(2) == 0 {
				setup.Board.Put(king, chess.NoPiece)
				setup.Board.Put(to, chess.NewPiece(c, chess.King))
			}
		}
		goal, err := setup.Position()
		if err != nil {
			continue
		}
		result := testkit.Must(s.Find(context.Background(), start, goal, Options{}))(t)
		want, ok := distances[goal]
		switch {
		case ok && (result.Outcome != Shortest || len(result.Moves) != want):
			t.Fatalf("%s to %s: %s %v, want %d plies", start, goal, result.Outcome, result.Moves, want)
		case !ok && (result.Outcome != NoSolution || result.Least != bound.Infinite || result.Moves != nil):
			t.Fatalf("%s to %s: %s %v, want no solution", start, goal, result.Outcome, result.Moves)
		case !ok:
			outOfReach++
		}
	}
	t.Logf("%d positions within reach, %d goals out of reach", len(positions), outOfReach)
	if outOfReach == 0 {
		t.Error("every goal was within reach")
	}
}

// TestBoundAlongGames checks that along random games, many of them with en passant, the bound is at most the number of plies left, and
// lines are no longer.
func TestBoundAlongGames(t *testing.T) {
	games := testkit.Size(40, 400)
	rnd := testkit.Rand(t.Name())
	var s Search
	enPassant, pairs := 0, 0
	for range games {
		var game []chess.Position
		var moves []chess.Move
		opt := chesstest.RandomOptions(rnd)
		if rnd.IntN(2) == 0 {
			opt.Weights = chesstest.Styles()[3].Weights
		}
		p := chess.InitialPosition()
		game = append(game, p)
		for m, next := range chesstest.Moves(rnd, opt) {
			moves, game = append(moves, m), append(game, next)
		}
		for range 3 {
			i := rnd.IntN(len(game))
			for k := i; k < len(moves); k++ { // two of three pairs have en passant between them
				if moves[k].EnPassant() && rnd.IntN(3) > 0 {
					i = max(0, k-rnd.IntN(4))
					break
				}
			}
			j := min(len(game)-1, i+rnd.IntN(6))
			for _, m := range moves[i:j] {
				if m.EnPassant() {
					enPassant++
				}
			}
			result := testkit.Must(s.Find(context.Background(), game[i], game[j], Options{Nodes: 2000}))(t)
			if result.Outcome == NoSolution || result.Least > j-i || len(result.Moves) > j-i {
				t.Fatalf("%s, at least %d plies from %s to %s, but there are %v", result.Outcome, result.Least, game[i], game[j], moves[i:j])
			}
			if result.Outcome.Solved() {
				replay(t, game[i], game[j], result.Moves)
			} else {
				t.Errorf("%d plies from %s to %s not found with 2000 expansions, %v", j-i, game[i], game[j], moves[i:j])
			}
			pairs++
		}
	}
	t.Logf("%d pairs, %d en passant captures", pairs, enPassant)
}
