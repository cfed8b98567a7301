package placement

import (
	"strings"
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/testkit"
	"chesscensus/sampler"
)

// TestCasesAreAll compares the number of cases with that of the definition: 3612 pairs of kings, each with the
// subsets of the rights of kings at home, and for each of these 14 ways to choose an en passant square and a
// capturer beside it, or none.
func TestCasesAreAll(t *testing.T) {
	diagrams, positions := 0, 0
	for w := chess.A1; w <= chess.H8; w++ {
		for b := chess.A1; b <= chess.H8; b++ {
			if max(abs(w.File()-b.File()), abs(w.Row()-b.Row())) < 2 {
				continue
			}
			sets := 1
			if w == chess.E1 {
				sets *= 4
			}
			if b == chess.E8 {
				sets *= 4
			}
			diagrams += 2
			positions += 2 * sets * 15
		}
	}
	for name, list := range map[string][]Case{"diagrams": cases(false), "positions": cases(true)} {
		want := map[string]int{"diagrams": diagrams, "positions": positions}[name]
		seen := map[Case]bool{}
		for _, c := range list {
			seen[c] = true
		}
		if len(list) != want || len(seen) != want {
			t.Errorf("%s: %d cases, %d of them different, want %d", name, len(list), len(seen), want)
		}
	}
	if diagrams != 2*3612 {
		t.Errorf("%d cases of diagrams", diagrams)
	}
}

// abs returns |n|.
func abs(n int) int { return max(n, -n) }

// squaresOf lists the squares that a case closes: those of the kings, of rooks with a castling right, of the pawn
// that has made a double step with the two squares behind it, and of the capturer.
func squaresOf(c Case) (list []chess.Square) {
	list = append(list, c.Kings[0], c.Kings[1])
	for right, rook := range map[chess.Castling]chess.Square{chess.WhiteKingside: chess.H1, chess.WhiteQueenside: chess.A1,
		chess.BlackKingside: chess.H8, chess.BlackQueenside: chess.A8} {
		if c.Rights&right != 0 {
			list = append(list, rook)
		}
	}
	if c.EP != chess.NoSquare {
		start, middle, end := 6, 5, 4 // rows of Black's double step, from 0
		if c.Turn == chess.Black {
			start, middle, end = 1, 2, 3
		}
		f := c.EP.File()
		list = append(list, chess.NewSquare(f, start), chess.NewSquare(f, middle), chess.NewSquare(f, end), c.From)
	}
	return list
}

// TestCaseAndSetup turns every case into its setup and back. Men must collide exactly if squaresOf lists a square
// twice, and no other squares may be closed.
func TestCaseAndSetup(t *testing.T) {
	testkit.Medium(t)
	collisions := 0
	for _, c := range cases(true) {
		want, twice := chess.Bitboard(0), false
		for _, sq := range squaresOf(c) {
			twice = twice || want.Has(sq)
			want |= sq.BB()
		}
		s, closed, ok := c.setup()
		if ok == twice {
			t.Fatalf("%+v: ok is %v, two men on one square: %v", c, ok, twice)
		}
		if !ok {
			collisions++
			continue
		}
		if closed != want {
			t.Fatalf("%+v: closed squares %v, want %v", c, closed, want)
		}
		back, n, err := CaseOf(&s, 0)
		if err != nil || n != 1 || back != c {
			t.Fatalf("%v of case %+v: case %+v with %d capturers, %v", s, c, back, n, err)
		}
		if c.EP == chess.NoSquare {
			continue
		}
		// With a second capturer on the other side, each is singled out by its index.
		pawn, _ := epSquares(c.Turn, c.EP)
		other := 2*pawn - c.From
		if other.Row() != pawn.Row() || abs(other.File()-pawn.File()) != 1 || closed.Has(other) {
			continue
		}
		s.Board.Place(other, chess.NewPiece(c.Turn, chess.Pawn))
		checkTwoCapturers(t, &s, min(c.From, other), max(c.From, other))
	}
	if collisions == 0 {
		t.Error("no men collide")
	}
}

// checkTwoCapturers turns the two elements of a setup into draws and back.
func checkTwoCapturers(t *testing.T, s *chess.Setup, left, right chess.Square) {
	t.Helper()
	for index, from := range []chess.Square{left, right} {
		var d sampler.Draw
		Fill(&d, s, from)
		if want := (sampler.Draw{Setup: *s, Index: index, Equivalents: 2, Multiplicity: 2, Weight: 1}); d != want {
			t.Fatalf("%v, capturer %v: draw %+v, want %+v", s, from, d, want)
		}
		if c, err := CaseOfDraw(&d); err != nil || c.From != from {
			t.Fatalf("%v, capturer %v: case %+v, %v", s, from, c, err)
		}
		// A draw of another space, whose index means something else, stands for the first element.
		d.Equivalents = 7
		if c, err := CaseOfDraw(&d); err != nil || c.From != left {
			t.Fatalf("%v: a foreign draw is case %+v, %v", s, c, err)
		}
	}
	if c, n, err := CaseOf(s, 5); err != nil || n != 2 || c.From != left {
		t.Fatalf("%v: index 5 singles out %v of %d, %v", s, c.From, n, err)
	}
}

// TestNoCase compares the errors for setups that have no case.
func TestNoCase(t *testing.T) {
	for fen, want := range map[string]string{
		"8/8/8/8/8/8/8/4K3 w - - 0 1":         "black has 0 kings, want 1",
		"4k3/8/8/8/8/8/8/K3K3 w - - 0 1":      "white has 2 kings, want 1",
		"8/8/8/3k4/4K3/8/8/8 b - - 0 1":       "the kings touch",
		"4k3/8/8/8/8/8/8/4K2R w KQ - 0 1":     "castling",
		"4k3/8/8/8/4p3/8/8/4K3 b - d3 0 1":    "en passant",
		"4k3/8/8/8/3P4/8/8/4K3 b - d3 0 1":    "no pawn stands beside",
		"4k3/8/8/8/p2P4/8/8/4K3 b - d3 0 1":   "no pawn stands beside", // on the row, but not next to it
		"4k3/8/8/8/2QP4/8/8/4K3 b - d3 0 1":   "no pawn stands beside",
		"4k3/8/8/8/3Pp3/8/3N4/4K3 b - d3 0 1": "en passant", // the pawn did not come from d2
	} {
		f := testkit.Must(chess.ParseFEN(fen))(t)
		f.Setup.EP = epOf(fen)
		if _, _, err := CaseOf(&f.Setup, 0); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", fen, err, want)
		}
	}
}

// epOf returns the en passant square that a FEN record names, which the parser may drop.
func epOf(fen string) chess.Square {
	if strings.Contains(fen, " d3 ") {
		return chess.D3
	}
	return chess.NoSquare
}
