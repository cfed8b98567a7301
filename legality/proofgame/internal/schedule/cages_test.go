package schedule

import (
	"math/rand/v2"
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/testkit"
	"chesscensus/legality/proofkernel/search"
)

// TestBarred checks that no knight is promoted on a barred square.
func TestBarred(t *testing.T) {
	captureOn := func(sq chess.Square) search.Step {
		return search.Step{Color: chess.White, From: chess.NoSquare, To: sq, Capture: true}
	}
	k := search.Kernel{
		Moves: []search.Move{{Color: chess.White, Victim: search.Pawn, ToFile: 1, ToIndex: 1},
			{Color: chess.White, Victim: search.Pawn, ToIndex: 1}},
		Extended: []search.Step{captureOn(chess.B7), captureOn(chess.A7)},
	}
	goal := testkit.Setup(t, "rnbqkbnr/2pppppp/8/8/8/RN6/2PPPPPP/RNBQKBNR w KQkq -")
	for seed := range uint64(20) {
		problem := problem(&goal, seed, false)
		problem.Barred.Knights[chess.White] = 1 // not on a8
		var s Schedule
		if err := s.Make(problem, &k); err != nil || s.PromotionRole[s.At[chess.A2]] != chess.Rook {
			t.Fatalf("a2 becomes a %v (%v), want a rook", s.PromotionRole[s.At[chess.A2]], err)
		}
		problem.Barred.Knights[chess.White] = 3
		if err := s.Make(problem, &k); err != errPromotions {
			t.Fatalf("with both squares barred: %v, want %v", err, errPromotions)
		}
	}
}

// TestCountOriginsManByMan compares countOrigins with a loop over all men, also where several are promoted on one square.
func TestCountOriginsManByMan(t *testing.T) {
	testkit.Medium(t)
	rnd := rand.New(rand.NewPCG(4, 15))
	shared := 0
	checkSchedules(t, func(s *Schedule, _ *search.Kernel) {
		for c := chess.White; c <= chess.Black; c++ {
			for role := chess.Knight; role <= chess.King; role++ {
				reach, want := chess.Bitboard(rnd.Uint64()|rnd.Uint64()), 0
				seen := chess.Bitboard(0)
				for u := range int8(s.Size) {
					sq := s.originOf(u, c, role)
					if sq == chess.NoSquare {
						continue
					}
					if seen.Has(sq) {
						shared++
					}
					if seen |= sq.BB(); reach.Has(sq) {
						want++
					}
				}
				if got := s.countOrigins(c, role, reach); got != want {
					t.Errorf("%v %v: %d men in\n%v want %d", c, role, got, reach, want)
				}
			}
		}
	})
	if shared == 0 {
		t.Error("no square has two men")
	}
}
