package play

import (
	"context"
	"slices"
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/testkit"
	"chesscensus/legality/proofgame/internal/plantest"
)

// TestTryKeepsItsWord: a line is legal from the start on, it leads to the goal if it is said to, and else to what is left; and men that
// may not move have not.
func TestTryKeepsItsWord(t *testing.T) {
	testkit.Medium(t)
	var p Player
	reached, failed := 0, 0
	for i, r := range restarts(t) {
		var b Budget
		b.Limit = 1 << 40
		came := p.Try(t.Context(), r.problem(uint64(i), i%2 == 0), &b)
		goal, err := r.goal.Position()
		if err != nil {
			t.Fatal(err)
		}
		if came.Misfit != nil {
			if b.Misfits != 1 || came.PathPlies != -1 || len(p.Line()) != 0 {
				t.Errorf("%v: %d misfits after %d moves", goal, b.Misfits, len(p.Line()))
			}
			continue
		}
		if b.Spent < int64(len(p.Line()))-15 { // a move lost has no plies of its own
			t.Errorf("%v: %d plies for a line of %d", goal, b.Spent, len(p.Line()))
		}
		if came.Reached {
			reached++
			plantest.Replay(t, chess.InitialSetup(), p.Line(), goal)
			if p.Missing() != 0 || p.path.pending != 0 {
				t.Errorf("%v: reached, and %d missing", goal, p.Missing())
			}
		} else {
			failed++
			left := p.Left()
			plantest.Replay(t, chess.InitialSetup(), p.Line(), left.Position)
			if p.Missing() == 0 && left.Position == goal || (came.PathPlies < 0) != (p.path.pending > 0) {
				t.Errorf("%v: failed with %d missing, path %d, %d jobs left", goal, p.Missing(), came.PathPlies, p.path.pending)
			}
			for _, step := range left.Steps {
				if step < 0 || step >= len(r.kernel.Extended) {
					t.Errorf("%v: step %d of %d", goal, step, len(r.kernel.Extended))
				}
			}
		}
		for _, m := range p.Line() {
			if r.goal.Castling&chess.Rights(chess.White, true) != 0 && (m.From() == chess.E1 || m.From() == chess.H1 && m.Role() == chess.Rook) {
				t.Errorf("%v: %v loses a right", goal, m)
			}
		}
	}
	if reached < 30 || failed == 0 {
		t.Errorf("%d reached, %d failed", reached, failed)
	}
}

// TestTryDependsOnArgumentsAlone: not on what the player did before.
func TestTryDependsOnArgumentsAlone(t *testing.T) {
	var used Player
	list := restarts(t)
	for i := range min(20, len(list)) {
		b, c := Budget{Limit: 1 << 40}, Budget{Limit: 1 << 40}
		var fresh Player
		one := fresh.Try(t.Context(), list[i].problem(5, true), &b)
		two := used.Try(t.Context(), list[i].problem(5, true), &c)
		if one.PathPlies != two.PathPlies || one.Reached != two.Reached || b != c || !slices.Equal(fresh.Line(), used.Line()) {
			t.Errorf("%v: %+v after %d plies, then %+v after %d", list[i].goal, one, b.Spent, two, c.Spent)
		}
	}
}

// TestTryStops: when the budget is spent or the context done, no stage is begun again.
func TestTryStops(t *testing.T) {
	testkit.Medium(t)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	var p Player
	for i, r := range restarts(t) {
		for _, c := range []struct {
			ctx context.Context
			b   Budget
		}{{ctx, Budget{Limit: 1 << 40}}, {t.Context(), Budget{Limit: 1}}} {
			came := p.Try(c.ctx, r.problem(uint64(i), false), &c.b)
			most := pawnLimit + officerLimit + int64(came.PathPlies) + tempoNodes/tempoPerPly // one try of each
			if c.ctx == ctx {
				most += int64(len(p.placing.tempo.lists)/2) * tempoNodes / tempoPerPly // a lost move is looked for at all depths
			}
			if came.PathPlies >= 0 && c.b.Spent > most {
				t.Errorf("%v: %d plies after a path of %d", r.goal, c.b.Spent, came.PathPlies)
			}
		}
	}
}

// TestMissingCountsWhatDiffers: squares, and a hundred for a job.
func TestMissingCountsWhatDiffers(t *testing.T) {
	for _, r := range restarts(t) {
		var p Player
		if !begin(&p, r.problem(1, false)) {
			continue
		}
		differ := 0
		start := chess.InitialSetup()
		for sq := range chess.Square(64) {
			if start.Board.At(sq) != r.goal.Board.At(sq) {
				differ++
			}
		}
		if got, want := p.Missing(), 100*len(p.path.jobs)+differ; got != want {
			t.Errorf("%v: %d missing at the start, want %d", r.goal, got, want)
		}
	}
}
