package kings_test

import (
	"maps"
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/testkit"
	"chesscensus/sampler/kings"
)

// TestCountAgreesWithBruteForce compares numbers and placements with those found by trying
// all: none is missing, none is given twice, none is wrong.
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

// TestCountOfKnownBoards holds the count against numbers found by hand.
func TestCountOfKnownBoards(t *testing.T) {
	for _, test := range []struct {
		name, fen string
		want      [kings.MostCheckers + 1]int
	}{
		// Two kings that do not touch: 3612 ways, with either side to move.
		{"bare kings", "k7/8/8/8/8/8/8/K7 w - - 0 1", [3]int{2 * 3612}},
		// One rook, whose line the white king can close.
		{"rook", "k7/8/8/8/8/8/8/R6K w - - 0 1", rookAlone()},
	} {
		f := testkit.Must(chess.ParseFEN(test.fen))(t)
		var c kings.Counter
		c.Count(&f.Setup.Board)
		if got := [3]int{c.Placements(0), c.Placements(1), c.Placements(2)}; got != test.want {
			t.Errorf("%s: %d placements by checkers, want %d", test.name, got, test.want)
		}
	}
}

// rookAlone counts with coordinates and nothing else for a white rook on a1.
func rookAlone() (n [kings.MostCheckers + 1]int) {
	abs := func(x int) int { return max(x, -x) }
	for w := 1; w < 64; w++ {
		for b := 1; b < 64; b++ {
			if max(abs(w%8-b%8), abs(w/8-b/8)) < 2 {
				continue
			}
			onRow := b < 8 && (w > 7 || w > b)
			onFile := b%8 == 0 && (w%8 > 0 || w > b)
			if onRow || onFile {
				n[1]++ // Black is to move
			} else {
				n[0] += 2
			}
		}
	}
	return n
}

// TestCountPanics on what is no setup of chess, and Place outside.
func TestCountPanics(t *testing.T) {
	panics := func(name string, f func()) {
		t.Helper()
		defer func() {
			if recover() == nil {
				t.Errorf("%s: no panic", name)
			}
		}()
		f()
	}
	s := chess.EmptySetup()
	for sq := chess.Square(0); sq < 16; sq++ {
		s.Board.Place(sq, chess.NewPiece(chess.White, chess.Queen))
	}
	var c kings.Counter
	panics("16 queens", func() { c.Count(&s.Board) })
	initial := chess.InitialSetup()
	c.Count(&initial.Board)
	panics("placement out of range", func() { c.Place(&initial, 0, c.Placements(0)) })
}

// TestFullBoard counts where kings have no or hardly any room.
func TestFullBoard(t *testing.T) {
	s := chess.EmptySetup()
	for sq := chess.Square(0); sq < 30; sq++ {
		s.Board.Place(sq+chess.Square(8), chess.NewPiece(chess.Color(sq%2), chess.Pawn))
	}
	var c kings.Counter
	c.Count(&s.Board) // no kings at all: they are put there
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
