package kernelspace

import (
	"math/bits"
	"math/rand/v2"
	"testing"

	"chesscensus/chess"
)

// boards lists all ways to put the pawns of patterns on rows 2 to 7, file by file, with the files' squares from package chess.
func boards(ws pattern) (list [][2]chess.Bitboard) {
	list = [][2]chess.Bitboard{{}}
	for x := range 8 {
		w := ws.file(x)
		var next [][2]chess.Bitboard
		for rows := range 64 {
			if bits.OnesCount(uint(rows)) != w.len() {
				continue
			}
			for _, b := range list {
				i := 0
				for row := range 6 {
					if rows>>row&1 != 0 {
						b[w.color(i)] |= chess.NewSquare(x, row+1).BB()
						i++
					}
				}
				next = append(next, b)
			}
		}
		list = next
	}
	return list
}

// TestRowsAreNumbered compares numbers of ways to choose rows with a list of them all, and goes through the numbers: each is
// another board with these patterns, and comes back.
func TestRowsAreNumbered(t *testing.T) {
	src := rand.New(rand.NewPCG(16, 1))
	cases := []pattern{parsePattern("///////"), parsePattern("PpPpPp///////"), parsePattern("///////pppppp"), parsePattern("Pp/Pp//////P"), parsePattern("P//p//P//p/")}
	for range 12 {
		cases = append(cases, randomPattern(src, 4))
	}
	for _, ws := range cases {
		all := boards(ws)
		want := map[int]map[[2]chess.Bitboard]bool{}
		for _, b := range all {
			dark := ((b[white] | b[black]) & chess.DarkSquares).Count()
			if want[dark] == nil {
				want[dark] = map[[2]chess.Bitboard]bool{}
			}
			want[dark][b] = true
		}
		ways := ws.lengths().polynomial()
		for dark, n := range ways {
			if n != uint64(len(want[dark])) {
				t.Fatalf("%v with %d pawns on dark squares: %d ways, want %d", ws, dark, n, len(want[dark]))
			}
			for number := range n {
				b := placePawns(ws, dark, number)
				if !want[dark][b] {
					t.Fatalf("%v, %d dark, number %d: %v is no way or comes twice", ws, dark, number, b)
				}
				delete(want[dark], b)
				if d, back := numberRows(ws, b[white]|b[black]); d != dark || back != number || patternOf(b) != ws {
					t.Fatalf("%v, %d dark, number %d comes back as %d dark, number %d, words %v", ws, dark, number, d, back, patternOf(b))
				}
			}
		}
	}
}

// TestMeets tries all ways to make some of the promotions by capture: each is then on the other color of square, so one
// capture is worth one promotion on the color that lacks it.
func TestMeets(t *testing.T) {
	for clip := 1; clip <= maxBishopCap; clip++ {
		for slack := range 8 {
			for missing := range (clip + 1) * (clip + 1) {
				lacksLight, lacksDark := missing/(clip+1), missing%(clip+1)
				got := satisfiableRequirements(clip, slack, lacksLight, lacksDark)
				for needs := range (clip + 1) * (clip + 1) {
					light, dark := needs/(clip+1), needs%(clip+1)
					want := false
					for onLight := range slack + 1 {
						want = want || clip-lacksLight+onLight >= light && clip-lacksDark+slack-onLight >= dark
					}
					if (got>>requirementNumber(light, dark, clip)&1 == 1) != want {
						t.Errorf("clip %d, %d captures over, %d and %d missing: %d light and %d dark bishops: %v", clip, slack, lacksLight, lacksDark, light, dark, !want)
					}
				}
				if got>>((clip+1)*(clip+1)) != 0 {
					t.Errorf("needs beyond the clip: %b", got)
				}
			}
		}
	}
	if requirementNumber(9, 7, 2) != requirementNumber(2, 2, 2) {
		t.Error("needs beyond the clip are not cut off")
	}
}
