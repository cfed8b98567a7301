package ranked

import (
	"math/big"
	"math/bits"
	"math/rand/v2"
	"testing"

	"github.com/holiman/uint256"
)

func big256(x u256) *big.Int { return (*uint256.Int)(&x).ToBig() }

// random returns a number of up to n bits, small ones often enough.
func random(src *rand.Rand, n int) (x u256) {
	n = 1 + src.IntN(n)
	for k := range x {
		x[k] = src.Uint64()
		if src.IntN(8) == 0 {
			x[k] = uint64(src.IntN(3)) - 1 // 0, 1 or all ones
		}
		switch {
		case 64*k >= n:
			x[k] = 0
		case 64*(k+1) > n:
			x[k] &= 1<<(n-64*k) - 1
		}
	}
	return x
}

func TestWideArithmetic(t *testing.T) {
	src := rand.New(rand.NewPCG(3, 1))
	check := func(what string, got, want *big.Int) {
		t.Helper()
		if got.Cmp(want) != 0 {
			t.Fatalf("%s = %v, want %v", what, got, want)
		}
	}
	for range 200000 {
		d := random(src, 190)
		q := random(src, 60)[0]
		if d == (u256{}) {
			d[0] = 1
		}
		// x = q*d + r with r < d
		r := random(src, 190)
		br := new(big.Int).Mod(big256(r), big256(d))
		bx := new(big.Int).Mul(big256(d), new(big.Int).SetUint64(q))
		p := mul256(&d, q)
		check("mul256", big256(p), bx)
		bx.Add(bx, br)
		x := u256(*uint256.MustFromBig(bx))
		gotQ, gotR := div256(&x, &d)
		check("quotient of div256", new(big.Int).SetUint64(gotQ), new(big.Int).SetUint64(q))
		check("remainder of div256", big256(gotR), br)

		y := q | 1
		small := u192(d[:3])
		p = mul192(&small, y)
		check("mul192", big256(p), new(big.Int).Mul(toBig(small), new(big.Int).SetUint64(y)))
		check("quo192", toBig(quo192(&p, y)), toBig(small))
		twos := uint(src.IntN(20))
		f := factor{1, y, inverse(y), twos}
		p = mul256(&p, 1)
		shifted := new(big.Int).Lsh(big256(p), twos)
		if shifted.BitLen() <= 256 {
			p = u256(*uint256.MustFromBig(shifted))
			check("exact256", toBig(exact256(&p, f.odd, f.inv, f.twos)), toBig(small))
		}
		other := u192(x[:3])
		if less192(&small, &other) != (toBig(small).Cmp(toBig(other)) < 0) {
			t.Fatalf("less192(%v, %v)", small, other)
		}
	}
}

func TestConstants(t *testing.T) {
	if bits.TrailingZeros64(lambda2) != lambda2Twos || lambda2Odd*lambda2Inverse != 1 {
		t.Error("lambda squared is taken apart wrongly")
	}
	lcm := uint64(1)
	for f := range 3 {
		for e := range 2 {
			for _, s := range armyTables[f][e].stats {
				a, b := lcm, s.product
				for b != 0 {
					a, b = b, a%b
				}
				lcm *= s.product / a
			}
		}
	}
	if lcm != lambda {
		t.Errorf("lambda is %d, want the least common multiple %d", lambda, lcm)
	}
}

// TestPieceStringsInOrder unranks all strings of small multisets and compares them
// with the lexicographic order; it also meets every border exactly.
func TestPieceStringsInOrder(t *testing.T) {
	for _, c := range []counts{{2, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1}, {3, 1, 0, 2, 0, 0, 1}, {0, 1, 1, 1, 1, 1}, {5, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2}, {4, 1, 0, 0, 0, 2, 1}} {
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
			occupied := unrankPieces(u192{i}, u192{size}, avail, &work, &sym)
			if i > 0 && compareSymbols(&before, &sym) >= 0 {
				t.Fatalf("%v: string %d does not follow the one before", c, i)
			}
			before, work = sym, c
			if got := rankPieces(u192{size}, avail, occupied, &work, &sym); got != (u192{i}) {
				t.Fatalf("%v: string %d ranks as %v", c, i, got)
			}
		}
	}
}

func compareSymbols(a, b *[64]uint8) int {
	for i := range a {
		if a[i] != b[i] {
			return int(a[i]) - int(b[i])
		}
	}
	return 0
}

// TestPieceStringBorders takes the strings next to the borders between the first
// symbols of large multisets, where floating point alone would not do.
func TestPieceStringBorders(t *testing.T) {
	src := rand.New(rand.NewPCG(3, 2))
	for range 3000 {
		c := counts{uint8(src.IntN(36))}
		n := int(c[0])
		size := big.NewInt(1)
		for k := 1; k < symbols; k++ {
			c[k] = uint8(src.IntN(3))
			n += int(c[k])
		}
		size.MulRange(1, int64(n))
		for _, k := range c {
			size.Quo(size, new(big.Int).MulRange(1, int64(k)))
		}
		m := u192(uint256.MustFromBig(size)[:3])
		cum := 0
		for k := range symbols {
			border := new(big.Int).Mul(size, big.NewInt(int64(cum)))
			border.Quo(border, big.NewInt(int64(max(n, 1))))
			for d := range 3 {
				i := new(big.Int).Add(border, big.NewInt(int64(d-1)))
				if i.Sign() < 0 || i.Cmp(size) >= 0 {
					continue
				}
				index := u192(uint256.MustFromBig(i)[:3])
				work, sym := c, [64]uint8{}
				avail := ^uint64(0) >> (64 - n)
				occupied := unrankPieces(index, m, avail, &work, &sym)
				work = c
				if got := rankPieces(m, avail, occupied, &work, &sym); got != index {
					t.Fatalf("%v: string %v ranks as %v", c, i, toBig(got))
				}
			}
			cum += int(c[k])
		}
	}
}
