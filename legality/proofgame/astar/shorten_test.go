package astar

import (
	"context"
	"slices"
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/chesstest"
	"chesscensus/internal/testing/testkit"
)

// end replays the moves with the rules of package chess and returns the last position.
func end(t testing.TB, p chess.Position, moves []chess.Move) chess.Position {
	t.Helper()
	for i, m := range moves {
		if !p.IsLegal(m) {
			t.Fatalf("move %d, %s, is not legal in %s", i+1, m, p)
		}
		p = p.Play(m)
	}
	return p
}

// TestShortenKeepsTheEnd shortens random games of all styles: the result is legal, leads to the same position, is no longer, and the
// moves to be kept are kept.
func TestShortenKeepsTheEnd(t *testing.T) {
	testkit.Medium(t)
	games := testkit.Size(5, 30)
	src := testkit.Rand(t.Name())
	var s Shortener
	before, after := 0, 0
	for range games {
		opt := chesstest.RandomOptions(src)
		opt.Plies = 1 + src.IntN(160)
		var moves []chess.Move
		for m := range chesstest.Moves(src, opt) {
			moves = append(moves, m)
		}
		start := chess.InitialPosition()
		o := ShortenOptions{Nodes: 1 + int64(src.IntN(6000)), Seed: src.Uint64()}
		if src.IntN(2) == 0 {
			o.Keep = src.IntN(len(moves) + 10)
		}
		given := slices.Clone(moves)
		r, err := s.Shorten(context.Background(), start, moves, o)
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(given, moves) {
			t.Fatal("the moves given have been changed")
		}
		if got, want := end(t, start, r), end(t, start, moves); got != want {
			t.Fatalf("leads to %s, want %s", got, want)
		}
		keep := min(o.Keep, len(moves))
		if len(r) > len(moves) || !slices.Equal(r[:keep], moves[:keep]) {
			t.Fatalf("%d to %d plies, %d to be kept: %v", len(moves), len(r), keep, r)
		}
		before, after = before+len(moves), after+len(r)
		spent := s.spent
		again, err := s.Shorten(context.Background(), start, moves, o)
		if err != nil || !slices.Equal(again, r) || s.spent != spent {
			t.Fatalf("the same call gives another result: %v, then %v, %v", r, again, err)
		}
	}
	t.Logf("%d plies shortened to %d", before, after)
	if after*10 > before*9 {
		t.Errorf("%d plies of random games shortened only to %d", before, after)
	}
}

// TestShortenReachesTheKnownLength: all detours around a shortest game are cut out.
func TestShortenReachesTheKnownLength(t *testing.T) {
	start := chess.InitialPosition()
	moves := testkit.Line(t, start, "Nf3 Nf6 Ne5 Nd5 Ng4 Nf4 Ne5 Nd5 Nf3 Nf6 Ng1 Ng8 Nf3 Nc6 e4 a6 Bc4 e5 Bb5 Qf6 Ba4 Qd8 d3 Nge7 Nc3 Nb8 Nb1 Nbc6")
	var s Shortener
	r, err := s.Shorten(context.Background(), start, moves, ShortenOptions{})
	if err != nil {
		t.Fatal(err)
	}
	// White needs five moves (e4, d3, Nf3, Bb5, Ba4), and Black is not to move.
	if len(r) != 10 || s.spent >= defaultShorten || !s.complete {
		t.Errorf("%d plies with %d expansions, complete %v, want 10: %v", len(r), s.spent, s.complete, r)
	}
}

// TestCutRepetitions: nothing occurs twice afterwards.
func TestCutRepetitions(t *testing.T) {
	src := testkit.Rand(t.Name())
	cut := 0
	for range 40 {
		var moves []chess.Move
		start, err := chess.ParsePosition("6k1/8/8/8/8/8/8/K6R w - - 0 1")
		if err != nil {
			t.Fatal(err)
		}
		for m := range chesstest.Moves(src, chesstest.Options{Start: start, Plies: 200}) {
			moves = append(moves, m)
		}
		var g game
		if err := g.load(start, moves); err != nil {
			t.Fatal(err)
		}
		g.cutRepetitions()
		seen := map[chess.Position]bool{}
		for _, p := range g.positions {
			if seen[p] {
				t.Fatalf("%s occurs twice", p)
			}
			seen[p] = true
		}
		if got, want := end(t, start, g.moves), end(t, start, moves); got != want || g.positions[len(g.moves)] != want {
			t.Fatalf("leads to %s, want %s", got, want)
		}
		cut += len(moves) - len(g.moves)
	}
	if cut == 0 {
		t.Error("no game had a repetition")
	}
}

// TestSavePair: savings alone, without search, remove men that go out and back and merge moves of a man.
func TestSavePair(t *testing.T) {
	start := chess.InitialPosition()
	for _, c := range []struct {
		name  string
		moves string
		want  int
	}{
		{"out and back", "Nc3 Nc6 e4 e5 Nb1 Nb8", 2},
		{"merged", "e4 e5 Be2 Be7 Nf3 Nf6 Bb5 Bb4", 6},
		{"nothing of Black", "Nc3 e5 e4 d6 Nb1 Be7", 6},
	} {
		moves := testkit.Line(t, start, c.moves)
		s := Shortener{budget: 1000}
		if err := s.game.load(start, moves); err != nil {
			t.Fatal(err)
		}
		for s.savePair() {
		}
		if got := len(s.game.moves); got != c.want || end(t, start, s.game.moves) != s.game.goal {
			t.Errorf("%s: %d plies left, want %d: %v", c.name, got, c.want, s.game.moves)
		}
	}
}

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
	r, err := s.Shorten(ctx, start, moves, ShortenOptions{})
	if err != nil || s.complete || !slices.Equal(r, moves) {
		t.Errorf("canceled: %v, %v", r, err)
	}
	if r, err := s.Shorten(context.Background(), start, nil, ShortenOptions{}); err != nil || !s.complete || len(r) != 0 {
		t.Errorf("no moves: %v, %v", r, err)
	}
}
