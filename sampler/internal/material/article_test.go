package material

import (
	"cmp"
	"math"
	"math/big"
	"slices"
	"sort"
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/testkit"
	"chesscensus/sampler/internal/arith"
)

// These tests recompute what the article prints.

// checkBits compares log2 n with a printed figure of so many decimals.
func checkBits(t *testing.T, what string, n *big.Int, decimals int, want float64) {
	t.Helper()
	f, _ := new(big.Float).SetInt(n).Float64()
	if got := math.Log2(f); math.Abs(got-want) > 0.5000001*math.Pow10(-decimals) {
		t.Errorf("%s: %v has %.7f bits, the article says %v", what, n, got, want)
	}
}

func TestArticleCounts(t *testing.T) {
	sz := space().sizes()
	if sz.OneSide != 8694 || sz.OneSide*sz.OneSide != 75585636 || sz.Pairs != 58084310 || sz.HalfPairs != 62096507 {
		t.Errorf("%d states, %d pairs, %d half pairs, want 8694, 58084310, 62096507", sz.OneSide, sz.Pairs, sz.HalfPairs)
	}
	integer := func(n int) *big.Int { return big.NewInt(int64(n)) }
	checkBits(t, "states", integer(sz.OneSide), 1, 13.1)
	checkBits(t, "all pairs", integer(8694*8694), 4, 26.1716)
	checkBits(t, "pairs", integer(sz.Pairs), 6, 25.791645)
	checkBits(t, "half pairs", integer(sz.HalfPairs), 6, 25.888009)
	if extra := math.Log2(float64(sz.HalfPairs) / float64(sz.Pairs)); math.Abs(extra-0.096) > 0.0005 {
		t.Errorf("half pairs take %v bits more than pairs", extra)
	}
	checkBits(t, "worst pair", sz.Worst, 2, 141.14)
	if got, want := sz.Diagrams.String(), "24639467089379915386890365075260915223928803040"; got != want { // 2.46e46
		t.Errorf("%s diagrams, want %s", got, want)
	}
	if got, want := sz.Worst.String(), "3067752978693606427195570508992642560000000"; got != want || sz.WorstPairs != 68 { // 3.0678e42
		t.Errorf("%s placements of %d worst pairs, want %s of 68", got, sz.WorstPairs, want)
	}
	if n := sz.Worst.BitLen(); n <= 17*8 || n > 18*8 {
		t.Errorf("the worst index has %d bits, the article wants 18 bytes", n)
	}
	// The worst material as printed lacks a number; this is what was meant.
	s := state{3, 3, 2, 2, 4}
	c := space().cases[0]
	k := block{table: c, white: int(c.white.index[s.id()]), black: int(c.black.index[s.id()])}
	if size := toBig(k.size()); size.Cmp(sz.Worst) != 0 || 2*s.men() != 30 {
		t.Errorf("%v on both sides: %d men, %v placements, want 30 men and the worst", s, 2*s.men(), size)
	}
}

// TestArticleStates counts the states and pairs from the definitions alone.
func TestArticleStates(t *testing.T) {
	type side struct{ excess, pieces, pawns int }
	count := map[side]int{}
	total := 0
	for q := range 10 {
		for r := range 11 {
			for b := range 11 {
				for n := range 11 {
					for p := range 9 {
						var s side
						for _, m := range [][2]int{{q, 1}, {r, 2}, {b, 2}, {n, 2}} {
							s.excess += max(0, m[0]-m[1])
							s.pieces += max(0, m[1]-m[0])
						}
						s.pawns = 8 - s.excess - p
						st := state{uint8(q), uint8(r), uint8(b), uint8(n), uint8(p)}
						if got := (side{st.excess(), st.pieceDefect(), st.pawnDefect()}); got != s || st.valid() != (s.pawns >= 0) {
							t.Fatalf("%v: %+v, want %+v", st, got, s)
						}
						if s.pawns >= 0 {
							count[s]++
							total++
						}
					}
				}
			}
		}
	}
	pairs, half := 0, 0
	for w, nw := range count {
		for b, nb := range count {
			white := w.excess <= 2*b.pawns+b.pieces+w.pieces+w.pawns
			black := b.excess <= 2*w.pawns+w.pieces+b.pieces+b.pawns
			if white {
				half += nw * nb
			}
			if white && black {
				pairs += nw * nb
			}
		}
	}
	if total != 8694 || pairs != 58084310 || half != 62096507 {
		t.Errorf("%d states, %d pairs, %d half pairs", total, pairs, half)
	}
}

