package planner

import (
	"context"
	"errors"
	"slices"
	"testing"

	"chesscensus/chess"
	"chesscensus/legality/kernel/search"
	"chesscensus/legality/proofgame/plantest"
)

func TestFindSolvesAllClasses(t *testing.T) {
	list, classes := problems(t, 1<<30)
	var pl Planner
	for i := range list {
		if testing.Short() && i%6 != 0 {
			continue
		}
		res, err := pl.Find(context.Background(), list[i], Options{})
		if err != nil {
			t.Errorf("%s %v: %v, %+v", classes[i], list[i].Goal, err, res.Stops)
			continue
		}
		plantest.Replay(t, chess.InitialSetup(), res.Moves, list[i].Goal)
		if captures := 32 - menOf(list[i].Goal); res.PathPlies < captures-res.LastPlies {
			t.Errorf("%v: path of %d plies with %d captures", list[i].Goal, res.PathPlies, captures)
		}
		if len(res.Kernel.Moves) != 32-menOf(res.Target) {
			t.Errorf("%v: kernel %v does not lead to %v", list[i].Goal, res.Kernel, res.Target)
		}
	}
}

func menOf(p chess.Position) int {
	b := p.Board()
	return b.Men()
}

// Neither what was planned before nor the planner decides the result, only problem and
// options.
func TestFindDependsOnArgumentsAlone(t *testing.T) {
	list, _ := problems(t, 12)
	var used Planner
	for _, seed := range []uint64{0, 1} {
		for i := range list {
			opt := Options{Seed: seed}
			a, err := new(Planner).Find(context.Background(), list[i], opt)
			b, err2 := used.Find(context.Background(), list[len(list)-1-i], opt)
			c, err3 := used.Find(context.Background(), list[i], opt)
			if err != nil || err2 != nil || err3 != nil {
				t.Fatal(err, err2, err3)
			}
			if !slices.Equal(a.Moves, c.Moves) || a.Plies != c.Plies || a.Restarts != c.Restarts {
				t.Errorf("%v: %d moves from a new planner, %d from a used one", list[i].Goal, len(a.Moves), len(c.Moves))
			}
			if i == 0 && seed == 1 {
				d, _ := used.Find(context.Background(), list[i], Options{})
				if slices.Equal(d.Moves, a.Moves) {
					t.Error("the seed makes no difference")
				}
			}
			_ = b
		}
	}
}

