package census_test

import (
	"flag"
	"math/rand/v2"
	"slices"
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/testkit"
	"chesscensus/legality/rules"
	"chesscensus/sampler"
	"chesscensus/sampler/kings"
	"chesscensus/sampler/ranked"
)

// kingBoards sets the size of TestKingsRedrawLosesNothing.
var kingBoards = flag.Int("king-boards", 0, "boards of which all placements of the kings are tried; 0 means 10000, or 200 with -short")

// TestKingsRedrawLosesNothing tries all placements of kings and side to move on many boards. Package kings must count each placement that the
// rules on checks do not refute, exactly once. Its own tests check that all of these have the same probability in the mean. Half of the
// boards are draws of the ranked set, half hold up to 15 men a side of any role but kings on any square.
func TestKingsRedrawLosesNothing(t *testing.T) {
	testkit.Medium(t)
	testkit.LongInFull(t) // make race has it, small
	n := *kingBoards
	if n == 0 {
		n = testkit.Size(200, 10_000)
	}
	stream := sampler.NewStream(ranked.NewRepaired(), 15)
	rng := rand.New(rand.NewPCG(15, 0))
	var counter kings.Counter
	onChecks := []*rules.Rule{&rules.Touching, &rules.OppositeAttacked, &rules.ThreeCheckers}
	counted, lost := 0, 0
	for i := range n {
		s := scatteredMen(rng)
		if i%2 == 0 {
			var d sampler.Draw
			stream.Draw(&d, uint64(i))
			s = d.Setup
			s.Castling, s.EP = 0, chess.NoSquare
			for _, c := range []chess.Color{chess.White, chess.Black} {
				s.Board.Put(s.Board.King(c), chess.NoPiece)
			}
		}
		counter.Count(&s.Board)
		var seen [2][64][64]bool
		for k := range kings.MostCheckers + 1 {
			for j := range counter.Placements(k) {
				p := s
				counter.Place(&p, k, j)
				placed := &seen[p.Turn][p.Board.King(chess.White)][p.Board.King(chess.Black)]
				if *placed {
					t.Fatalf("%v is given twice", p)
				}
				*placed = true
				counted++
			}
		}
		for p := range testkit.Kings(s) {
			if seen[p.Turn][p.Board.King(chess.White)][p.Board.King(chess.Black)] {
				continue
			}
			var f rules.Facts
			f.Reset(&p)
			if !slices.ContainsFunc(onChecks, func(r *rules.Rule) bool { reason, _ := r.Refute(&f); return reason != 0 }) {
				t.Fatalf("%v is not counted, and no rule on checks refutes it", p)
			}
			lost++
		}
	}
	t.Logf("%d boards: %d placements counted, %d others refuted", n, counted, lost)
	if counted == 0 || lost == 0 {
		t.Error("no placement was counted, or none was refuted; want both")
	}
}

// scatteredMen returns a setup of random men without kings.
func scatteredMen(rng *rand.Rand) chess.Setup {
	s := chess.EmptySetup()
	squares := rng.Perm(64)
	for c := chess.White; c <= chess.Black; c++ {
		for range rng.IntN(16) {
			s.Board.Place(chess.Square(squares[0]), chess.NewPiece(c, chess.Pawn+chess.Role(rng.IntN(5))))
			squares = squares[1:]
		}
	}
	return s
}
