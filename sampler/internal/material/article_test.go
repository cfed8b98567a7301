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

// These tests recompute what Tomic's article prints (see the documentation of the package).

// Counts of the article.
const (
	articleStates    = 8_694      // states of one side
	articleAllPairs  = 75_585_636 // pairs of states, the square of their number
	articlePairs     = 58_084_310 // pairs that are promotable on both sides
	articleHalfPairs = 62_096_507 // pairs that are promotable for White
)

// checkBits compares log2 n with a printed figure of so many decimals.
func checkBits(t *testing.T, what string, n *big.Int, decimals int, want float64) {
	t.Helper()
	f, _ := new(big.Float).SetInt(n).Float64()
	if got := math.Log2(f); math.Abs(got-want) > 0.5000001*math.Pow10(-decimals) {
		t.Errorf("%s: %v has %.7f bits, the article says %v", what, n, got, want)
	}
}

// TestArticleCounts compares the numbers of states, pairs and diagrams, and the largest number of placements, with the article.
func TestArticleCounts(t *testing.T) {
	counts := space().sizes()
	got := [4]int{counts.OneSide, counts.OneSide * counts.OneSide, counts.Pairs, counts.HalfPairs}
	if want := [4]int{articleStates, articleAllPairs, articlePairs, articleHalfPairs}; got != want {
		t.Errorf("states, all pairs, pairs, half pairs: %d, want %d", got, want)
	}
	integer := func(n int) *big.Int { return big.NewInt(int64(n)) }
	checkBits(t, "states", integer(counts.OneSide), 1, 13.1)
	checkBits(t, "all pairs", integer(articleAllPairs), 4, 26.1716)
	checkBits(t, "pairs", integer(counts.Pairs), 6, 25.791645)
	checkBits(t, "half pairs", integer(counts.HalfPairs), 6, 25.888009)
	if extra := math.Log2(float64(counts.HalfPairs) / float64(counts.Pairs)); math.Abs(extra-0.096) > 0.0005 {
		t.Errorf("half pairs take %v bits more than pairs", extra)
	}
	checkBits(t, "worst pair", counts.Worst, 2, 141.14)
	if got, want := counts.Diagrams.String(), "24639467089379915386890365075260915223928803040"; got != want { // 2.46e46
		t.Errorf("%s diagrams, want %s", got, want)
	}
	if got, want := counts.Worst.String(), "3067752978693606427195570508992642560000000"; got != want || counts.WorstPairs != 68 { // 3.0678e42
		t.Errorf("%s placements of %d worst pairs, want %s of 68", got, counts.WorstPairs, want)
	}
	if n := counts.Worst.BitLen(); n <= 17*8 || n > 18*8 {
		t.Errorf("the worst index has %d bits, the article wants 18 bytes", n)
	}
	// The worst material as printed lacks a number; this is what was meant.
	s := state{Q: 3, R: 3, B: 2, N: 2, P: 4}
	c := space().cases[0]
	couple := block{table: c, white: int(c.white.index[s.id()]), black: int(c.black.index[s.id()])}
	if size := toBig(couple.size()); size.Cmp(counts.Worst) != 0 || 2*s.men() != 30 {
		t.Errorf("%v on both sides: %d men, %v placements, want 30 men and the worst", s, 2*s.men(), size)
	}
}

// A stateSize is what decides which states go together.
type stateSize struct{ excess, pieceDefect, pawnDefect int }

// sizeByDefinition returns the size of a state from the article's definitions: pieces above and below their initial numbers, and pawns that are
// neither on the board nor promoted.
func sizeByDefinition(s state) (size stateSize) {
	for _, kind := range []struct{ count, initial int }{{int(s.Q), 1}, {int(s.R), 2}, {int(s.B), 2}, {int(s.N), 2}} {
		size.excess += max(0, kind.count-kind.initial)
		size.pieceDefect += max(0, kind.initial-kind.count)
	}
	size.pawnDefect = 8 - size.excess - int(s.P)
	return size
}

// allMaterial returns all states of up to 9 queens, 10 rooks, bishops and knights each, and 8 pawns, whether they are valid or not.
func allMaterial() (list []state) {
	for queens := range uint8(10) {
		for rooks := range uint8(11) {
			for bishops := range uint8(11) {
				for knights := range uint8(11) {
					for pawns := range uint8(9) {
						list = append(list, state{Q: queens, R: rooks, B: bishops, N: knights, P: pawns})
					}
				}
			}
		}
	}
	return list
}

// TestArticleStates counts the states and pairs from the definitions alone, and compares the functions of the package with these.
func TestArticleStates(t *testing.T) {
	count := map[stateSize]int{}
	total := 0
	for _, s := range allMaterial() {
		size := sizeByDefinition(s)
		isValid := size.pawnDefect >= 0
		if got := (stateSize{s.excess(), s.pieceDefect(), s.pawnDefect()}); got != size || s.valid() != isValid {
			t.Fatalf("%v: %+v, valid %v, want %+v, %v", s, got, s.valid(), size, isValid)
		}
		if isValid {
			count[size]++
			total++
		}
	}
	pairs, halfPairs := 0, 0
	for w, whites := range count {
		for b, blacks := range count {
			whitePromotable := w.excess <= 2*b.pawnDefect+b.pieceDefect+w.pieceDefect+w.pawnDefect
			blackPromotable := b.excess <= 2*w.pawnDefect+w.pieceDefect+b.pieceDefect+b.pawnDefect
			if whitePromotable {
				halfPairs += whites * blacks
			}
			if whitePromotable && blackPromotable {
				pairs += whites * blacks
			}
		}
	}
	if got, want := [3]int{total, pairs, halfPairs}, [3]int{articleStates, articlePairs, articleHalfPairs}; got != want {
		t.Errorf("states, pairs, half pairs: %d, want %d", got, want)
	}
}

