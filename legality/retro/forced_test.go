package retro

import (
	"context"
	"math/rand/v2"
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/chesstest"
	"chesscensus/internal/testing/testkit"
	"chesscensus/legality/verdict"
)

// forcedChain returns the chain of forced moves with the default budget.
func forcedChain(st *Stage, s chess.Setup) Chain {
	return st.Forced(context.Background(), s, verdict.Budget{})
}

// TestForcedMovesWereMade checks that each setup of a chain of forced moves has occurred in the
// random game of its position, and the chain ends in its goal.
func TestForcedMovesWereMade(t *testing.T) {
	src := rand.New(rand.NewPCG(8, 1))
	stages := []*Stage{{}, {Static: static()}, {Static: static(), Kernels: &kernels{}}}
	n, moves, longest := 0, 0, 0
	games := testkit.Size(50, 500)
	for range games {
		opt := chesstest.RandomOptions(src)
		opt.Weights.Check = 4
		played := map[chess.Setup]bool{}
		for p := range chesstest.Playout(src, opt) {
			s := p.Setup()
			played[s] = true
			if !p.InCheck() && p.EP() == chess.NoSquare && src.IntN(20) > 0 {
				continue
			}
			c := forcedChain(stages[n%len(stages)], s)
			n++
			moves += len(c.Moves)
			longest = max(longest, len(c.Moves))
			if c.Refuted {
				t.Fatalf("%s: refuted after %v", s, c.Moves)
			}
			before := s
			for _, u := range c.Moves {
				before = Undo(before, u)
				if !played[before] {
					t.Fatalf("%s: %s was not before it; forced are said to be %v", s, before, c.Moves)
				}
			}
			if before != c.Goal || c.Initial != (before == initial) {
				t.Fatalf("%s: goal %s, want %s", s, c.Goal, before)
			}
		}
	}
	t.Logf("%d positions, %d forced moves, up to %d", n, moves, longest)
	if moves < n/100 {
		t.Error("too few forced moves")
	}
}

// TestForcedExamples checks the goal, the length and the outcome of chains of forced moves.
func TestForcedExamples(t *testing.T) {
	st := &Stage{Static: static()}
	for _, tc := range []struct {
		name, fen, goal string
		moves           int
		refuted         bool
	}{
		{"double step", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "4k3/3p4/8/4P3/8/8/8/4K3 b - -", 1, false},
		{"nothing", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", "4k3/8/8/8/8/8/8/4K3 w - -", 0, false},
		{"invalid", "4k3/8/8/8/8/8/8/4R2K w - - 0 1", "4k3/8/8/8/8/8/8/4R2K w - -", 0, false},
		{"illegal", "k6b/8/8/8/8/8/8/K7 w - - 0 1", "k6b/8/8/8/8/8/8/K7 w - -", 0, true},
		{"initial", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -", 0, false},
		// Before the double step Black was in a check that no move can have given.
		{"double step, then illegal", "k7/8/8/2Pp4/8/8/8/K6B w - d6 0 1", "k7/8/8/2Pp4/8/8/8/K6B w - d6", 0, true},
	} {
		c := forcedChain(st, testkit.Setup(t, tc.fen))
		if c.Goal.String() != tc.goal || len(c.Moves) != tc.moves || c.Refuted != tc.refuted ||
			c.Initial != (tc.name == "initial") || c.Stop != verdict.Complete {
			t.Errorf("%s: %+v, goal %s", tc.name, c, c.Goal)
		}
	}
}

// TestForcedStops checks that with one node the chain stops at the setup, and that no limit makes a move forced.
func TestForcedStops(t *testing.T) {
	s := testkit.Setup(t, "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1")
	c := new(Stage).Forced(context.Background(), s, verdict.Budget{Nodes: 1})
	if c.Stop != verdict.NodeLimit || len(c.Moves) != 0 || c.Goal != s {
		t.Errorf("%+v, want no moves by the node limit", c)
	}
	kings := testkit.Setup(t, "4k3/8/8/8/8/8/8/4K3 w - -")
	for nodes := int64(1); nodes <= 100; nodes++ {
		if c := new(Stage).Forced(context.Background(), kings, verdict.Budget{Nodes: nodes}); len(c.Moves) != 0 || c.Refuted {
			t.Errorf("%d nodes: %+v, but no last move of two kings is forced", nodes, c)
		}
	}
}
