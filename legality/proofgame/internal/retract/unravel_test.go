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