// TestArticleIndex follows part 1 of the article. With the states sorted by decreasing room for the enemy, the partners of each are a run from
// 0. So CB1[w]+b, where CB1[w] counts the pairs of the states before w, is an index of 26 bits. A search decodes it with at most 14 comparisons.
func TestArticleIndex(t *testing.T) {
	testkit.Medium(t)
	states := allStates(0)
	slices.SortStableFunc(states, func(x, y state) int {
		return cmp.Compare(2*y.pawnDefect()+y.pieceDefect(), 2*x.pawnDefect()+x.pieceDefect())
	})
	if n := len(allMaterial()); n > 1<<17 || n <= 1<<16 {
		t.Errorf("%d combinations of numbers, the article says 17 bits", n)
	}
	cb1 := []int{0}
	for w := range states {
		n := sort.Search(len(states), func(b int) bool { return !promotable(states[w], states[b]) })
		for b := 0; b < len(states); b += 17 { // a sample, to save time
			if promotable(states[w], states[b]) != (b < n) {
				t.Fatalf("partners of %v are not a run", states[w])
			}
		}
		cb1 = append(cb1, cb1[w]+n)
	}
	if total := cb1[len(states)]; total != articleHalfPairs || total > 1<<26 {
		t.Errorf("%d indices, want %d, of 26 bits", total, articleHalfPairs)
	}
	for i := 0; i < articleHalfPairs; i += 7919 { // every 7919th, to save time
		compared := 0
		w := sort.Search(len(states), func(w int) bool { compared++; return i < cb1[w+1] })
		if b := i - cb1[w]; b < 0 || b >= articleStates || !promotable(states[w], states[b]) || compared > 14 {
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
	for front, want := range map[int]int{3: 0, 4: 1, 5: 4, 6: 10, 7: 20, 8: 35, 64: 63 * 62 * 61 / 6} {
		if got := index(1, 2, front); got != want {
			t.Errorf("12%d: index %d, want %d", front, got, want)
		}
	}
	// Column NA: the number of arrangements with that front rook.
	for front, want := range map[int]int{3: 1, 4: 3, 5: 6, 6: 10, 7: 15, 8: 21, 64: 63 * 62 / 2} {
		if got := index(front-2, front-1, front) - index(1, 2, front) + 1; got != want {
			t.Errorf("front rook on %d: %d arrangements, want %d", front, got, want)
		}
	}
	for front, want := range map[int]int{2: 0, 3: 1, 4: 3, 5: 6, 6: 10} {
		if got := index(1, front); got != want {
			t.Errorf("two rooks 1%d: index %d, want %d", front, got, want)
		}
	}
	testkit.Equal(t, index(2, 5, 7), 27, "257 has index")
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
	bits := func(n *big.Int) int { return new(big.Int).Sub(n, big.NewInt(1)).BitLen() } // of the ranks below n
	diagrams, all := toBig(*c.size()), space().Size()
	half := new(big.Int).Rsh(all, 1)
	both := new(big.Int).Lsh(diagrams, 1)
	if got, want := [4]int{bits(diagrams), bits(half), bits(both), bits(all)}, [4]int{155, 155, 156, 156}; got != want {
		t.Errorf("bits of ranks of diagrams, with annotations, with side to move, and with both: %d, want %d", got, want)
	}
}

// sizes are the counts that the article gives, and those of the space.
type sizes struct {
	OneSide    int      // states of one side
	Pairs      int      // pairs of states, both sides promotable
	HalfPairs  int      // pairs with White promotable
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
	counts := sizes{OneSide: len(plain.white.states), Diagrams: toBig(*plain.size())}
	var worst arith.U192
	for _, w := range plain.white.productClasses {
		for _, b := range plain.black.productClasses {
			whiteClass, blackClass := &plain.white.classes[w.class], &plain.black.classes[b.class]
			if whiteClass.excess <= blackClass.room()+whiteClass.losses() {
				counts.HalfPairs += w.count * b.count
			}
			if !compatible(whiteClass, blackClass) {
				continue
			}
			counts.Pairs += w.count * b.count
			ways := arith.Mul192(plain.waysOf(whiteClass, blackClass), 1)
			size := arith.Quo192(&ways, w.product*b.product)
			if arith.Less192(&worst, &size) {
				worst, counts.WorstPairs = size, 0
			}
			if size == worst {
				counts.WorstPairs += w.count * b.count
			}
		}
	}
	counts.Worst = toBig(worst)
	var castling, enPassant arith.U192
	for _, c := range s.cases[1:] {
		sum := &castling
		if c.enPassant != 0 {
			sum = &enPassant
		}
		*sum = arith.Add192(sum, c.size())
	}
	counts.Castling = toBig(arith.Shl192(castling, 1)) // for both sides to move
	counts.EnPassant = toBig(arith.Shl192(enPassant, 1))
	return counts
}