// TestArticleIndex follows part 1: with the states sorted by decreasing room for the enemy, the partners of each
// are a run from 0, so that CB1[w]+b is an index of 26 bits, decoded by a search with at most 14 comparisons.
func TestArticleIndex(t *testing.T) {
	testkit.Medium(t)
	states := allStates(0)
	slices.SortStableFunc(states, func(x, y state) int {
		return cmp.Compare(2*y.pawnDefect()+y.pieceDefect(), 2*x.pawnDefect()+x.pieceDefect())
	})
	if n := 10 * 11 * 11 * 11 * 9; n > 1<<17 || n <= 1<<16 {
		t.Errorf("a state fits %d numbers, the article says at most 17 bits", n)
	}
	cb1 := []int{0}
	for w := range states {
		n := sort.Search(len(states), func(b int) bool { return !promotable(states[w], states[b]) })
		for b := 0; b < len(states); b += 17 {
			if promotable(states[w], states[b]) != (b < n) {
				t.Fatalf("partners of %v are not a run", states[w])
			}
		}
		cb1 = append(cb1, cb1[w]+n)
	}
	if total := cb1[len(states)]; total != 62096507 || total > 1<<26 {
		t.Errorf("%d indices, want 62096507", total)
	}
	for i := 0; i < 62096507; i += 7919 {
		compared := 0
		w := sort.Search(len(states), func(w int) bool { compared++; return i < cb1[w+1] })
		if b := i - cb1[w]; b < 0 || b >= 8694 || !promotable(states[w], states[b]) || compared > 14 {
			t.Fatalf("index %d decodes to %d, %d after %d comparisons", i, w, b, compared)
		}
	}
}

// TestArticlePlacements compares with the tables and examples of part 2.1. Squares are numbered from 1 there.
func TestArticlePlacements(t *testing.T) {
	index := func(squares ...int) int {
		var set chess.Bitboard
		for _, sq := range squares {
			set |= chess.Square(sq - 1).BB()
		}
		i := arith.RankSet(set, ^chess.Bitboard(0))
		if back := arith.UnrankSet(i, len(squares), ^chess.Bitboard(0)); back != set {
			t.Errorf("squares %v: index %d gives\n%v", squares, i, back)
		}
		return int(i)
	}
	// Column IB of the table for 3 rooks, by the front rook's square.
	for s, want := range map[int]int{3: 0, 4: 1, 5: 4, 6: 10, 7: 20, 8: 35, 64: 63 * 62 * 61 / 6} {
		if got := index(1, 2, s); got != want {
			t.Errorf("12%d: index %d, want %d", s, got, want)
		}
	}
	// Column NA: the number of arrangements with that front rook.
	for s, want := range map[int]int{3: 1, 4: 3, 5: 6, 6: 10, 7: 15, 8: 21, 64: 63 * 62 / 2} {
		if got := index(s-2, s-1, s) - index(1, 2, s) + 1; got != want {
			t.Errorf("front rook on %d: %d arrangements, want %d", s, got, want)
		}
	}
	for s, want := range map[int]int{2: 0, 3: 1, 4: 3, 5: 6, 6: 10} {
		if got := index(1, s); got != want {
			t.Errorf("two rooks 1%d: index %d, want %d", s, got, want)
		}
	}
	if got := index(2, 5, 7); got != 27 {
		t.Errorf("257 has index %d, want 27", got)
	}
	if got := index(62, 63, 64); got != 64*63*62/6-1 {
		t.Errorf("the last arrangement of 3 rooks has index %d", got)
	}
	// The largest digit: ten equal pieces after the kings.
	checkBits(t, "{62;10}", new(big.Int).SetUint64(arith.Binomials[10][62]), 1, 36.6)
	if f := float64(arith.Binomials[10][62]); math.Round(f/1e10) != 11 {
		t.Errorf("{62;10} = %g, want 1.1e11", f)
	}
}

