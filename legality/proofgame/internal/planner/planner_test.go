package planner

import (
	"context"
	"errors"
	"slices"
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/testkit"
	"chesscensus/legality/proofgame/internal/plantest"
	"chesscensus/legality/proofkernel/search"
)

// TestFindSolvesAllClasses finds games to all goals, and to nearly all of every third with Revise.
func TestFindSolvesAllClasses(t *testing.T) {
	testkit.Medium(t)
	list, classes := problems(t, 1<<30)
	var pl Planner
	failed := 0
	for i := range list {
		for _, revise := range []bool{false, true} {
			if revise && i%3 != 0 || testing.Short() && i%12 != 0 {
				continue
			}
			res, err := pl.Find(context.Background(), list[i], Options{Revise: revise})
			if err != nil {
				if t.Logf("%s %v, revise %v: %v", classes[i], list[i].Goal, revise, err); !revise {
					t.Fail()
				}
				failed++
				continue
			}
			plantest.Replay(t, chess.InitialSetup(), res.Moves, list[i].Goal)
			captures := 0
			for _, m := range res.Moves[:res.PathPlies] {
				if m.Captured() != chess.NoRole {
					captures++
				}
			}
			if len(res.Kernel.Moves) != captures {
				t.Errorf("%v: kernel %v, and %d captures up to ply %d", list[i].Goal, res.Kernel, captures, res.PathPlies)
			}
		}
	}
	if failed > 1 {
		t.Errorf("%d of %d have no game with Revise", failed, len(list)/3)
	}
}

// Neither what was planned before nor the planner decides the result, only problem and options.
func TestFindDependsOnArgumentsAlone(t *testing.T) {
	testkit.Medium(t)
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
		res, err := new(Planner).Find(context.Background(), problem(t, start, goal), Options{})
		if err != nil {
			t.Errorf("%v to %v: %v", start, goal, err)
			continue
		}
		plantest.Replay(t, start.Setup(), res.Moves, goal)
	}
}

// What a failed try returns can be used: a line that leads to Closest.
func TestFailureReportsHowFarItCame(t *testing.T) {
	testkit.Medium(t)
	list, _ := problems(t, 40)
	failed := 0
	for i := range list {
		res, err := new(Planner).Find(context.Background(), list[i], Options{Plies: 1, Seed: 7})
		if err == nil {
			continue // the first restart succeeded
		}
		failed++
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
		if len(res.Kernel.Moves) > 0 && (len(res.Pending) == 0) != (res.PathPlies >= 0) { // else no target had a kernel
			t.Errorf("%v: path %d, pending %v", list[i].Goal, res.PathPlies, res.Pending)
		}
	}
	if failed == 0 {
		t.Error("no first restart failed: it shows nothing")
	}
}

