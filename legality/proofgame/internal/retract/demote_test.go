package retract

import (
	"slices"
	"strings"
	"testing"

	"chesscensus/internal/testing/testkit"
	"chesscensus/legality/proofgame/internal/plantest"
)

// countPromoted counts, by the letters of a FEN, the officers of both sides beyond those of the start; bishops by the color of their
// squares.
func countPromoted(fen string) (n int) {
	count := map[rune]int{}
	sq := 56
	for _, letter := range strings.Fields(fen)[0] {
		switch {
		case letter == '/':
			sq -= 16
		case letter >= '1' && letter <= '8':
			sq += int(letter - '0')
		default:
			if (letter == 'b' || letter == 'B') && (sq/8+sq%8)%2 == 0 {
				letter++ // those on dark squares are counted apart
			}
			count[letter]++
			sq++
		}
	}
	for letters, most := range map[string]int{"QqBbCc": 1, "RrNn": 2} {
		for _, letter := range letters {
			n += max(0, count[letter]-most)
		}
	}
	return n
}

// TestExtractWithDemote checks that with some seeds fewer men are promoted. Lines are replayed, depend on the seed alone, and leave
// nothing behind that changes Extract.
func TestExtractWithDemote(t *testing.T) {
	testkit.Medium(t)
	var x Retractor
	for _, fen := range []string{
		"4K1Bk/ppppp1p1/4B1Bp/5Bp1/8/8/8/8 b - -",
		"8/8/8/8/1Pb5/Pb1b4/1P1PPPPP/Kb1k4 w - -",
		"4k3/8/8/QQQ5/3BBN2/8/3NN3/4K2R b - -",
	} {
		goal := testkit.Position(t, fen)
		s := goal.Setup()
		usual, _ := new(Retractor).Extract(t.Context(), s, 3, 4000, nil, false)
		fewer, all := 0, countPromoted(fen)
		for seed := range uint64(8) {
			line, ok := x.Extract(t.Context(), s, seed, 8000, nil, true)
			if !ok {
				continue
			}
			plantest.Replay(t, line.Setup, line.Moves, goal)
			if countPromoted(line.Setup.String()) < all {
				fewer++
			}
			again, _ := new(Retractor).Extract(t.Context(), s, seed, 8000, nil, true)
			if again.Setup != line.Setup || !slices.Equal(again.Moves, line.Moves) {
				t.Errorf("%s: another result with the same seed", fen)
			}
		}
		t.Logf("%s: %d of 8 seeds, %d promoted", fen, fewer, all)
		if fewer < 3 {
			t.Errorf("%s: fewer promoted men with %d of 8 seeds", fen, fewer)
		}
		after, _ := x.Extract(t.Context(), s, 3, 4000, nil, false)
		if after.Setup != usual.Setup {
			t.Errorf("%s: Extract comes to %v after demoting, to %v before", fen, after.Setup, usual.Setup)
		}
	}
}
