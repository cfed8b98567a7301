package arith

import (
	"math/big"
	"math/rand/v2"
	"testing"

	"chesscensus/internal/testing/testkit"

	"github.com/holiman/uint256"
)

// toBig and big256 return a number as one of math/big.
func toBig(x U192) *big.Int  { return big256(U256{x[0], x[1], x[2]}) }
func big256(x U256) *big.Int { return (*uint256.Int)(&x).ToBig() }

// random returns a number of at most n bits. Short numbers and words that are 0, 1 or all ones are frequent.
func random(src *rand.Rand, n int) (x U256) {
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

// TestWideArithmetic compares products, quotients and comparisons of random numbers with math/big.
func TestWideArithmetic(t *testing.T) {
	src := rand.New(rand.NewPCG(3, 1))
	check := func(what string, got, want *big.Int) {
		t.Helper()
		if got.Cmp(want) != 0 {
			t.Fatalf("%s = %v, want %v", what, got, want)
		}
	}
	for range testkit.Size(20_000, 200_000) {
		d := random(src, 190)
		q := random(src, 60)[0]
		if d == (U256{}) {
			d[0] = 1
		}
		// x = q*d + r with r < d
		r := random(src, 190)
		br := new(big.Int).Mod(big256(r), big256(d))
		bx := new(big.Int).Mul(big256(d), new(big.Int).SetUint64(q))
		p := Mul256(&d, q)
		check("Mul256", big256(p), bx)
		bx.Add(bx, br)
		x := U256(*uint256.MustFromBig(bx))
		gotQ, gotR := Div256(&x, &d)
		check("quotient of Div256", new(big.Int).SetUint64(gotQ), new(big.Int).SetUint64(q))
		check("remainder of Div256", big256(gotR), br)

		odd := q | 1
		small := U192(d[:3])
		p = Mul192(&small, odd)
		check("Mul192", big256(p), new(big.Int).Mul(toBig(small), new(big.Int).SetUint64(odd)))
		check("Quo192", toBig(Quo192(&p, odd)), toBig(small))

		// small*divisor / divisor, with up to 19 twos in the divisor
		odd = odd>>20 | 1
		p = Mul192(&small, odd)
		twos := uint(src.IntN(20))
		divisor := NewExactDivisor(odd << twos)
		shifted := new(big.Int).Lsh(big256(p), twos)
		if shifted.BitLen() <= 256 {
			p = U256(*uint256.MustFromBig(shifted))
			check("exact division", toBig(divisor.Of(&p)), toBig(small))
		}

		factor, sum := random(src, 100), U192(d[:3])
		low, a, b := U192(factor[:3]), q>>src.IntN(60), random(src, 31)[0]
		AddProduct192(&sum, &low, a, b)
		bx.Mul(toBig(low), new(big.Int).SetUint64(a))
		bx.Mul(bx, new(big.Int).SetUint64(b))
		check("AddProduct192", toBig(sum), bx.Add(bx, big256(d)))
		other := U192(x[:3])
		if Less192(&small, &other) != (toBig(small).Cmp(toBig(other)) < 0) {
			t.Fatalf("Less192(%v, %v)", small, other)
		}
	}
}

// TestCeilLog2 compares with doubling in math/big, for numbers at or near d times a power of two.
func TestCeilLog2(t *testing.T) {
	testkit.Medium(t)
	src := rand.New(rand.NewPCG(7, 7))
	for range 20000 {
		d := src.Uint64() >> src.IntN(64)
		d = max(d, 1)
		shift := src.IntN(128)
		y := Shl192(U192{d}, shift)
		if delta := (U192{src.Uint64N(3)}); src.IntN(2) == 0 {
			y = Add192(&y, &delta)
		} else if Less192(&delta, &y) && shift > 2 {
			y = Sub192(&y, &delta)
		}
		want, limit := 0, new(big.Int).SetUint64(d)
		for ; limit.Cmp(toBig(y)) < 0; want++ {
			limit.Lsh(limit, 1)
		}
		if got := CeilLog2(&y, d); got != want {
			t.Fatalf("CeilLog2(%v, %d) = %d, want %d", toBig(y), d, got, want)
		}
	}
}

// TestShiftsAndSmallSteps compares shifts, and operations with operands of one word, with math/big.
func TestShiftsAndSmallSteps(t *testing.T) {
	src := rand.New(rand.NewPCG(9, 9))
	limit := new(big.Int).Lsh(big.NewInt(1), 192)
	for range 20000 {
		r := random(src, 190)
		x := Low192(&r)
		n := src.IntN(192)
		if got, want := toBig(Shl192(x, n)), new(big.Int).Lsh(toBig(x), uint(n)); got.Cmp(want.Mod(want, limit)) != 0 {
			t.Fatalf("%v << %d = %v, want %v", toBig(x), n, got, want)
		}
		if got, want := toBig(Shr192(x, n)), new(big.Int).Rsh(toBig(x), uint(n)); got.Cmp(want) != 0 {
			t.Fatalf("%v >> %d = %v, want %v", toBig(x), n, got, want)
		}
		if got, want := BitLen192(&x), toBig(x).BitLen(); got != want {
			t.Fatalf("%v has %d bits, want %d", toBig(x), got, want)
		}
		d, z := max(1, src.Uint64()>>src.IntN(64)), src.Uint64()
		q, rest := new(big.Int).QuoRem(toBig(x), new(big.Int).SetUint64(d), new(big.Int))
		y := x
		if got := DivMod192(&y, d); toBig(y).Cmp(q) != 0 || got != rest.Uint64() {
			t.Fatalf("%v / %d = %v, rest %d; want %v, rest %v", toBig(x), d, toBig(y), got, q, rest)
		}
		want := new(big.Int).Mul(toBig(x), new(big.Int).SetUint64(d))
		want.Add(want, new(big.Int).SetUint64(z)).Mod(want, limit)
		if got := toBig(MulAdd192(&x, d, z)); got.Cmp(want) != 0 {
			t.Fatalf("%v * %d + %d = %v, want %v", toBig(x), d, z, got, want)
		}
	}
}
