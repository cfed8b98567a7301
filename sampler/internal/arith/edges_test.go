package arith

import (
	"math/big"
	"math/bits"
	"math/rand/v2"
	"testing"
)

// edges lists words at which carries and borrows begin and end.
var edges = []uint64{0, 1, 1 << 63, ^uint64(0)}

// each256 calls f with all numbers whose four words are edges.
func each256(f func(x U256)) {
	for _, a := range edges {
		for _, b := range edges {
			for _, c := range edges {
				for _, d := range edges {
					f(U256{a, b, c, d})
				}
			}
		}
	}
}

var (
	two64  = new(big.Int).Lsh(big.NewInt(1), 64)
	two192 = new(big.Int).Lsh(big.NewInt(1), 192)
	two256 = new(big.Int).Lsh(big.NewInt(1), 256)
)

// TestDivisionAtTheEdges divides numbers whose words are edges, the highest word shifted so that they are below 2^254, by each
// other where the quotient fits in a word.
func TestDivisionAtTheEdges(t *testing.T) {
	divisions := 0
	each256(func(x U256) {
		x[3] >>= 2
		bx := big256(x)
		each256(func(d U256) {
			d[3] >>= 2
			// Quotients below 2^64 are those of numbers whose words from the second on are less than d.
			high := U256{x[1], x[2], x[3]}
			if d == (U256{}) || !Less256(&high, &d) {
				return
			}
			q, r := Div256(&x, &d)
			wantQ, wantR := new(big.Int).QuoRem(bx, big256(d), new(big.Int))
			if wantQ.Cmp(two64) >= 0 {
				t.Fatalf("the test asks for %v / %v", bx, big256(d))
			}
			if q != wantQ.Uint64() || big256(r).Cmp(wantR) != 0 {
				t.Fatalf("%v / %v = %d, remainder %v; want %v, %v", bx, big256(d), q, big256(r), wantQ, wantR)
			}
			divisions++
		})
	})
	if divisions < 20_000 {
		t.Errorf("only %d divisions", divisions)
	}
}

// TestSumsAtTheEdges compares sums, differences, products, quotients by a word, shifts, lengths and comparisons of
// numbers of edges with math/big, modulo the width.
func TestSumsAtTheEdges(t *testing.T) {
	mod := func(x, m *big.Int) *big.Int { return x.Mod(x, m) } // changes x
	each256(func(x U256) {
		bx := big256(x)
		low := U192(x[:3])
		for _, w := range edges {
			y := U256{w, x[3], ^x[0], x[1]}
			by, lowY := big256(y), U192(y[:3])
			sum, diff := Add256(&x, &y), Sub256(&x, &y)
			if Less256(&x, &y) != (bx.Cmp(by) < 0) {
				t.Fatalf("%v and %v: less %v", bx, by, Less256(&x, &y))
			}
			if big256(sum).Cmp(mod(new(big.Int).Add(bx, by), two256)) != 0 || big256(diff).Cmp(mod(new(big.Int).Sub(bx, by), two256)) != 0 {
				t.Fatalf("%v and %v: sum %v, difference %v", bx, by, big256(sum), big256(diff))
			}
			a, b := toBig(low), toBig(lowY)
			s, d, less := Add192(&low, &lowY), Sub192(&low, &lowY), Less192(&low, &lowY)
			if toBig(s).Cmp(mod(new(big.Int).Add(a, b), two192)) != 0 ||
				toBig(d).Cmp(mod(new(big.Int).Sub(a, b), two192)) != 0 || less != (a.Cmp(b) < 0) {
				t.Fatalf("%v and %v: sum %v, difference %v, less %v", a, b, toBig(s), toBig(d), less)
			}
			if p := Mul192(&low, w); big256(p).Cmp(new(big.Int).Mul(a, new(big.Int).SetUint64(w))) != 0 {
				t.Fatalf("%v * %d = %v", a, w, big256(p))
			}
			if p := Mul256(&x, w); big256(p).Cmp(mod(new(big.Int).Mul(bx, new(big.Int).SetUint64(w)), two256)) != 0 {
				t.Fatalf("%v * %d = %v", bx, w, big256(p))
			}
			if w > x[3] { // else the quotient does not fit
				if q := Quo192(&x, w); toBig(q).Cmp(new(big.Int).Quo(bx, new(big.Int).SetUint64(w))) != 0 {
					t.Fatalf("%v / %d = %v", bx, w, toBig(q))
				}
			}
		}
		if n := BitLen192(&low); n != toBig(low).BitLen() {
			t.Fatalf("%v has %d bits", toBig(low), n)
		}
		for n := range 192 {
			left, right := Shl192(low, n), Shr192(low, n)
			wantLeft, wantRight := mod(new(big.Int).Lsh(toBig(low), uint(n)), two192), new(big.Int).Rsh(toBig(low), uint(n))
			if toBig(left).Cmp(wantLeft) != 0 || toBig(right).Cmp(wantRight) != 0 {
				t.Fatalf("%v by %d bits: %v and %v", toBig(low), n, toBig(left), toBig(right))
			}
		}
	})
}

// TestExactDivision multiplies by divisors with every number of twos and divides the products by them. It also
// checks the inverses of all odd bytes and of random odd numbers.
func TestExactDivision(t *testing.T) {
	src := rand.New(rand.NewPCG(4, 4))
	for twos := range 64 {
		for _, odd := range []uint64{1, 3, ^uint64(0), src.Uint64() | 1, src.Uint64()>>(twos/2) | 1} {
			d := odd << twos
			if d == 0 || bits.TrailingZeros64(d) != twos {
				continue
			}
			divisor := NewExactDivisor(d)
			for _, q := range []U192{{}, {1}, {^uint64(0), ^uint64(0), ^uint64(0)}, {src.Uint64(), src.Uint64(), src.Uint64()}} {
				x := Mul192(&q, d)
				if got := divisor.Of(&x); got != q {
					t.Fatalf("%v * %d / %d = %v", toBig(q), d, d, toBig(got))
				}
			}
		}
	}
	for i := range 2000 {
		d := uint64(2*i + 1)
		if i >= 128 {
			d = src.Uint64() | 1
		}
		if Inverse(d)*d != 1 {
			t.Fatalf("the inverse of %d is %d", d, Inverse(d))
		}
	}
}
