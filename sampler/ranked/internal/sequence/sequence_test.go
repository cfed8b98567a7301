package sequence

import (
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/holiman/uint256"

	"chesscensus/sampler/internal/arith"
)

// TestPieceStringsInOrder unranks and ranks all strings of small counts. They must be in lexicographic order.
func TestPieceStringsInOrder(t *testing.T) {
	for _, c := range []Counts{
		{2, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1}, {3, 1, 0, 2, 0, 0, 1}, {0, 1, 1, 1, 1, 1},
		{5, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2}, {4, 1, 0, 0, 0, 2, 1},
	} {
		n, size := 0, uint64(1)
		for _, k := range c {
			for i := range int(k) {
				n++
				size = size * uint64(n) / uint64(i+1)
			}
		}
		avail := uint64(1)<<n - 1
		avail = avail&3 | avail>>2<<5 // leave a hole, squares need not be adjacent
		var before [64]uint8
		for i := range size {
			work, sym := c, [64]uint8{}
			occupied := UnrankPieces(arith.U192{i}, arith.U192{size}, avail, &work, &sym)
			if i > 0 && compareSymbols(&before, &sym) >= 0 {
				t.Fatalf("%v: string %d does not follow the one before", c, i)
			}
			before, work = sym, c
			if got := RankPieces(arith.U192{size}, avail, occupied, &work, &sym); got != (arith.U192{i}) {
				t.Fatalf("%v: string %d ranks as %v", c, i, got)
			}
		}
	}
}

// compareSymbols compares two strings in lexicographic order.
func compareSymbols(a, b *[64]uint8) int {
	for i := range a {
		if a[i] != b[i] {
			return int(a[i]) - int(b[i])
		}
	}
	return 0
}

// TestPieceStringBorders unranks and ranks the strings next to the borders between the first
// symbols of large counts, where floating point alone would not decide.
func TestPieceStringBorders(t *testing.T) {
	src := rand.New(rand.NewPCG(3, 2))
	for range 3000 {
		c := Counts{uint8(src.IntN(36))}
		n := int(c[0])
		size := big.NewInt(1)
		for k := 1; k < Symbols; k++ {
			c[k] = uint8(src.IntN(3))
			n += int(c[k])
		}
		size.MulRange(1, int64(n))
		for _, k := range c {
			size.Quo(size, new(big.Int).MulRange(1, int64(k)))
		}
		size192 := arith.U192(uint256.MustFromBig(size)[:3])
		below := 0
		for k := range Symbols {
			border := new(big.Int).Mul(size, big.NewInt(int64(below)))
			border.Quo(border, big.NewInt(int64(max(n, 1))))
			for d := range 3 {
				i := new(big.Int).Add(border, big.NewInt(int64(d-1)))
				if i.Sign() < 0 || i.Cmp(size) >= 0 {
					continue
				}
				index := arith.U192(uint256.MustFromBig(i)[:3])
				work, sym := c, [64]uint8{}
				avail := ^uint64(0) >> (64 - n)
				occupied := UnrankPieces(index, size192, avail, &work, &sym)
				work = c
				if got := RankPieces(size192, avail, occupied, &work, &sym); got != index {
					t.Fatalf("%v: string %v ranks as %v", c, i, toBig(got))
				}
			}
			below += int(c[k])
		}
	}
}

func toBig(x arith.U192) *big.Int { return (&uint256.Int{x[0], x[1], x[2]}).ToBig() }
