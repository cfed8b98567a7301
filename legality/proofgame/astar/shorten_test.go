package astar

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/chesstest"
	"chesscensus/internal/testing/testkit"
)

// randomGame returns the moves of a random game.
func randomGame(rnd *rand.Rand, opt chesstest.Options) (moves []chess.Move) {
	for m := range chesstest.Moves(rnd, opt) {
		moves = append(moves, m)
	}
	return moves
}

// TestShortenKeepsTheEnd shortens random games of all styles. The result has to be legal, lead to the same position, be no longer, and
// keep the first moves.
func TestShortenKeepsTheEnd(t *testing.T) {
	testkit.Medium(t)
	games := testkit.Size(5, 30)
	rnd := testkit.Rand(t.Name())
	var s Shortener
	before, after := 0, 0
	for range games {
		gameOptions := chesstest.RandomOptions(rnd)
		gameOptions.Plies = 1 + rnd.IntN(160)
		moves, start := randomGame(rnd, gameOptions), chess.InitialPosition()
		options := ShortenOptions{Nodes: 1 + int64(rnd.IntN(6000)), Seed: rnd.Uint64()}
		if rnd.IntN(2) == 0 {
			options.Keep = rnd.IntN(len(moves) + 10)
		}
		given := slices.Clone(moves)
		shorter := testkit.Must(s.Shorten(context.Background(), start, moves, options))(t)
		if !slices.Equal(given, moves) {
			t.Fatal("the moves given have been changed")
		}
		if got, want := endOf(t, start, shorter), endOf(t, start, moves); got != want {
			t.Fatalf("leads to %s, want %s", got, want)
		}
		keep := min(options.Keep, len(moves))
		if len(shorter) > len(moves) || !slices.Equal(shorter[:keep], moves[:keep]) {
			t.Fatalf("%d to %d plies, %d to be kept: %v", len(moves), len(shorter), keep, shorter)
		}
		before, after = before+len(moves), after+len(shorter)
		spent := s.spent
		again, err := s.Shorten(context.Background(), start, moves, options)
		if err != nil || !slices.Equal(again, shorter) || s.spent != spent {
			t.Fatalf("the same call gives another result: %v, then %v, %v", shorter, again, err)
		}
	}
	t.Logf("%d plies shortened to %d", before, after)
	if after*10 > before*9 {
		t.Errorf("%d plies of random games shortened only to %d", before, after)
	}
}

// TestShortenReachesTheKnownLength checks that all detours around a shortest game are removed.
func TestShortenReachesTheKnownLength(t *testing.T) {
	start := chess.InitialPosition()
	moves := testkit.Line(t, start, "Nf3 Nf6 Ne5 Nd5 Ng4 Nf4 Ne5 Nd5 Nf3 Nf6 Ng1 Ng8 Nf3 Nc6 e4 a6 Bc4 e5 Bb5 Qf6 Ba4 Qd8 d3 Nge7 Nc3 Nb8 Nb1 Nbc6")
	var s Shortener
	shorter := testkit.Must(s.Shorten(context.Background(), start, moves, ShortenOptions{}))(t)
	// White needs five moves (e4, d3, Nf3, Bb5, Ba4), and Black is not to move.
	if len(shorter) != 10 || s.spent >= defaultShorten || !s.complete {
		t.Errorf("%d plies with %d expansions, complete %v, want 10: %v", len(shorter), s.spent, s.complete, shorter)
	}
}

// TestCutRepetitions checks that no position occurs twice afterwards.
func TestCutRepetitions(t *testing.T) {
	rnd := testkit.Rand(t.Name())
	removed := 0
	for range 40 {
		start := testkit.Position(t, "6k1/8/8/8/8/8/8/K6R w - - 0 1")
		moves := randomGame(rnd, chesstest.Options{Start: start, Plies: 200})
		var cutGame game
		testkit.OK(t, cutGame.load(start, moves))
		cutGame.cutRepetitions()
		seen := map[chess.Position]bool{}
		for _, p := range cutGame.positions {
			if seen[p] {
				t.Fatalf("%s occurs twice", p)
			}
			seen[p] = true
		}
		if got, want := endOf(t, start, cutGame.moves), endOf(t, start, moves); got != want || cutGame.positions[len(cutGame.moves)] != want {
			t.Fatalf("leads to %s, want %s", got, want)
		}
		removed += len(moves) - len(cutGame.moves)
	}
	if removed == 0 {
		t.Error("no game had a repetition")
	}
}

// TestSavePair checks that savings, without search, remove men that go out and back and merge moves of a man.
func TestSavePair(t *testing.T) {
	start := chess.InitialPosition()
	for _, row := range []struct {
		name  string
		moves string
		want  int
	}{
		{"out and back", "Nc3 Nc6 e4 e5 Nb1 Nb8", 2},
		{"merged", "e4 e5 Be2 Be7 Nf3 Nf6 Bb5 Bb4", 6},
		{"nothing of Black", "Nc3 e5 e4 d6 Nb1 Be7", 6},
	} {
		moves := testkit.Line(t, start, row.moves)
		s := Shortener{budget: 1000}
		testkit.OK(t, s.game.load(start, moves))
		for s.savePair() {
		}
		if got := len(s.game.moves); got != row.want || endOf(t, start, s.game.moves) != s.game.goal {
			t.Errorf("%s: %d plies left, want %d: %v", row.name, got, row.want, s.game.moves)
		}
	}
}

// TestShortenErrors checks the errors of Shorten, a canceled context, and a game without moves.
func TestShortenErrors(t *testing.T) {
	start := chess.InitialPosition()
	moves := testkit.Line(t, start, "e4 e5")
	var s Shortener
	if _, err := s.Shorten(context.Background(), chess.Position{}, moves, ShortenOptions{}); err == nil {
		t.Error("no error for no start position")
	}
	if _, err := s.Shorten(context.Background(), start, []chess.Move{moves[0], moves[0]}, ShortenOptions{}); err == nil {
		t.Error("no error for a move that is not legal")
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	shorter, err := s.Shorten(ctx, start, moves, ShortenOptions{})
	if err != nil || s.complete || !slices.Equal(shorter, moves) {
		t.Errorf("canceled: %v, %v", shorter, err)
	}
	if shorter, err := s.Shorten(context.Background(), start, nil, ShortenOptions{}); err != nil || !s.complete || len(shorter) != 0 {
		t.Errorf("no moves: %v, %v", shorter, err)
	}
}
