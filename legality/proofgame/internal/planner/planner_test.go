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
			result, err := pl.Find(context.Background(), list[i], Options{Revise: revise})
			if err != nil {
				if t.Logf("%s %v, revise %v: %v", classes[i], list[i].Goal, revise, err); !revise {
					t.Fail()
				}
				failed++
				continue
			}
			plantest.Replay(t, chess.InitialSetup(), result.Moves, list[i].Goal)
			captures := 0
			for _, m := range result.Moves[:result.PathPlies] {
				if m.Captured() != chess.NoRole {
					captures++
				}
			}
			if len(result.Kernel.Moves) != captures {
				t.Errorf("%v: kernel %v, and %d captures up to ply %d", list[i].Goal, result.Kernel, captures, result.PathPlies)
			}
		}
	}
	if failed > 1 {
		t.Errorf("%d of %d have no game with Revise", failed, len(list)/3)
	}
}

// TestFindDependsOnArgumentsAlone checks that a used planner finds the same game as a new one.
func TestFindDependsOnArgumentsAlone(t *testing.T) {
	testkit.Medium(t)
	list, _ := problems(t, 12)
	var used Planner
	for _, seed := range []uint64{0, 1} {
		for i := range list {
			opt := Options{Seed: seed}
			fresh, err := new(Planner).Find(context.Background(), list[i], opt)
			_, err2 := used.Find(context.Background(), list[len(list)-1-i], opt)
			again, err3 := used.Find(context.Background(), list[i], opt)
			if err != nil || err2 != nil || err3 != nil {
				t.Fatal(err, err2, err3)
			}
			if !slices.Equal(fresh.Moves, again.Moves) || fresh.Plies != again.Plies || fresh.Restarts != again.Restarts {
				t.Errorf("%v: %d moves from a new planner, %d from a used one", list[i].Goal, len(fresh.Moves), len(again.Moves))
			}
			if i == 0 && seed == 1 {
				otherSeed, _ := used.Find(context.Background(), list[i], Options{})
				if slices.Equal(otherSeed.Moves, fresh.Moves) {
					t.Error("the seed makes no difference")
				}
			}
		}
	}
}

