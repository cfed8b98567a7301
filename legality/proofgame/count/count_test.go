package count

import (
	"context"
	"errors"
	"math"
	"strings"
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/testkit"
)

// playAllGames plays every game of so many plies and calls visit with its end.
func playAllGames(p chess.Position, plies int, visit func(*chess.Position)) {
	if plies == 0 {
		visit(&p)
		return
	}
	for _, m := range p.Moves(nil) {
		playAllGames(p.Play(m), plies-1, visit)
	}
}

// Figures of the Online Encyclopedia of Integer Sequences, computed by others: A048987 games, A083276 positions, A089957 positions that
// are reached by one game of just n plies, A209080 diagrams that are reached by one game of n plies and by none of fewer.
var published = []struct{ games, positions, unique, sound int }{
	{1, 1, 1, 1}, {20, 20, 20, 20}, {400, 400, 400, 400}, {8902, 5362, 1862, 1702}, {197281, 72078, 9825, 8659},
}

// TestGamesPublished counts the games to every position and every diagram that can be reached in so many plies. It compares with games
// played one by one and with published figures. It misses faults of the bound that show only in longer games. With -short, and with all
// four plies where CHESSCENSUS_TESTS is small, it counts only for every n-th diagram of the largest number of plies.
func TestGamesPublished(t *testing.T) {
	ctx, start := context.Background(), chess.InitialPosition()
	deepest, every := 3, 1
	if !testkit.Brief() {
		deepest, every = 4, testkit.Stride()
	} else if testing.Short() {
		every = 10
	}
	firstPlies := map[chess.Board]int{}
	for plies := 0; plies <= deepest; plies++ {
		games, positions, boards := map[chess.Position]uint64{}, map[chess.Board][]chess.Position{}, []chess.Board(nil)
		total := 0
		playAllGames(start, plies, func(p *chess.Position) {
			if games[*p] == 0 {
				if positions[p.Board()] == nil {
					boards = append(boards, p.Board())
				}
				positions[p.Board()] = append(positions[p.Board()], *p)
			}
			games[*p]++
			total++
		})
		unique, sound := 0, 0
		for i, board := range boards {
			goals, sum := positions[board], uint64(0)
			for _, goal := range goals {
				if sum += games[goal]; games[goal] == 1 {
					unique++
				}
			}
			_, known := firstPlies[board]
			if !known {
				firstPlies[board] = plies
				if sum == 1 {
					sound++
				}
			}
			if plies == deepest && i%every > 0 {
				continue
			}
			for _, goal := range goals {
				if result, err := Games(ctx, start, []chess.Position{goal}, plies, Options{}); err != nil || result.Games != games[goal] {
					t.Fatalf("%v in %d plies: %d games, %v, want %d", goal, plies, result.Games, err, games[goal])
				}
			}
			if !known {
				result, err := Shortest(ctx, start, goals, Options{})
				if err != nil || result.Games != sum || result.Plies != plies {
					t.Fatalf("%v: shortest %d games in %d plies, %v, want %d in %d", board, result.Games, result.Plies, err, sum, plies)
				}
			}
			if result, err := Games(ctx, start, goals, plies, Options{}); err != nil || result.Games != sum {
				t.Fatalf("%v in %d plies: %d games, %v, want %d", board, plies, result.Games, err, sum)
			}
		}
		if got := (struct{ games, positions, unique, sound int }{total, len(games), unique, sound}); got != published[plies] {
			t.Errorf("%d plies: %+v, published %+v", plies, got, published[plies])
		}
	}
}

// TestGamesWithFewMen compares games from positions with few men, where every kind of move occurs, with games played one by one.
func TestGamesWithFewMen(t *testing.T) {
	for _, fen := range []string{
		"r3k2r/pP5p/8/3pP3/8/8/P5Pp/R3K2R w KQkq d6 0 1", "8/2P1k3/8/8/3p4/8/4P3/4K2B w - - 0 1", "4k3/8/8/8/8/8/8/4K2R w K - 0 1",
	} {
		start := testkit.Position(t, fen)
		games := map[chess.Position]uint64{}
		playAllGames(start, 3, func(p *chess.Position) { games[*p]++ })
		done := 0
		for goal, want := range games {
			if done++; done > 1500 {
				break
			}
			result, err := Games(context.Background(), start, []chess.Position{goal}, 3, Options{List: 1000})
			if err != nil || result.Games != want || uint64(len(result.List)) != want {
				t.Fatalf("%s to %v: %d games, %d listed, %v, want %d", fen, goal, result.Games, len(result.List), err, want)
			}
			seen := map[[3]chess.Move]bool{}
			for _, game := range result.List {
				p := start
				for _, m := range game {
					if !p.IsLegal(m) {
						t.Fatalf("%s to %v: the list has a game that is not legal", fen, goal)
					}
					p = p.Play(m)
				}
				if seen[[3]chess.Move(game)] = true; p != goal {
					t.Fatalf("%s: a game ends in %v, want %v", fen, p, goal)
				}
			}
			if uint64(len(seen)) != want {
				t.Fatalf("%s to %v: a game is listed twice", fen, goal)
			}
		}
	}
}

