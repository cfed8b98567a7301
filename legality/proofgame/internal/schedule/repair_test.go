package schedule

import (
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/testkit"
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