func TestErrors(t *testing.T) {
	var pl Planner
	ctx := context.Background()
	if _, err := pl.Find(ctx, Problem{}, Options{}); !errors.Is(err, errPosition) {
		t.Errorf("no goal: %v", err)
	}
	goal, _ := chess.ParsePosition("8/8/8/8/8/1k6/p7/K7 b - - 0 1")
	none := func(context.Context, *chess.Setup, int, int64) (search.Kernel, int64, bool) {
		return search.Kernel{}, 0, false
	}
	if _, err := pl.Find(ctx, Problem{Goal: goal, NextKernel: none}, Options{}); !errors.Is(err, ErrKernel) {
		t.Errorf("no kernel: %v", err)
	}
	canceled, cancel := context.WithCancel(ctx)
	cancel()
	if _, err := pl.Find(canceled, problem(t, chess.InitialPosition(), goal), Options{}); !errors.Is(err, context.Canceled) {
		t.Errorf("canceled: %v", err)
	}
	// White is in check by a pawn that comes from nowhere.
	stuck, err := chess.ParsePosition("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := pl.Find(ctx, problem(t, chess.InitialPosition(), stuck), Options{Plies: 20_000}); err == nil {
		t.Error("a game to the initial position with Black to move and all rights")
	}
	if res, err := pl.Find(ctx, problem(t, chess.InitialPosition(), chess.InitialPosition()), Options{}); err != nil || len(res.Moves) != 0 {
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

// TestFindEndsWithAPath wants a search for a path to end soon after the share, with a path and without a game, and to find the same
// game where that comes before.
func TestFindEndsWithAPath(t *testing.T) {
	testkit.Medium(t)
	goal, err := chess.ParsePosition("K1Q2nB1/r1N2pNp/3r3R/k1bq2b1/3Qn1Pr/2r1P3/1p2bR2/b1N2R2 w - - 0 1")
	if err != nil {
		t.Fatal(err)
	}
	var pl Planner
	res, err := pl.Find(t.Context(), problem(t, chess.InitialPosition(), goal), Options{PathPlies: 2000})
	if !errors.Is(err, ErrPlies) || res.PathPlies <= 0 || res.Plies < 2000 || res.Plies > 20_000 {
		t.Errorf("%v, path of %d plies after %d plies", err, res.PathPlies, res.Plies)
	}
	list, _ := problems(t, 4)
	for i := range list {
		plain, err1 := pl.Find(t.Context(), list[i], Options{})
		short, err2 := pl.Find(t.Context(), list[i], Options{PathPlies: plain.Plies + 1})
		if err1 != nil || err2 != nil || !slices.Equal(plain.Moves, short.Moves) {
			t.Errorf("%v: %v, %v, games of %d and %d moves", list[i].Goal, err1, err2, len(plain.Moves), len(short.Moves))
		}
	}
}

// TestDoubtIsAskedOnce: after DoubtPlies and not before; a no changes nothing, a yes ends the search.
func TestDoubtIsAskedOnce(t *testing.T) {
	testkit.Medium(t)
	goal, err := chess.ParsePosition("7R/Q1pqQR1n/NB3qBN/4R2K/pPR2kB1/bpr1N3/rPB3r1/3b4 b - -") // a man is shut out
	if err != nil {
		t.Fatal(err)
	}
	var pl Planner
	find := func(plies int64, answer bool) (res Result, asked int, err error) {
		res, err = pl.Find(context.Background(), problem(t, chess.InitialPosition(), goal), Options{Plies: plies, Refute: func() bool {
			asked++
			return answer
		}})
		return res, asked, err
	}
	plain, _ := pl.Find(context.Background(), problem(t, chess.InitialPosition(), goal), Options{Plies: 2 * RefutePlies})
	if res, asked, err := find(2*RefutePlies, false); asked != 1 || !errors.Is(err, ErrPlies) || res.Plies != plain.Plies || res.Restarts != plain.Restarts {
		t.Errorf("no doubt: asked %d times, %d plies in %d restarts, want %d in %d: %v", asked, res.Plies, res.Restarts, plain.Plies, plain.Restarts, err)
	}
	if res, asked, err := find(2*RefutePlies, true); asked != 1 || !errors.Is(err, errRefuted) || res.Plies < RefutePlies || res.Plies >= plain.Plies {
		t.Errorf("doubt: asked %d times, %d plies: %v", asked, res.Plies, err)
	}
	if _, asked, _ := find(RefutePlies/2, true); asked != 0 {
		t.Errorf("asked %d times before DoubtPlies", asked)
	}
}

// TestGuess: with Guess a kernel for few men is guessed, and More is asked only where no guess comes out; for goals with many men it
// always is.
func TestGuess(t *testing.T) {
	asked := 0
	more := func(context.Context, *chess.Setup, int, int64) (search.Kernel, int64, bool) {
		asked++
		return search.Kernel{}, 1, false
	}
	for _, c := range []struct {
		fen   string
		guess bool
		deep  int
		found bool
	}{
		{"4k3/8/8/4P3/8/8/8/4K3 w - -", true, 0, true},
		{"4k3/8/8/4P3/8/8/8/4K3 w - -", false, 0, false},
		// Eleven captures by four pawns, for two bishops that can promote on b8 and d8 only; and with a knight and a bishop less to
		// take.
		{"1K6/1N2p1p1/8/1kPR4/1B1P4/4B3/PPPP4/8 w - -", true, 0, true},
		{"1K1B4/4p1p1/8/1kPP4/3PN3/4R3/PPPP4/2n2b2 w - -", true, 1200, false},
		{"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/R1BQKB1R w KQkq -", true, 1200, false},
	} {
		asked = 0
		var pl Planner
		_, err := pl.Find(t.Context(), Problem{Goal: testkit.Position(t, c.fen), NextKernel: more, Guess: c.guess, MaxSkeletons: c.deep}, Options{Plies: 50_000})
		if found := err == nil; found != c.found || found == (asked > 0) {
			t.Errorf("%s, guess %v, deep %d: %v, More asked %d times", c.fen, c.guess, c.deep, err, asked)
		}
	}
}

// TestMisfits: where no kernel fits the search ends after so many restarts, and not before.
func TestMisfits(t *testing.T) {
	for _, c := range []struct {
		fen     string
		misfits int
		want    error
	}{
		{"rn1qkbbr/ppp1pp2/3p2p1/7p/6Q1/8/PPPPPPP1/RNBQKBNR b KQkq -", 64, ErrKernel}, // no bishop gets to g8
		{"rn1qkbbr/ppp1pp2/3p2p1/7p/6Q1/8/PPPPPPP1/RNBQKBNR b KQkq -", 0, ErrPlies},
		{"rn1qkbbr/ppp1pp2/3p4/6pp/6Q1/8/PPPPPPP1/RNBQKBNR b KQkq -", 1, nil}, // it does
	} {
		var pl Planner
		res, err := pl.Find(t.Context(), problem(t, chess.InitialPosition(), testkit.Position(t, c.fen)), Options{Plies: 5000, MaxMisfits: c.misfits})
		if !errors.Is(err, c.want) {
			t.Errorf("%s: %v, want %v", c.fen, err, c.want)
		}
		if err == ErrKernel && (res.Restarts < c.misfits || pl.budget.Misfits != c.misfits) {
			t.Errorf("%s: %d restarts, %d misfits, want %d", c.fen, res.Restarts, pl.budget.Misfits, c.misfits)
		}
	}
}
