package kings_test

import (
	"maps"
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/testkit"
	"chesscensus/sampler/internal/spacetest"
	"chesscensus/sampler/kings"
)

// TestCountAgreesWithBruteForce compares numbers and placements with those that are found by trying
// all. None may be missing, wrong or repeated.
func TestCountAgreesWithBruteForce(t *testing.T) {
	testkit.Medium(t)
	n := testkit.Size(30, 200)
	var c kings.Counter
	var seen [kings.MostCheckers + 1]int
	setups(1, n, func(s chess.Setup) {
		want := placements(s)
		c.Count(&s.Board)
		if e := 64 - s.Board.Men() + 2; c.All() != 2*e*(e-1) {
			t.Fatalf("%v: %d placements in all, want %d", s, c.All(), 2*e*(e-1))
		}
		var alone kings.Counter
		alone.CountSafe(&s.Board)
		safe := map[chess.Setup]bool{}
		for _, list := range want {
			maps.Copy(safe, list)
		}
		if alone.Safe() != len(safe) {
			t.Fatalf("%v: %d safe placements, want %d", s, alone.Safe(), len(safe))
		}
		for i := range alone.Safe() {
			p := s
			if alone.PlaceSafe(&p, i); !safe[p] {
				t.Fatalf("%v: safe placement %d, %v, is wrong or given twice", s, i, p)
			}
			delete(safe, p)
		}
		for k, list := range want[:kings.MostCheckers+1] {
			if c.Placements(k) != len(list) {
				t.Fatalf("%v: %d placements with %d checkers, want %d", s, c.Placements(k), k, len(list))
			}
			seen[k] += len(list)
			for i := range c.Placements(k) {
				p := s
				c.Place(&p, k, i)
				if !list[p] {
					t.Fatalf("%v: placement %d with %d checkers, %v, is wrong or given twice", s, i, k, p)
				}
				delete(list, p)
			}
		}
	})
	t.Logf("placements by checkers: %d", seen)
	for k, n := range seen {
		if n < 1000 {
			t.Errorf("only %d placements with %d checkers were seen", n, k)
		}
	}
}

// TestCountPanics checks that Count panics for too many men, and Place for a number out of range.
func TestCountPanics(t *testing.T) {
	s := chess.EmptySetup()
	for sq := chess.Square(0); sq < 16; sq++ {
		s.Board.Place(sq, chess.NewPiece(chess.White, chess.Queen))
	}
	var c kings.Counter
	spacetest.WantPanic(t, "16 queens", func() { c.Count(&s.Board) })
	initial := chess.InitialSetup()
	c.Count(&initial.Board)
	spacetest.WantPanic(t, "placement out of range", func() { c.Place(&initial, 0, c.Placements(0)) })
}

// TestBoardWithoutKings counts placements among 30 pawns on a board without kings.
func TestBoardWithoutKings(t *testing.T) {
	s := chess.EmptySetup()
	for sq := chess.Square(0); sq < 30; sq++ {
		s.Board.Place(sq+chess.Square(8), chess.NewPiece(chess.Color(sq%2), chess.Pawn))
	}
	var c kings.Counter
	c.Count(&s.Board)
	if got := c.All(); got != 2*34*33 {
		t.Errorf("%d placements in all, want %d", got, 2*34*33)
	}
	want := placements(s)
	for k := range kings.MostCheckers + 1 {
		if c.Placements(k) != len(want[k]) {
			t.Errorf("%d placements with %d checkers, want %d", c.Placements(k), k, len(want[k]))
		}
	}
}