// From other starts than the initial position.
func TestFindFromOtherStarts(t *testing.T) {
	for _, c := range [][2]string{
		{"4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "8/8/8/3k4/8/8/8/3KR3 b - - 0 1"},
		{"4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "8/8/8/3k4/8/8/8/R3K2R w K - 0 1"},
		{"4k3/8/8/8/8/8/6PP/4K3 w - - 0 1", "4k3/8/8/8/8/8/7P/Q3K3 b - - 0 1"},
		{"4k3/8/8/8/8/8/8/4K3 w - - 0 1", "4k3/8/8/8/8/8/8/4K3 b - - 0 1"},
		{"4k3/p7/8/1N6/8/8/8/4K3 w - - 0 1", "4k3/8/8/1N6/8/8/8/4K3 w - - 0 1"},
		{"rnbqkbnr/p1pppppp/8/8/1pP5/8/PP1PPPPP/RNBQKBNR b KQkq c3 0 1", "rnbqkbnr/p1pppppp/8/8/8/2p5/PP1PPPPP/RNBQKBNR w KQkq - 0 2"},
	} {
		start, err := chess.ParsePosition(c[0])
		if err != nil {
			t.Fatal(err)
		}
		goal, err := chess.ParsePosition(c[1])
		if err != nil {
			t.Fatal(err)
		}
		res, err := new(Planner).Find(context.Background(), Problem{Start: start, Goal: goal}, Options{})
		if err != nil {
			t.Errorf("%v to %v: %v", start, goal, err)
			continue
		}
		plantest.Replay(t, start.Setup(), res.Moves, goal)
	}
}

// What a failed try returns can be used: a line that leads to Closest.
func TestFailureReportsHowFarItCame(t *testing.T) {
	list, _ := problems(t, 8)
	for i := range list {
		res, err := new(Planner).Find(context.Background(), list[i], Options{Plies: 1, Seed: 7})
		if err == nil {
			continue // the first restart succeeded
		}
		if !errors.Is(err, ErrPlies) {
			t.Fatalf("%v: %v", list[i].Goal, err)
		}
		if res.Plies < 1 || res.Plies > 5000 {
			t.Errorf("%v: %d plies for a budget of 1", list[i].Goal, res.Plies)
		}
		plantest.Replay(t, chess.InitialSetup(), res.Moves, res.Closest)
		if res.Closest == list[i].Goal || res.Restarts == 0 {
			t.Errorf("%v: failed after %d restarts in %v", list[i].Goal, res.Restarts, res.Closest)
		}
		if (len(res.Pending) == 0) != (res.PathPlies >= 0) {
			t.Errorf("%v: path %d, pending %v", list[i].Goal, res.PathPlies, res.Pending)
		}
	}
}

func TestErrors(t *testing.T) {
	var pl Planner
	ctx := context.Background()
	if _, err := pl.Find(ctx, Problem{}, Options{}); !errors.Is(err, ErrPosition) {
		t.Errorf("no goal: %v", err)
	}
	goal, _ := chess.ParsePosition("8/8/8/8/8/1k6/p7/K7 b - - 0 1")
	none := func(context.Context, *chess.Setup, int) (search.Kernel, bool) { return search.Kernel{}, false }
	if _, err := pl.Find(ctx, Problem{Goal: goal, More: none}, Options{}); !errors.Is(err, ErrKernel) {
		t.Errorf("no kernel: %v", err)
	}
	canceled, cancel := context.WithCancel(ctx)
	cancel()
	if _, err := pl.Find(canceled, Problem{Goal: goal}, Options{}); !errors.Is(err, context.Canceled) {
		t.Errorf("canceled: %v", err)
	}
	// White is in check by a pawn that comes from nowhere.
	stuck, err := chess.ParsePosition("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := pl.Find(ctx, Problem{Goal: stuck}, Options{}); err == nil {
		t.Error("a game to the initial position with Black to move and all rights")
	}
	if res, err := pl.Find(ctx, Problem{Goal: chess.InitialPosition()}, Options{}); err != nil || len(res.Moves) != 0 {
		t.Errorf("initial position: %v, %d moves", err, len(res.Moves))
	}
}

// Planning allocates for the result and the targets, not for plies.
func TestPliesDoNotAllocate(t *testing.T) {
	list, _ := problems(t, 1)
	var pl Planner
	var res Result
	find := func() {
		var err error
		if res, err = pl.Find(context.Background(), list[0], Options{}); err != nil {
			t.Fatal(err)
		}
	}
	find()
	if n := testing.AllocsPerRun(3, find); n > 60 {
		t.Errorf("%v allocations for %d plies", n, res.Plies)
	}
}

// TestReviseSolvesTheUsual finds games for usual goals with Revise as well.
func TestReviseSolvesTheUsual(t *testing.T) {
	list, classes := problems(t, 1<<30)
	var pl Planner
	failed := 0
	for i := range list {
		if i%3 != 0 || testing.Short() && i%12 != 0 {
			continue
		}
		res, err := pl.Find(context.Background(), list[i], Options{Revise: true})
		if err != nil {
			t.Logf("%s %v: %v, %+v", classes[i], list[i].Goal, err, res.Stops)
			failed++
			continue
		}
		plantest.Replay(t, chess.InitialSetup(), res.Moves, list[i].Goal)
	}
	if failed > 1 {
		t.Errorf("%d of %d have no game", failed, len(list))
	}
}
