package retract

import (
	"slices"
	"strings"
	"testing"

	"chesscensus/chess"
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

// TestSurplusOfficers counts men that must have been promoted, also where a bishop never left its home.
func TestSurplusOfficers(t *testing.T) {
	for _, row := range []struct {
		fen    string
		excess int
		men    chess.Bitboard
	}{
		{"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -", 0, 0},
		{"4k3/8/8/8/8/8/8/QQ2K3 w - -", 1, chess.A1.BB() | chess.B1.BB()},
		{"4k3/8/8/8/8/8/8/B1B1K3 w - -", 1, chess.A1.BB() | chess.C1.BB()},
		{"4k3/8/8/8/8/8/8/BB2K3 w - -", 0, 0},
		{"4k3/8/8/8/8/8/1P1P4/B3K3 w - -", 1, chess.A1.BB()}, // c1 cannot be left
		{"4k3/8/8/8/8/8/1P6/B3K3 w - -", 0, 0},
		{"4k3/8/8/8/8/8/1P1P4/2B1K3 w - -", 0, 0}, // it is at home
		{"4k3/1p2p1p1/8/b7/8/8/8/4K3 w - -", 1, chess.A5.BB()},
	} {
		s := testkit.Setup(t, row.fen)
		excess := 0
		men := surplusOfficers(&s.Board, func(_ chess.Color, _ chess.Bitboard, count int) { excess += count })
		if excess != row.excess || men != row.men {
			t.Errorf("%s: %d among %v, want %d among %v", row.fen, excess, men, row.excess, row.men)
		}
	}
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
