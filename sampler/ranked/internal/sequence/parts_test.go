package sequence

import (
	"math/big"
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"chesscensus/sampler/internal/arith"
)

// binomial returns C(n,k), by Pascal's rule.
func binomial(n, k int) uint64 {
	if k < 0 || k > n {
		return 0
	}
	row := make([]uint64, k+1)
	row[0] = 1
	for i := 1; i <= n; i++ {
		for j := min(i, k); j > 0; j-- {
			row[j] += row[j-1]
		}
	}
	return row[k]
}

// TestPawnStringsInOrder unranks and ranks all strings of few pawns. They must be in alphabetical order, from
// the lowest square: empty before white before black.
func TestPawnStringsInOrder(t *testing.T) {
	const avail = uint64(0b1011_0111_0011_1000) // nine squares with holes
	for whites := range 5 {
		for blacks := range 5 {
			size := binomial(9, whites) * binomial(9-whites, blacks)
			var before []byte
			for i := range size {
				white, black := UnrankPawns(i, size, avail, whites, blacks)
				if white&black != 0 || (white|black)&^avail != 0 || bits.OnesCount64(white) != whites || bits.OnesCount64(black) != blacks {
					t.Fatalf("%d and %d pawns, string %d: %b and %b", whites, blacks, i, white, black)
				}
				var symbols []byte
				for a := avail; a != 0; a &= a - 1 {
					sq := a & -a
					switch {
					case white&sq != 0:
						symbols = append(symbols, 1)
					case black&sq != 0:
						symbols = append(symbols, 2)
					default:
						symbols = append(symbols, 0)
					}
				}
				if slices.Compare(before, symbols) >= 0 {
					t.Fatalf("%d and %d pawns: string %d is %v, after %v", whites, blacks, i, symbols, before)
				}
				before = symbols
				if got := RankPawns(size, avail, white, black); got != i {
					t.Fatalf("%d and %d pawns: string %d ranks as %d", whites, blacks, i, got)
				}
			}
		}
	}
}

// TestPawnStringBorders unranks and ranks the first, the last and random strings of eight pawns a side on 48 squares.
func TestPawnStringBorders(t *testing.T) {
	src := rand.New(rand.NewPCG(3, 1))
	const avail = ^uint64(0) >> 16 << 8
	size := binomial(48, 8) * binomial(40, 8)
	list := []uint64{0, 1, size / 2, size - 2, size - 1}
	for range 10_000 {
		list = append(list, src.Uint64N(size))
	}
	for _, i := range list {
		white, black := UnrankPawns(i, size, avail, 8, 8)
		if got := RankPawns(size, avail, white, black); got != i {
			t.Fatalf("string %d of %d ranks as %d", i, size, got)
		}
	}
}

// TestFactor compares exact multiplication by products of fractions k/n with math/big.
func TestFactor(t *testing.T) {
	src := rand.New(rand.NewPCG(4, 1))
	for range 20_000 {
		f := unity
		num, den := big.NewInt(1), big.NewInt(1)
		for range 1 + src.IntN(9) {
			n := 1 + src.IntN(64)
			k := 1 + src.IntN(n)
			f = f.times(k, n)
			num.Mul(num, big.NewInt(int64(k)))
			den.Mul(den, big.NewInt(int64(n)))
			if f.isLarge() {
				break
			}
		}
		// A multiple of the denominator of up to 190 bits: then the product is whole.
		most := 190 - den.BitLen()
		words := arith.U192{src.Uint64(), src.Uint64(), src.Uint64()}
		multiple := toBig(words)
		multiple.Rsh(multiple, uint(192-src.IntN(most)-1))
		multiple.Mul(multiple, den)
		var x arith.U192
		for i, w := range multiple.Bits() {
			x[i] = uint64(w)
		}
		want := new(big.Int).Quo(new(big.Int).Mul(multiple, num), den)
		if got := toBig(f.apply(&x)); got.Cmp(want) != 0 {
			t.Fatalf("%v * %v / %v = %v, got %v", multiple, num, den, want, got)
		}
	}
}

// TestLadder compares symbolAt with a sorted list of pieces while random pieces are removed.
func TestLadder(t *testing.T) {
	src := rand.New(rand.NewPCG(5, 1))
	for range 2000 {
		var c Counts
		for k := 1; k < Symbols; k++ {
			c[k] = uint8(src.IntN(4))
		}
		pieces := newLadder(&c)
		for {
			var sorted []int
			for k := 1; k < Symbols; k++ {
				for range c[k] {
					sorted = append(sorted, k-1)
				}
			}
			for at, k := range sorted {
				if got := pieces.symbolAt(at); got != k {
					t.Fatalf("%v: place %d has symbol %d, got %d", c, at, k, got)
				}
			}
			if len(sorted) == 0 {
				break
			}
			k := sorted[src.IntN(len(sorted))]
			pieces.remove(k)
			c[k+1]--
		}
	}
}
