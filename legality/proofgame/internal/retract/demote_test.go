package retract

import (
	"slices"
	"strings"
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/testkit"
	"chesscensus/legality/proofgame/internal/plantest"
)

// promoted counts by the letters of a FEN record how many officers of a side there are beyond those of the start; bishops by square
// color.
func promoted(fen string) (n int) {
	count := map[rune]int{}
	sq := 56
	for _, r := range strings.Fields(fen)[0] {
		switch {
		case r == '/':
			sq -= 16
		case r >= '1' && r <= '8':
			sq += int(r - '0')
		default:
			if (r == 'b' || r == 'B') && (sq/8+sq%8)%2 == 0 {
				r++ // those on dark squares are counted apart
			}
			count[r]++
			sq++
		}
	}
	for letters, most := range map[string]int{"QqBbCc": 1, "RrNn": 2} {
		for _, r := range letters {
			n += max(0, count[r]-most)
		}
	}
	return n
}

// TestSurplus counts who must have been promoted, with the bishop that never left its home.
func TestSurplus(t *testing.T) {
	for _, c := range []struct {
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
		s := setupOf(t, c.fen)
		excess := 0
		men := surplusOfficers(&s.Board, func(_ chess.Color, _ chess.Bitboard, n int) { excess += n })
		if excess != c.excess || men != c.men {
			t.Errorf("%s: %d among %v, want %d among %v", c.fen, excess, men, c.excess, c.men)
		}
	}
}

// TestDemote takes promoted men back until fewer must have been promoted, as the letters of the record say. The moves are replayed, the
// same come out with the same seed, and Extract afterwards does what it always did.
func TestDemote(t *testing.T) {
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
		fewer, all := 0, promoted(fen)
		for seed := range uint64(8) {
			w, ok := x.Extract(t.Context(), s, seed, 8000, nil, true)
			if !ok {
				continue
			}
			plantest.Replay(t, w.Setup, w.Moves, goal)
			if promoted(w.Setup.String()) < all {
				fewer++
			}
			again, _ := new(Retractor).Extract(t.Context(), s, seed, 8000, nil, true)
			if again.Setup != w.Setup || !slices.Equal(again.Moves, w.Moves) {
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