// TestFindFromOtherStarts finds games from other starts than the initial position.
func TestFindFromOtherStarts(t *testing.T) {
	for _, row := range [][2]string{
		{"4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "8/8/8/3k4/8/8/8/3KR3 b - - 0 1"},
		{"4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "8/8/8/3k4/8/8/8/R3K2R w K - 0 1"},
		{"4k3/8/8/8/8/8/6PP/4K3 w - - 0 1", "4k3/8/8/8/8/8/7P/Q3K3 b - - 0 1"},
		{"4k3/8/8/8/8/8/8/4K3 w - - 0 1", "4k3/8/8/8/8/8/8/4K3 b - - 0 1"},
		{"4k3/p7/8/1N6/8/8/8/4K3 w - - 0 1", "4k3/8/8/1N6/8/8/8/4K3 w - - 0 1"},
		{"rnbqkbnr/p1pppppp/8/8/1pP5/8/PP1PPPPP/RNBQKBNR b KQkq c3 0 1", "rnbqkbnr/p1pppppp/8/8/8/2p5/PP1PPPPP/RNBQKBNR w KQkq - 0 2"},
	} {
		start, goal := testkit.Position(t, row[0]), testkit.Position(t, row[1])
		result, err := new(Planner).Find(context.Background(), problem(t, start, goal), Options{})
		if err != nil {
			t.Errorf("%v to %v: %v", start, goal, err)
			continue
		}
		plantest.Replay(t, start.Setup(), result.Moves, goal)
	}
}

// TestFailureReportsHowFarItCame checks that the result of a failure has a line to Closest.
func TestFailureReportsHowFarItCame(t *testing.T) {
	testkit.Medium(t)
	list, _ := problems(t, 40)
	failed := 0
	for i := range list {
		result, err := new(Planner).Find(context.Background(), list[i], Options{Plies: 1, Seed: 7})
		if err == nil {
			continue // the first restart succeeded
		}
		failed++
		if !errors.Is(err, ErrPlies) {
			t.Fatalf("%v: %v", list[i].Goal, err)
		}
		if result.Plies < 1 || result.Plies > 5000 {
			t.Errorf("%v: %d plies for a budget of 1", list[i].Goal, result.Plies)
		}
		plantest.Replay(t, chess.InitialSetup(), result.Moves, result.Closest)
		if result.Closest == list[i].Goal || result.Restarts == 0 {
			t.Errorf("%v: failed after %d restarts in %v", list[i].Goal, result.Restarts, result.Closest)
		}
		if len(result.Kernel.Moves) > 0 && (len(result.Pending) == 0) != (result.PathPlies >= 0) { // else no target had a kernel
			t.Errorf("%v: path %d, pending %v", list[i].Goal, result.PathPlies, result.Pending)
		}
	}
	if failed == 0 {
		t.Error("every first restart succeeded, want some that fail")
	}
}

// TestErrors checks the errors of Find.
func TestErrors(t *testing.T) {
	var pl Planner
	ctx := context.Background()
	testkit.Fails(pl.Find(ctx, Problem{}, Options{}))(t, errPosition, "no goal")
	goal := testkit.Position(t, "8/8/8/8/8/1k6/p7/K7 b - - 0 1")
	noKernel := func(context.Context, *chess.Setup, int, int64) (search.Kernel, int64, bool) {
		return search.Kernel{}, 0, false
	}
	testkit.Fails(pl.Find(ctx, Problem{Goal: goal, NextKernel: noKernel}, Options{}))(t, ErrKernel, "no kernel")
	canceled, cancel := context.WithCancel(ctx)
	cancel()
	testkit.Fails(pl.Find(canceled, problem(t, chess.InitialPosition(), goal), Options{}))(t, context.Canceled, "canceled")
	// All men are at home and Black is to move: with all castling rights no move can be lost.
	stuck := testkit.Position(t, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1")
	if _, err := pl.Find(ctx, problem(t, chess.InitialPosition(), stuck), Options{Plies: 20_000}); err == nil {
		t.Error("a game to the initial position with Black to move and all rights")
	}
	if res, err := pl.Find(ctx, problem(t, chess.InitialPosition(), chess.InitialPosition()), Options{}); err != nil || len(res.Moves) != 0 {
		t.Errorf("initial position: %v, %d moves", err, len(res.Moves))
	}
}

// TestPliesDoNotAllocate checks that Find allocates for the result and the targets, not for plies.
func TestPliesDoNotAllocate(t *testing.T) {
	list, _ := problems(t, 1)
	var pl Planner
	var result Result
	find := func() {
		var err error
		if result, err = pl.Find(context.Background(), list[0], Options{}); err != nil {
			t.Fatal(err)
		}
	}
	find()
	if allocations := testing.AllocsPerRun(3, find); allocations > 60 {
		t.Errorf("%v allocations for %d plies, want at most 60", allocations, result.Plies)
	}
}

// TestFindEndsWithAPath checks that with PathPlies a search ends soon after these plies with a path, and finds the same game as without
// it if that takes fewer plies.
func TestFindEndsWithAPath(t *testing.T) {
	testkit.Medium(t)
	goal := testkit.Position(t, "K1Q2nB1/r1N2pNp/3r3R/k1bq2b1/3Qn1Pr/2r1P3/1p2bR2/b1N2R2 w - - 0 1")
	var pl Planner
	result, err := pl.Find(t.Context(), problem(t, chess.InitialPosition(), goal), Options{PathPlies: 2000})
	if !errors.Is(err, ErrPlies) || result.PathPlies <= 0 || result.Plies < 2000 || result.Plies > 20_000 {
		t.Errorf("%v, path of %d plies after %d plies", err, result.PathPlies, result.Plies)
	}
	problems, _ := problems(t, 4)
	for i := range problems {
		plain, err1 := pl.Find(t.Context(), problems[i], Options{})
		short, err2 := pl.Find(t.Context(), problems[i], Options{PathPlies: plain.Plies + 1})
		if err1 != nil || err2 != nil || !slices.Equal(plain.Moves, short.Moves) {
			t.Errorf("%v: %v, %v, games of %d and %d moves", problems[i].Goal, err1, err2, len(plain.Moves), len(short.Moves))
		}
	}
}

// TestRefuteIsCalledOnce checks that Refute is called once after RefutePlies, that false changes nothing, and that true ends the
// search.
func TestRefuteIsCalledOnce(t *testing.T) {
	testkit.Medium(t)
	goal := testkit.Position(t, "7R/Q1pqQR1n/NB3qBN/4R2K/pPR2kB1/bpr1N3/rPB3r1/3b4 b - -") // a man is shut out
	var pl Planner
	find := func(plies int64, answer bool) (result Result, calls int, err error) {
		result, err = pl.Find(context.Background(), problem(t, chess.InitialPosition(), goal), Options{Plies: plies, Refute: func() bool {
			calls++
			return answer
		}})
		return result, calls, err
	}
	plain, _ := pl.Find(context.Background(), problem(t, chess.InitialPosition(), goal), Options{Plies: 2 * RefutePlies})
	if result, calls, err := find(2*RefutePlies, false); calls != 1 || !errors.Is(err, ErrPlies) || result.Plies != plain.Plies ||
		result.Restarts != plain.Restarts {
		t.Errorf("not refuted: called %d times, %d plies in %d restarts, want %d in %d: %v", calls, result.Plies, result.Restarts,
			plain.Plies, plain.Restarts, err)
	}
	if result, calls, err := find(2*RefutePlies, true); calls != 1 || !errors.Is(err, errRefuted) || result.Plies < RefutePlies ||
		result.Plies >= plain.Plies {
		t.Errorf("refuted: called %d times, %d plies: %v", calls, result.Plies, err)
	}
	if _, calls, _ := find(RefutePlies/2, true); calls != 0 {
		t.Errorf("asked %d times before RefutePlies", calls)
	}
}

// TestFindGuesses checks that with Guess a kernel for few men is guessed, and that NextKernel is called where the guess fails, and
// always for many men.
func TestFindGuesses(t *testing.T) {
	calls := 0
	noKernel := func(context.Context, *chess.Setup, int, int64) (search.Kernel, int64, bool) {
		calls++
		return search.Kernel{}, 1, false
	}
	for _, row := range []struct {
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
		calls = 0
		var pl Planner
		_, err := pl.Find(t.Context(), Problem{Goal: testkit.Position(t, row.fen), NextKernel: noKernel, Guess: row.guess,
			MaxSkeletons: row.deep}, Options{Plies: 50_000})
		if found := err == nil; found != row.found || found == (calls > 0) {
			t.Errorf("%s, guess %v, deep %d: %v, NextKernel called %d times, want found %v, called %v", row.fen, row.guess, row.deep, err, calls,
				row.found, !row.found)
		}
	}
}

// TestMisfits checks that a search without a fitting kernel ends after MaxMisfits restarts.
func TestMisfits(t *testing.T) {
	for _, row := range []struct {
		fen     string
		misfits int
		want    error
	}{
		{"rn1qkbbr/ppp1pp2/3p2p1/7p/6Q1/8/PPPPPPP1/RNBQKBNR b KQkq -", 64, ErrKernel}, // no bishop gets to g8
		{"rn1qkbbr/ppp1pp2/3p2p1/7p/6Q1/8/PPPPPPP1/RNBQKBNR b KQkq -", 0, ErrPlies},
		{"rn1qkbbr/ppp1pp2/3p4/6pp/6Q1/8/PPPPPPP1/RNBQKBNR b KQkq -", 1, nil}, // it does
	} {
		var pl Planner
		result, err := pl.Find(t.Context(), problem(t, chess.InitialPosition(), testkit.Position(t, row.fen)), Options{Plies: 5000,
			MaxMisfits: row.misfits})
		if !errors.Is(err, row.want) {
			t.Errorf("%s: %v, want %v", row.fen, err, row.want)
		}
		if err == ErrKernel && (result.Restarts < row.misfits || pl.budget.Misfits != row.misfits) {
			t.Errorf("%s: %d restarts, %d misfits, want %d", row.fen, result.Restarts, pl.budget.Misfits, row.misfits)
		}
	}
}
