package play

import (
	"context"
	"fmt"
	"hash/fnv"
	"slices"
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/testkit"
	"chesscensus/legality/proofgame/internal/plantest"
)

// TestTryLines checks that a line is legal, and leads to the goal if it is reached and otherwise to Left. Kings and rooks with rights
// have not moved.
func TestTryLines(t *testing.T) {
	testkit.Medium(t)
	var p Player
	reached, failed := 0, 0
	for i, gc := range goalCases(t) {
		var budget Budget
		budget.Limit = 1 << 40
		outcome := p.Try(t.Context(), gc.problem(uint64(i), i%2 == 0), &budget)
		goal := testkit.Must(gc.goal.Position())(t)
		if outcome.Misfit != nil {
			if budget.Misfits != 1 || outcome.PathPlies != -1 || len(p.Line()) != 0 {
				t.Errorf("%v: %d misfits after %d moves", goal, budget.Misfits, len(p.Line()))
			}
			continue
		}
		if budget.Spent < int64(len(p.Line()))-15 { // a move lost has no plies of its own
			t.Errorf("%v: %d plies for a line of %d", goal, budget.Spent, len(p.Line()))
		}
		if outcome.Reached {
			reached++
			plantest.Replay(t, chess.InitialSetup(), p.Line(), goal)
			if p.Missing() != 0 || p.path.pending != 0 {
				t.Errorf("%v: reached, and %d missing", goal, p.Missing())
			}
		} else {
			failed++
			left := p.Left()
			plantest.Replay(t, chess.InitialSetup(), p.Line(), left.Position)
			if p.Missing() == 0 && left.Position == goal || (outcome.PathPlies < 0) != (p.path.pending > 0) {
				t.Errorf("%v: failed with %d missing, path %d, %d jobs left", goal, p.Missing(), outcome.PathPlies, p.path.pending)
			}
			for _, step := range left.Steps {
				if step < 0 || step >= len(gc.kernel.Extended) {
					t.Errorf("%v: step %d of %d", goal, step, len(gc.kernel.Extended))
				}
			}
		}
		for _, m := range p.Line() {
			if gc.goal.Castling&chess.Rights(chess.White, true) != 0 && (m.From() == chess.E1 || m.From() == chess.H1 && m.Role() == chess.Rook) {
				t.Errorf("%v: %v loses a right", goal, m)
			}
		}
	}
	if reached < 30 || failed == 0 {
		t.Errorf("%d reached, %d failed", reached, failed)
	}
}

// TestGamesStayTheSame compares a hash of the lines of all cases with that of the games that were found when the test was written.
// Package planner promises that games stay the same from version to version; and each choice on the way that changes shows here.
// Whoever means to change games measures what is gained (BenchmarkBuild of package proofgame) and stores the new hash.
func TestGamesStayTheSame(t *testing.T) {
	const want = 0xea4e233b6a297356
	var p Player
	hash := fnv.New64a()
	for i, gc := range goalCases(t) {
		problem := gc.problem(uint64(i), i&1 != 0)
		problem.Options.Patient = i&3 != 0
		outcome := p.Try(t.Context(), problem, &Budget{Limit: 1 << 40})
		fmt.Fprintln(hash, outcome.PathPlies, outcome.Reached, p.Line(), p.Left().Steps)
	}
	if got := hash.Sum64(); got != want {
		t.Errorf("the games have the hash %#x, want %#x: undo the change, "+
			"or measure what it gains (BenchmarkBuild of package proofgame) and store the new hash", got, uint64(want))
	}
}

// TestTryDependsOnArgumentsAlone checks that a used player plays the same as a new one.
func TestTryDependsOnArgumentsAlone(t *testing.T) {
	var used Player
	cases := goalCases(t)
	for i := range min(20, len(cases)) {
		firstBudget, secondBudget := Budget{Limit: 1 << 40}, Budget{Limit: 1 << 40}
		var fresh Player
		first := fresh.Try(t.Context(), cases[i].problem(5, true), &firstBudget)
		second := used.Try(t.Context(), cases[i].problem(5, true), &secondBudget)
		if first.PathPlies != second.PathPlies || first.Reached != second.Reached || firstBudget != secondBudget ||
			!slices.Equal(fresh.Line(), used.Line()) {
			t.Errorf("%v: %+v after %d plies, then %+v after %d", cases[i].goal, first, firstBudget.Spent, second, secondBudget.Spent)
		}
	}
}

// TestTryStops checks that no stage begins again when the budget is spent or the context canceled.
func TestTryStops(t *testing.T) {
	testkit.Medium(t)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	var p Player
	for i, gc := range goalCases(t) {
		for _, row := range []struct {
			ctx context.Context
			b   Budget
		}{{ctx, Budget{Limit: 1 << 40}}, {t.Context(), Budget{Limit: 1}}} {
			outcome := p.Try(row.ctx, gc.problem(uint64(i), false), &row.b)
			limit := pawnLimit + officerLimit + int64(outcome.PathPlies) + tempoNodes/tempoPerPly // one try of each
			if row.ctx == ctx {
				limit += int64(len(p.placing.tempo.lists)/2) * tempoNodes / tempoPerPly // a lost move is looked for at all depths
			}
			if outcome.PathPlies >= 0 && row.b.Spent > limit {
				t.Errorf("%v: %d plies after a path of %d", gc.goal, row.b.Spent, outcome.PathPlies)
			}
		}
	}
}

// TestMissing compares Missing at the start with a count of squares and jobs.
func TestMissing(t *testing.T) {
	for _, gc := range goalCases(t) {
		var p Player
		if !prepare(&p, gc.problem(1, false)) {
			continue
		}
		differ := 0
		start := chess.InitialSetup()
		for sq := range chess.Square(64) {
			if start.Board.At(sq) != gc.goal.Board.At(sq) {
				differ++
			}
		}
		if got, want := p.Missing(), 100*len(p.path.jobs)+differ; got != want {
			t.Errorf("%v: %d missing at the start, want %d", gc.goal, got, want)
		}
	}
}
