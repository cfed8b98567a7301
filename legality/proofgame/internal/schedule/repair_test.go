package schedule

import (
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/testkit"
	"chesscensus/legality/proofgame/internal/base"
	"chesscensus/legality/proofkernel/search"
)

// TestNoGoalSquareIsCaged checks that a schedule shuts in no square of the goal but those of settleSquares, which have Settle tasks.
func TestNoGoalSquareIsCaged(t *testing.T) {
	testkit.Medium(t)
	settlers := 0
	checkSchedules(t, func(s *Schedule, _ *search.Kernel) {
		if sq, _, _ := s.cagedSquare(); sq != chess.NoSquare {
			t.Errorf("%v is caged", sq)
		}
		settleTargets := chess.Bitboard(0)
		for i := range s.Tasks {
			if task := &s.Tasks[i]; task.Act == Settle {
				settleTargets |= task.To.BB()
			}
		}
		if s.settleSquares&^settleTargets != 0 {
			t.Errorf("officers settle on\n%v and the targets of Settle tasks are\n%v", s.settleSquares, settleTargets)
		}
		settlers += s.settleSquares.Count()
	})
	if settlers == 0 {
		t.Error("no officer settles")
	}
}

// TestSettlingIsPossible checks for nearly all Settle tasks that some man of the kind can reach the square past the pawns as they
// stand.
func TestSettlingIsPossible(t *testing.T) {
	testkit.Medium(t)
	possible, all := 0, 0
	checkSchedules(t, func(s *Schedule, _ *search.Kernel) {
		for i := range s.Tasks {
			task := &s.Tasks[i]
			if task.Act != Settle {
				continue
			}
			var pawns [64]int8
			if !s.traceTo(i, &pawns) {
				t.Errorf("the tasks before %d are not possible", i)
			}
			all++
			if s.canEnter(task.Color, task.Kind.Role(), task.To, pawnSquares(&pawns)) {
				possible++
			}
		}
	})
	if possible < all*9/10 || all == 0 {
		t.Errorf("%d of %d officers that settle can come there, want nine tenths", possible, all)
	}
}

// TestClosingSteps checks that each closing step brings a pawn to its last square beside the region.
func TestClosingSteps(t *testing.T) {
	testkit.Medium(t)
	steps := 0
	checkSchedules(t, func(s *Schedule, _ *search.Kernel) {
		r := repairer{s}
		for sq := range (s.Goal.Board.Occupied() &^ s.Goal.Board.Of(chess.Pawn)).All() {
			piece := s.Goal.Board.At(sq)
			reach := s.region(piece.Color(), piece.Role(), sq, s.heldWalls())
			for _, i := range r.closingSteps(sq, piece.Color(), piece.Role()) {
				steps++
				task := &s.Tasks[i]
				if task.Pawn == base.NoMan || task.To != s.End[task.Pawn] || reach.Has(task.To) || chess.Steps(piece.Role(), reach)&task.To.BB() == 0 {
					t.Errorf("task %d does not close the region of %v", i, sq)
				}
			}
		}
	})
	if steps < 100 {
		t.Errorf("only %d closing steps", steps)
	}
}

// TestStuckMen checks that officers whose own pawns never let them leave their squares are stuck if the goal does not show them there.
func TestStuckMen(t *testing.T) {
	// The bishop of f1 was captured, with e2 and g2 at home, and so was the rook of h8, which never left the back row.
	goal := testkit.Setup(t, "rnbqkbn1/pppppppp/8/8/8/8/PPPPPPPP/RNBQK1NR w KQq -")
	k := search.Kernel{
		Moves: []search.Move{{Color: chess.Black, Victim: search.LightBishop}, {Color: chess.White, Victim: search.Rook}},
		Extended: []search.Step{{Color: chess.Black, From: chess.NoSquare, To: chess.F1, Capture: true},
			{Color: chess.White, From: chess.NoSquare, To: chess.H8, Capture: true}},
	}
	var s Schedule
	if err := s.Make(problem(&goal, 1, true), &k); err != nil {
		t.Fatal(err)
	}
	if want := uint32(1)<<s.At[chess.F1] | 1<<s.At[chess.H8]; s.StuckMen != want {
		t.Errorf("stuck are the men %b, want %b", s.StuckMen, want)
	}
	if err := s.Make(problem(&goal, 1, false), &k); err != nil || s.StuckMen != 0 {
		t.Errorf("without Revise stuck are the men %b (%v), want none", s.StuckMen, err)
	}
}
