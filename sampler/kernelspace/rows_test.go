package kernelspace

import (
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"chesscensus/chess"
)

// boards lists all ways to put the pawns of patterns on rows 2 to 7, file by file, with the files' squares from package chess.
func boards(ws pattern) (list [][2]chess.Bitboard) {
	list = [][2]chess.Bitboard{{}}
	for x := range 8 {
		w := ws.at(x)
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

// TestLetters compares what is done to pawns of a column with slices.
func TestColumnsAgreeWithSlices(t *testing.T) {
	src := rand.New(rand.NewPCG(16, 2))
	for range 3000 {
		letters := make([]int, 1+src.IntN(16))
		w := emptyColumn
		for i := range letters {
			letters[i] = src.IntN(2)
			w = w.with(i, letters[i])
		}
		i, c := src.IntN(len(letters)), src.IntN(2)
		recolored := slices.Clone(letters)
		recolored[i] = c
		for what, p := range map[string]struct {
			got  column
			want []int
		}{
			"built":     {w, letters},
			"without":   {w.without(i), slices.Delete(slices.Clone(letters), i, i+1)},
			"with":      {w.with(i, c), slices.Insert(slices.Clone(letters), i, c)},
			"recolored": {w.recolored(i, c), recolored},
			"back":      {w.with(i, c).without(i), letters},
			"restored":  {w.without(i).with(i, letters[i]), letters},
		} {
			blacks := 0
			ok := p.got.len() == len(p.want)
			for k, l := range p.want {
				ok = ok && p.got.color(k) == l
				blacks += l
			}
			if !ok || p.got.count(black) != blacks || p.got.count(white) != len(p.want)-blacks || p.got.blacks() != blacks {
				t.Fatalf("%v %s at %d: %b, want %v", letters, what, i, p.got, p.want)
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

// TestOrdersOfOfficers counts the orders of a king with n knights, rooks and queens by going through all 3^n rows and all places
// of the king.
func TestOrdersOfOfficers(t *testing.T) {
	power := 1
	for n := range 8 {
		want := [initialPawns + 1]uint64{}
		for row := range power {
			var kinds [3]int
			for k, r := 0, row; k < n; k, r = k+1, r/3 {
				kinds[r%3]++
			}
			if promoted := max(0, kinds[0]-2) + max(0, kinds[1]-2) + max(0, kinds[2]-1); promoted <= initialPawns {
				want[promoted] += uint64(n + 1) // places of the king
			}
		}
		for promoted, w := range want {
			if got := countOrders(n, promoted); got != w {
				t.Errorf("%d men, %d of them promoted: %d orders, want %d", n, promoted, got, w)
			}
		}
		power *= 3
	}
}
