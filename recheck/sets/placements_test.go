package sets

import (
	"math/big"
	"testing"

	"chesscensus/internal/testing/testkit"
)

// TestPlacesOneByOne puts two small armies on all squares, man by man, beside three pawns.
func TestPlacesOneByOne(t *testing.T) {
	pawns := []int{9, 11, 12} // b2, d2, e2
	var colors [2]int
	for _, sq := range pawns {
		colors[darkness(sq)]++
	}
	for _, sides := range [][2]side{
		{{bishops: [2]int{1, 0}, others: 1}, {bishops: [2]int{0, 0}, others: 1}},
		{{bishops: [2]int{1, 0}, others: 1}, {bishops: [2]int{1, 0}, others: 1}},
		{{bishops: [2]int{0, 1}, others: 1}, {bishops: [2]int{1, 0}, others: 1}},
	} {
		var squares []int // color of square of each man, -1 for any
		for _, s := range sides {
			for q, n := range s.bishops {
				for range n {
					squares = append(squares, q)
				}
			}
			for range s.others {
				squares = append(squares, -1)
			}
		}
		taken := [64]bool{}
		for _, sq := range pawns {
			taken[sq] = true
		}
		var put func(k int) int64
		put = func(k int) (n int64) {
			if k == len(squares) {
				return 1
			}
			for sq := range 64 {
				if !taken[sq] && (squares[k] < 0 || squares[k] == darkness(sq)) {
					taken[sq] = true
					n += put(k + 1)
					taken[sq] = false
				}
			}
			return n
		}
		if got, want := places(sides, colors), put(0); got.Int64() != want {
			t.Errorf("%+v: %v by the formula, %d one by one", sides, got, want)
		}
	}
}

// darkness is 1 on dark squares, as a1 is, square 0.
func darkness(sq int) int { return 1 - (sq/8+sq%8)%2 }

// TestStrataByPawnSquares counts the strata with two pawns, and three, by going through all squares of the pawns and all pairs of count
// vectors of both armies, with falling factorials over factorials. It shares the chains of a pattern and the condition with sizes, and
// neither the merging of prefixes, nor the counts of columns and rows, nor armies, sides and places.
func TestStrataByPawnSquares(t *testing.T) {
	testkit.Medium(t)
	testkit.Unraced(t)
	strataByPawnSquares(t, 6, 2)
	if *setups > 0 { // a quarter of a minute of CPU time
		strataByPawnSquares(t, 6, 3)
	}
}

// A cellFinder finds the cells of patterns, and keeps what it has found.
type cellFinder struct {
	*condition
	chains  *chains
	numbers map[kind]int // of the kinds in chains
	pawns   int          // of every pattern
	seen    itemSet
	known   map[[8]column]cellSet
	ofCost  map[cost]cellSet
}

// newCellFinder returns a cellFinder for patterns of so many pawns.
func newCellFinder(cd *condition, captures, pawns int) *cellFinder {
	f := &cellFinder{condition: cd, chains: newChains(captures, pawns), numbers: map[kind]int{}, pawns: pawns,
		known: map[[8]column]cellSet{}, ofCost: map[cost]cellSet{}}
	for i, k := range f.chains.kinds {
		f.numbers[k] = i
	}
	return f
}

// cells returns the cells that accept a chain to the pattern.
func (f *cellFinder) cells(pattern [8]column) cellSet {
	if f.known[pattern] == nil {
		items, rest, set := []item{itemOf(nothing, 0)}, f.pawns, f.emptySet()
		for file, c := range pattern {
			rest -= len(c)
			items = f.chains.advance(nil, items, file, f.numbers[kindOf(letters(c))], rest, f.chains.captures, &f.seen)
		}
		for _, it := range items {
			if f.ofCost[it.cost()] == nil {
				f.ofCost[it.cost()] = f.accepting(it.cost())
			}
			for i, x := range f.ofCost[it.cost()] {
				set[i] |= x
			}
		}
		f.known[pattern] = set
	}
	return f.known[pattern]
}

