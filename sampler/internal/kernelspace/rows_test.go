package kernelspace

import (
	"math/bits"
	"math/rand/v2"
	"testing"

	"chesscensus/chess"
)

// boards lists the squares of the pawns, by color, for all ways to put the pawns of a pattern on rows 2
// to 7. The squares of files are those of package chess.
func boards(p pattern) (list [][2]chess.Bitboard) {
	list = [][2]chess.Bitboard{{}}
	for x := range 8 {
		col := p.column(x)
		var next [][2]chess.Bitboard
		for rows := range 64 {
			if bits.OnesCount(uint(rows)) != col.len() {
				continue
			}
			for _, b := range list {
				i := 0
				for row := range 6 {
					if rows>>row&1 != 0 {
						b[col.color(i)] |= chess.NewSquare(x, row+1).BB()
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

// TestRowsAreNumbered compares the numbers of ways to choose rows with a list of all ways. Each number
// must give another board with the pattern, and numberRows must return the number.
func TestRowsAreNumbered(t *testing.T) {
	src := rand.New(rand.NewPCG(16, 1))
	var cases []pattern
	for _, s := range []string{"///////", "PpPpPp///////", "///////pppppp", "Pp/Pp//////P", "P//p//P//p/"} {
		cases = append(cases, parsePattern(s))
	}
	for range 12 {
		cases = append(cases, randomPattern(src, 4))
	}
	for _, p := range cases {
		all := boards(p)
		want := map[int]map[[2]chess.Bitboard]bool{}
		for _, b := range all {
			dark := ((b[white] | b[black]) & chess.DarkSquares).Count()
			if want[dark] == nil {
				want[dark] = map[[2]chess.Bitboard]bool{}
			}
			want[dark][b] = true
		}
		ways := p.lengths().polynomial()
		for dark, n := range ways {
			if n != uint64(len(want[dark])) {
				t.Fatalf("%v with %d pawns on dark squares: %d ways, want %d", p, dark, n, len(want[dark]))
			}
			for number := range n {
				b := placePawns(p, dark, number)
				if !want[dark][b] {
					t.Fatalf("%v, %d dark, number %d: %v is no way or comes twice", p, dark, number, b)
				}
				delete(want[dark], b)
				if backDark, back := numberRows(p, b[white]|b[black]); backDark != dark || back != number || patternOf(b) != p {
					t.Fatalf("%v, %d dark, number %d comes back as %d dark, number %d, pattern %v", p, dark, number, backDark, back, patternOf(b))
				}
			}
		}
	}
}

// TestSatisfiableRequirements compares with all ways to share out the spared captures: each adds one
// promotion on light or on dark squares.
func TestSatisfiableRequirements(t *testing.T) {
	for bishopCap := 1; bishopCap <= maxBishopCap; bishopCap++ {
		for spared := range 8 {
			for missing := range (bishopCap + 1) * (bishopCap + 1) {
				missingLight, missingDark := missing/(bishopCap+1), missing%(bishopCap+1)
				got := satisfiableRequirements(bishopCap, spared, missingLight, missingDark)
				for requirement := range (bishopCap + 1) * (bishopCap + 1) {
					light, dark := requirement/(bishopCap+1), requirement%(bishopCap+1)
					want := false
					for onLight := range spared + 1 {
						want = want || bishopCap-missingLight+onLight >= light && bishopCap-missingDark+spared-onLight >= dark
					}
					if (got>>requirementNumber(light, dark, bishopCap)&1 == 1) != want {
						t.Errorf("cap %d, %d captures spared, %d and %d missing: %d light and %d dark bishops: %v",
							bishopCap, spared, missingLight, missingDark, light, dark, !want)
					}
				}
				if got>>((bishopCap+1)*(bishopCap+1)) != 0 {
					t.Errorf("requirements beyond the cap: %b", got)
				}
			}
		}
	}
	if requirementNumber(9, 7, 2) != requirementNumber(2, 2, 2) {
		t.Error("requirements beyond the cap are not capped")
	}
}
