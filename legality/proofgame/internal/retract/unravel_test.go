package retract

import (
	"math/rand/v2"
	"slices"
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/testkit"
	"chesscensus/legality/proofgame/internal/plantest"
)

// TestCrossedFiles compares with all ways to give pawns files of their own.
func TestCrossedFiles(t *testing.T) {
	var fewest func(files []int, used uint) int32
	fewest = func(files []int, used uint) int32 {
		if len(files) == 0 {
			return 0
		}
		least := int32(100)
		for file := range 8 {
			if used>>file&1 == 0 {
				least = min(least, int32(max(file-files[0], files[0]-file))+fewest(files[1:], used|1<<file))
			}
		}
		return least
	}
	rnd := rand.New(rand.NewPCG(34, 5))
	for range 200 {
		var files [8]chess.Bitboard
		var list []int
		for range rnd.IntN(7) {
			if f := rnd.IntN(8); files[f].Count() < 6 {
				files[f] |= chess.FileBB(f) & chess.RowBB(1+files[f].Count())
				list = append(list, f)
			}
		}
		if got, want := crossedFiles(&files), fewest(list, 0); got != want {
			t.Errorf("pawns on files %v: %d captures, want %d", list, got, want)
		}
	}
}

// TestPawnCaptures counts the captures that pawns and promoted men need, and how many of them are lacking.
func TestPawnCaptures(t *testing.T) {
	for _, row := range []struct {
		fen            string
		total, lacking int32
	}{
		{"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -", 0, 0},
		{"4k3/8/8/8/8/P7/P7/4K3 w - -", 1, 0},
		{"rnbqkbnr/p1pppppp/p7/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -", 1, 1},  // no white man is missing
		{"rnbqkbnr/p1pppppp/p7/8/8/8/PPPPPPPP/R1BQKBNR w KQkq -", 1, 0},  // a knight is
		{"rnbqkbnr/p1pppppp/p7/8/8/8/PPPPPPPP/RN1QKBNR w KQkq -", 1, 1},  // a bishop that was captured at home
		{"4k3/8/8/8/P7/p7/8/4K3 w - -", 1, 0},                            // one of them has captured
		{"4k3/8/8/8/8/4P3/3PpP2/4K3 w - -", 1, 0},                        // Black's
		{"4k3/8/8/8/8/4P3/3PpP2/4K3 b - -", 1, 0},                        //
		{"4k3/p7/8/8/8/1P6/bPP5/4K3 w - -", 3, 0},                        // the bishop was promoted on b1 with a capture, and got to the file with another
		{"rn1qkbnr/pp1ppppp/8/8/8/1P6/bPPPPPPP/RNBQKBNR w KQkq -", 4, 4}, // there were no men for these, nor for a2xb3
	} {
		s := testkit.Setup(t, row.fen)
		var w wayFinder
		w.strict = true
		w.setSetup(&s)
		if total, lacking := w.pawnCaptures(); total != row.total || lacking != row.lacking {
			t.Errorf("%s: %d captures, %d lacking, want %d, %d", row.fen, total, lacking, row.total, row.lacking)
		}
	}
}

// TestDropLocked checks that no man passes a pawn that can go back only to the square from which the man comes.
func TestDropLocked(t *testing.T) {
	for _, row := range []struct {
		fen         string
		free, freer bool // strict, and not
	}{
		{"4k3/8/8/8/8/1P6/bPP5/4K3 w - -", false, true}, // b3 can have come from a2 alone
		{"4k3/8/8/8/8/1P6/b1P5/4K3 w - -", true, true},  // or from b2
	} {
		s := testkit.Setup(t, row.fen)
		for _, strict := range []bool{false, true} {
			w := wayFinder{strict: strict}
			w.setSetup(&s)
			w.officerWay(chess.A2, chess.Black, false)
			if free := w.pawnFile < 0; free != row.free && strict || free != row.freer && !strict {
				t.Errorf("%s, strict %v: gets out %v", row.fen, strict, free)
			}
		}
	}
}

// TestUnravel checks that with most seeds fewer captures are needed. Lines are replayed, depend on the seed alone, and leave nothing
// behind that changes Extract or Disentangle.
func TestUnravel(t *testing.T) {
	testkit.Medium(t)
	var x Retractor
	for _, fen := range []string{
		"8/p7/8/8/5P2/1PPPkrb1/bPPR1RPN/2KR1QB1 w - -",
		"8/P2pp3/1pp3p1/8/PP6/pkPP4/pB1P2P1/2KR4 w - -",
	} {
		goal := testkit.Position(t, fen)
		s := goal.Setup()
		extracted, _ := new(Retractor).Extract(t.Context(), s, 3, 4000, nil, false)
		disentangled, _ := new(Retractor).Disentangle(t.Context(), s, 3, 4000, nil)
		remaining := func(s *chess.Setup) int32 {
			var finder wayFinder
			finder.strict = true
			finder.setSetup(s)
			total, _ := finder.pawnCaptures()
			return total
		}
		fewer := 0
		for seed := range uint64(6) {
			line, ok := x.Unravel(t.Context(), s, seed, 6000, nil)
			if !ok {
				continue
			}
			plantest.Replay(t, line.Setup, line.Moves, goal)
			if remaining(&line.Setup) < remaining(&s) {
				fewer++
			}
			if line.Remaining < line.ShutMeasure {
				t.Errorf("%s: %d left, of which %d shut", fen, line.Remaining, line.ShutMeasure)
			}
			again, _ := new(Retractor).Unravel(t.Context(), s, seed, 6000, nil)
			if again.Setup != line.Setup || !slices.Equal(again.Moves, line.Moves) {
				t.Errorf("%s: another result with the same seed", fen)
			}
		}
		t.Logf("%s: fewer captures with %d of 6 seeds", fen, fewer)
		if fewer < 4 {
			t.Errorf("%s: fewer captures with %d of 6 seeds", fen, fewer)
		}
		if after, _ := x.Extract(t.Context(), s, 3, 4000, nil, false); after.Setup != extracted.Setup {
			t.Errorf("%s: Extract comes to %v after it, to %v before", fen, after.Setup, extracted.Setup)
		}
		if after, _ := x.Disentangle(t.Context(), s, 3, 4000, nil); after.Setup != disentangled.Setup || after.Remaining != after.ShutMeasure {
			t.Errorf("%s: Disentangle comes to %v after it, to %v before", fen, after.Setup, disentangled.Setup)
		}
	}
}