// TestArticleLength proves the title: 155 bits suffice for a diagram, and 154 do not.
func TestArticleLength(t *testing.T) {
	c := space().cases[0]
	used := new(big.Int)
	c.eachCouple(func(w, b, length int) {
		n := big.NewInt(int64(c.white.productClasses[w].count * c.black.productClasses[b].count))
		used.Add(used, n.Lsh(n, uint(length)))
	})
	checkBits(t, "diagrams", toBig(*c.size()), 2, 154.11) // 2.46e46
	checkBits(t, "rounded up", used, 2, 154.62)
	if limit := new(big.Int).Lsh(big.NewInt(1), 155); used.Cmp(limit) > 0 || codec().used().Cmp(limit) > 0 {
		t.Error("Kraft's inequality does not hold for 155 bits")
	}
	checkBits(t, "with castling and en passant", codec().used(), 2, 154.65)

	// What the annotations cost in the ranks: castling and en passant no bit, and the side to move one.
	bits := func(n *big.Int) int { return n.Sub(n, big.NewInt(1)).BitLen() }
	diagrams, all := toBig(*c.size()), space().Size()
	half := new(big.Int).Rsh(all, 1)
	both := new(big.Int).Lsh(diagrams, 1)
	if a, b, c, d := bits(diagrams), bits(half), bits(both), bits(all); a != 155 || b != 155 || c != 156 || d != 156 {
		t.Errorf("ranks of diagrams have %d bits, with annotations %d, with side to move %d, with both %d", a, b, c, d)
	}
}

// sizes are the counts that Tomic's article gives, and those of the space.
type sizes struct {
	OneSide    int      // states of one side: 8694
	Pairs      int      // pairs of states, both sides promotable: 58 084 310
	HalfPairs  int      // pairs with White promotable: 62 096 507
	Diagrams   *big.Int // placements of the men, 2.46e46
	Worst      *big.Int // the most placements of one pair, 3.0678e42
	WorstPairs int      // pairs with so many
	Castling   *big.Int // setups with castling rights and no en passant square
	EnPassant  *big.Int // setups with an en passant square
}

// sizes returns the exact counts. Diagrams have no side to move; Castling and EnPassant count both, so the size of
// the space is 2*Diagrams + Castling + EnPassant. It costs a few milliseconds.
func (s *Space) sizes() sizes {
	plain := s.cases[0]
	sz := sizes{OneSide: len(plain.white.states), Diagrams: toBig(*plain.size())}
	var worst arith.U192
	for _, w := range plain.white.productClasses {
		for _, b := range plain.black.productClasses {
			cw, cb := &plain.white.classes[w.class], &plain.black.classes[b.class]
			if cw.excess <= cb.room()+cw.losses() {
				sz.HalfPairs += w.count * b.count
			}
			if !compatible(cw, cb) {
				continue
			}
			sz.Pairs += w.count * b.count
			x := arith.Mul192(plain.waysOf(cw, cb), 1)
			size := arith.Quo192(&x, w.product*b.product)
			if arith.Less192(&worst, &size) {
				worst, sz.WorstPairs = size, 0
			}
			if size == worst {
				sz.WorstPairs += w.count * b.count
			}
		}
	}
	sz.Worst = toBig(worst)
	var sums [2]arith.U192
	for n := 1; n < len(s.cases); n++ {
		sums[n%2] = arith.Add192(&sums[n%2], s.cases[n].size())
	}
	sz.Castling = toBig(arith.Shl192(sums[0], 1))
	sz.EnPassant = toBig(arith.Shl192(sums[1], 1))
	return sz
}
