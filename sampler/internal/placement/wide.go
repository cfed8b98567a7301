package placement

import (
	"math/big"
	"math/bits"

	"github.com/holiman/uint256"

	"chesscensus/chess"
)

// A wide is an unsigned integer below 2^192, lowest word first.
type wide [3]uint64

func (x *wide) add(y *wide) (sum wide) {
	var c uint64
	sum[0], c = bits.Add64(x[0], y[0], 0)
	sum[1], c = bits.Add64(x[1], y[1], c)
	sum[2], c = bits.Add64(x[2], y[2], c)
	if c != 0 {
		panic("placement: space of more than 2^192 elements")
	}
	return sum
}

// sub returns x-y for y <= x.
func (x *wide) sub(y *wide) (diff wide) {
	var b uint64
	diff[0], b = bits.Sub64(x[0], y[0], 0)
	diff[1], b = bits.Sub64(x[1], y[1], b)
	diff[2], _ = bits.Sub64(x[2], y[2], b)
	return diff
}

func (x *wide) less(y *wide) bool {
	_, b := bits.Sub64(x[0], y[0], 0)
	_, b = bits.Sub64(x[1], y[1], b)
	_, b = bits.Sub64(x[2], y[2], b)
	return b != 0
}

// mul multiplies x by a 64-bit number.
func (x *wide) mul(y uint64) (z wide) {
	h0, l0 := bits.Mul64(x[0], y)
	h1, l1 := bits.Mul64(x[1], y)
	h2, l2 := bits.Mul64(x[2], y)
	var c uint64
	z[0] = l0
	z[1], c = bits.Add64(l1, h0, 0)
	z[2], c = bits.Add64(l2, h1, c)
	if h2+c != 0 {
		panic("placement: space of more than 2^192 elements")
	}
	return z
}

// mulAdd returns x*y + d.
func (x *wide) mulAdd(y, d uint64) wide {
	z := x.mul(y)
	return z.add(&wide{d})
}

// divide divides x by y in place and returns the remainder.
func (x *wide) divide(y uint64) (r uint64) {
	x[2], r = x[2]/y, x[2]%y
	x[1], r = bits.Div64(r, x[1], y)
	x[0], r = bits.Div64(r, x[0], y)
	return r
}

func (x *wide) bitLen() int {
	for i := 2; i >= 0; i-- {
		if x[i] != 0 {
			return 64*i + bits.Len64(x[i])
		}
	}
	return 0
}

// lead returns the bits of x from the given one on, which are 64 at most.
func (x *wide) lead(from int) uint64 {
	i, s := from/64, uint(from%64)
	y := x[i] >> s
	if i < 2 && s > 0 {
		y |= x[i+1] << (64 - s)
	}
	return y
}

func (x *wide) big() *big.Int { u := x.uint256(); return u.ToBig() }

func (x *wide) uint256() uint256.Int { return uint256.Int{x[0], x[1], x[2]} }

// choose holds the binomial coefficients C(n,k); 0 for k > n.
var choose = func() (c [65][65]uint64) {
	for n := range c {
		c[n][0] = 1
		for k := 1; k <= n; k++ {
			c[n][k] = c[n-1][k-1] + c[n-1][k]
		}
	}
	return c
}()

// subset returns the set with the given number among the sets of k squares of from,
// ordered by their highest square, then the second highest, and so on.
func subset(from chess.Bitboard, k int, number uint64) (set chess.Bitboard) {
	for n := from.Count(); k > 0; {
		n--
		top := chess.Bitboard(1) << from.Last()
		from ^= top
		if c := choose[n][k]; number >= c { // the sets without top come first
			number -= c
			set |= top
			k--
		}
	}
	return set
}

// number is the inverse of subset.
func number(from, set chess.Bitboard) (x uint64) {
	for k := 1; set != 0; k++ {
		low := set & -set
		set ^= low
		x += choose[(from & (low - 1)).Count()][k]
	}
	return x
}