// placementsByCell counts the placements of so many pawns by cell, number of white pawns, and number of pawns on dark squares. It goes
// through all squares and colors of the pawns.
func placementsByCell(cd *condition, captures, pawns int) map[[3]int]int64 {
	type group struct { // of placements that the same cells accept
		set         string // key of the cells
		white, dark int
	}
	finder := newCellFinder(cd, captures, pawns)
	counts, sets := map[group]int64{}, map[string]cellSet{}
	var where [64]byte
	var put func(from, left int)
	put = func(from, left int) {
		if left > 0 {
			for sq := from; sq < 56; sq++ {
				for color := range 2 {
					where[sq] = '0' + byte(color)
					put(sq+1, left-1)
				}
				where[sq] = 0
			}
			return
		}
		var pattern [8]column
		g := group{}
		for sq, letter := range where {
			if letter != 0 {
				pattern[sq%8] += column(letter)
				g.white += int('1' - letter)
				g.dark += darkness(sq)
			}
		}
		set := finder.cells(pattern)
		g.set = set.key()
		sets[g.set] = set
		counts[g]++
	}
	put(8, pawns)
	byCell := map[[3]int]int64{}
	for g, n := range counts {
		for i := range cd.cells {
			if sets[g.set][i/64]>>(i%64)&1 != 0 {
				byCell[[3]int{i, g.white, g.dark}] += n
			}
		}
	}
	return byCell
}

// strataByPawnSquares compares the strata with so many pawns with the claims.
func strataByPawnSquares(t *testing.T, captures, pawns int) {
	cd := newCondition(captures)
	byCell := placementsByCell(cd, captures, pawns)
	sizes := make([]big.Int, captures+1)
	for w := range pawns + 1 {
		blacks := vectors(pawns-w, captures)
		for a, n := range vectors(w, captures) {
			for b, m := range blacks {
				if a.missing+b.missing > captures {
					continue
				}
				spare := [2]int{min(a.spare, a.missing), min(b.spare, b.missing)}
				cell := cd.number[cell{captures: [2]int{b.missing, a.missing}, spare: spare, needs: [2][2]int{a.needs(), b.needs()}}]
				for dark := range pawns + 1 {
					if k := byCell[[3]int{cell, w, dark}]; k > 0 {
						x := a.placements(b, pawns-dark, dark)
						x.Mul(x, big.NewInt(2*k))
						x.Mul(x, big.NewInt(n))
						sizes[a.missing+b.missing].Add(&sizes[a.missing+b.missing], x.Mul(x, big.NewInt(m)))
					}
				}
			}
		}
	}
	for c := range sizes { // both sides were counted fifteen factorial times
		x, rest := new(big.Int).MulRange(1, 15), new(big.Int)
		if sizes[c].QuoRem(&sizes[c], x.Mul(x, x), rest); rest.Sign() != 0 {
			t.Error("a size is no integer")
		}
	}
	claimed := testkit.Must(parseClaims(claims))(t)
	for c := range sizes {
		r := Row{"kernel", partOf(stratum{Pawns: pawns, Captures: c}), nil, &sizes[c]}
		if r.Claimed = claimed[[2]string{r.Set, r.Part}]; r.Claimed == nil {
			r.Claimed = new(big.Int) // a stratum without elements
		}
		if !r.Equal() {
			t.Error(r)
		}
	}
}

// A vector is what matters of an army: bishops on light squares and on dark ones, queens, rooks, knights and the king together; men
// missing, and spare pawns.
type vector struct {
	light, dark, others int
	missing, spare      int
}

func (v vector) needs() [2]int { return [2]int{min(2, max(0, v.light-1)), min(2, max(0, v.dark-1))} }

// vectors adds up, for a side with so many pawns, fifteen factorial over those of the counts of its armies: an integer, as there are at
// most fifteen men besides the king.
func vectors(pawns, captures int) map[vector]int64 {
	list := map[vector]int64{}
	for code := range 11 * 11 * 11 * 11 * 11 {
		v, orders := vector{missing: 15 - pawns, spare: 8 - pawns}, int64(15*14*13*12*11)*3628800
		counts := [5]int{}
		for i, rest := 0, code; i < 5; i, rest = i+1, rest/11 {
			counts[i] = rest % 11
			v.missing -= counts[i]
			v.spare -= max(0, counts[i]-[]int{1, 2, 2, 1, 1}[i])
		}
		if v.missing < 0 || v.missing > captures || v.spare < 0 {
			continue
		}
		for _, n := range counts {
			for ; n > 1; n-- {
				orders /= int64(n)
			}
		}
		v.others, v.light, v.dark = 1+counts[0]+counts[1]+counts[2], counts[3], counts[4]
		list[v] += orders
	}
	return list
}

// placements is the number of ways to place two armies of different men beside so many pawns on light and on dark squares.
func (v vector) placements(b vector, light, dark int) *big.Int {
	falling := func(n, k int) *big.Int { return new(big.Int).MulRange(int64(n-k+1), int64(n)) }
	x := falling(32-light, v.light+b.light)
	x.Mul(x, falling(32-dark, v.dark+b.dark))
	return x.Mul(x, falling(64-light-dark-v.light-b.light-v.dark-b.dark, v.others+b.others))
}