// TestForecast compares the mean of many walks with the number of nodes of the tree.
func TestForecast(t *testing.T) {
	ctx, start := context.Background(), chess.InitialPosition()
	p := testkit.Played(t, "e4 e5 Nf3 Nc6")
	counter := testkit.Must(newCounter(start, []chess.Position{p}, 4))(t)
	nodes := 0
	var tree func(p chess.Position, remaining int)
	tree = func(p chess.Position, remaining int) {
		if !counter.mayReach(&p, remaining) {
			return
		}
		if nodes++; remaining > 0 {
			for _, m := range p.Moves(nil) {
				tree(p.Play(m), remaining-1)
			}
		}
	}
	tree(start, 4)
	got, err := Forecast(ctx, start, []chess.Position{p}, 4, 2000, 1)
	if err != nil || math.Abs(got.Positions/float64(nodes)-1) > 0.05 || got.Time <= 0 {
		t.Errorf("forecast %+v, %v, the tree has %d nodes", got, err, nodes)
	}
}

// TestForecastOfTooMany walks through 400 plies with some twenty moves each, which is more than 1e308 games.
func TestForecastOfTooMany(t *testing.T) {
	p := testkit.Position(t, "q3k3/8/8/8/8/8/8/4K2Q w - - 0 1")
	if got, err := Forecast(context.Background(), p, []chess.Position{p}, MaxPlies, 50, 1); err != nil ||
		got.Positions != math.MaxFloat64 || got.Time <= 0 {
		t.Errorf("forecast %+v, %v, want the largest number", got, err)
	}
}

// TestShortestGivesUp asks for a game from a stalemate, which no bound on moves proves impossible.
func TestShortestGivesUp(t *testing.T) {
	from, to := testkit.Position(t, "k7/2Q5/2K5/8/8/8/8/8 b - - 0 1"), testkit.Position(t, "8/1k6/8/8/2K5/2Q5/8/8 b - - 0 1")
	result, err := Shortest(context.Background(), from, []chess.Position{to}, Options{})
	if err == nil || !strings.Contains(err.Error(), "at most 400 plies") || result.Games != 0 || result.Plies != MaxPlies+1 {
		t.Errorf("%+v, %v, want no game and %d plies", result, err, MaxPlies+1)
	}
}

// TestGamesErrors checks the errors of Games, and the sum of large numbers.
func TestGamesErrors(t *testing.T) {
	ctx, start := context.Background(), chess.InitialPosition()
	if _, err := Games(ctx, start, nil, 3, Options{}); err == nil {
		t.Error("no goal: no error")
	}
	for _, plies := range []int{-1, MaxPlies + 1} {
		if _, err := Games(ctx, start, []chess.Position{start}, plies, Options{}); err == nil {
			t.Errorf("%d plies: no error", plies)
		}
	}
	if _, err := Games(ctx, start, []chess.Position{{}}, 2, Options{}); err == nil {
		t.Error("empty goal: no error")
	}
	if _, err := Games(ctx, chess.Position{}, []chess.Position{start}, 2, Options{}); err == nil {
		t.Error("empty start: no error")
	}
	if result, err := Games(ctx, start, []chess.Position{start}, 4, Options{Positions: 10}); !errors.Is(err, ErrLimit) || result.Games != 0 {
		t.Errorf("limit: %d games, %v", result.Games, err)
	}
	canceled, cancel := context.WithCancel(ctx)
	cancel()
	testkit.Fails(Games(canceled, start, []chess.Position{start}, 4, Options{}))(t, context.Canceled, "canceled")
	if got := addGames(math.MaxUint64-1, 2); got != math.MaxUint64 {
		t.Errorf("a sum that is too large is %d, want MaxUint64", got)
	}
}
