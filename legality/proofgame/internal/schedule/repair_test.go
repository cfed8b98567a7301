package schedule

import (
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/testkit"
	"chesscensus/legality/proofgame/internal/base"
	"chesscensus/legality/proofkernel/search"
)

// TestNothingIsCaged: in a schedule that is made no square of the goal is shut in, but those for which
// an officer is sent ahead; and these are tasks.
func TestNothingIsCaged(t *testing.T) {
	testkit.Medium(t)
	ahead := 0
	schedules(t, func(s *Schedule, _ *search.Kernel) {
		if sq, _, _ := s.cagedSquare(); sq != chess.NoSquare {
			t.Errorf("%v is caged", sq)
		}
		settle := chess.Bitboard(0)
		for i := range s.Tasks {
			if task := &s.Tasks[i]; task.Act == Settle {
				settle |= task.To.BB()
			}
		}
		if s.ahead&^settle != 0 {
			t.Errorf("ahead are\n%v tasks\n%v", s.ahead, settle)
		}
		ahead += s.ahead.Count()
	})
	if ahead == 0 {
		t.Error("nobody is sent ahead")
	}
}

// TestSettlingIsPossible: when an officer is to settle, some man of its kind can come to the square
// past the pawns as they stand then, or it has been sent there with others.
func TestSettlingIsPossible(t *testing.T) {
	testkit.Medium(t)
	possible, all := 0, 0
	schedules(t, func(s *Schedule, _ *search.Kernel) {
		for i := range s.Tasks {
			task := &s.Tasks[i]
			if task.Act != Settle {
				continue
			}
			var at [64]int8
			if !s.traceTo(i, &at) {
				t.Errorf("the tasks before %d are not possible", i)
			}
			all++
			reach := chess.Flood(task.Kind.Role(), task.To.BB(), pawnSquares(&at))
			if !base.Small(task.Kind.Role(), reach) || s.sources(task.Color, task.Kind.Role(), reach) > 0 {
				possible++
			}
		}
	})
	if possible < all*9/10 || all == 0 {
		t.Errorf("%d of %d officers that settle can come there", possible, all)
	}
}

// TestClosingSteps: each brings a pawn to its last square beside the region.
func TestClosingSteps(t *testing.T) {
	testkit.Medium(t)
	found := 0
	schedules(t, func(s *Schedule, _ *search.Kernel) {
		r := repairer{s}
		for sq := range (s.Goal.Board.Occupied() &^ s.Goal.Board.Of(chess.Pawn)).All() {
			p := s.Goal.Board.At(sq)
			reach := chess.Flood(p.Role(), sq.BB(), s.cageWalls(p.Color(), p.Role(), s.heldWalls()))
			for _, i := range r.closingSteps(sq, p.Color(), p.Role()) {
				found++
				task := &s.Tasks[i]
				if task.Pawn == base.Nobody || task.To != s.End[task.Pawn] || reach.Has(task.To) || chess.Steps(p.Role(), reach)&task.To.BB() == 0 {
					t.Errorf("task %d does not close the region of %v", i, sq)
				}
			}
		}
	})
	if found < 100 {
		t.Errorf("%d closing steps", found)
	}
}

// TestImmobile: officers at home that the goal does not show there, behind pawns that never let them go.
func TestImmobile(t *testing.T) {
	// The bishop f1 has fallen, with e2 and g2 at home, and a rook that never left the back row.
	p := testkit.Position(t, "rnbqkbn1/pppppppp/8/8/8/8/PPPPPPPP/RNBQK1NR w KQq -")
	goal := p.Setup()
	k := search.Kernel{
		Moves:    []search.Move{{Color: chess.Black, Victim: search.LightBishop}, {Color: chess.White, Victim: search.Rook}},
		Extended: []search.Step{{Color: chess.Black, From: chess.NoSquare, To: chess.F1, Capture: true}, {Color: chess.White, From: chess.NoSquare, To: chess.H8, Capture: true}},
	}
	var s Schedule
	if err := s.Make(problem(&goal, 1, true), &k); err != nil {
		t.Fatal(err)
	}
	if want := uint32(1)<<s.At[chess.F1] | 1<<s.At[chess.H8]; s.Immobile != want {
		t.Errorf("immobile are %b, want %b", s.Immobile, want)
	}
	if err := s.Make(problem(&goal, 1, false), &k); err != nil || s.Immobile != 0 {
		t.Errorf("without Revise %b (%v)", s.Immobile, err)
	}
}
