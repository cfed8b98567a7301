// Package arith has the arithmetic on which ranking and unranking spend most of their time.
//
// The first part is integers of 192 and 256 bits: sizes of blocks need at most 183 bits, and products
// with small numbers less than 256. Elsewhere math/big and uint256 are used. The second part numbers the
// sets of squares with a given number of members; spaces place equal men by such a number.
//
// A number is an array of words, the lowest first. Functions are named after the width of their operands
// in bits. Results that do not fit are cut off without a check. Nothing allocates.
package arith

import "math/bits"

type (
	// U192 is a number below 2^192.
	U192 = [3]uint64
	// U256 is a number below 2^256.
	U256 = [4]uint64
)

// Mul192 returns x*y.
func Mul192(x *U192, y uint64) (z U256) {
	var carried, hi, lo uint64 // carried goes to the next word of z
	carried, z[0] = bits.Mul64(x[0], y)
	hi, lo = bits.Mul64(x[1], y)
	z[1], carried = bits.Add64(carried, lo, 0)
	carried += hi
	hi, lo = bits.Mul64(x[2], y)
	z[2], carried = bits.Add64(carried, lo, 0)
	z[3] = carried + hi
	return z
}

// Mul256 returns x*y, which must be less than 2^256.
func Mul256(x *U256, y uint64) (z U256) {
	z = Mul192((*U192)(x[:3]), y)
	z[3] += x[3] * y
	return z
}

// Add256 returns x+y.
func Add256(x, y *U256) (z U256) {
	var c uint64
	z[0], c = bits.Add64(x[0], y[0], 0)
	z[1], c = bits.Add64(x[1], y[1], c)
	z[2], c = bits.Add64(x[2], y[2], c)
	z[3], _ = bits.Add64(x[3], y[3], c)
	return z
}

// Sub256 returns x-y.
func Sub256(x, y *U256) (z U256) {
	z, _ = subBorrow(x, y)
	return z
}

// subBorrow returns x-y modulo 2^256 and 1 if x is less than y, else 0.
func subBorrow(x, y *U256) (z U256, borrow uint64) {
	z[0], borrow = bits.Sub64(x[0], y[0], 0)
	z[1], borrow = bits.Sub64(x[1], y[1], borrow)
	z[2], borrow = bits.Sub64(x[2], y[2], borrow)
	z[3], borrow = bits.Sub64(x[3], y[3], borrow)
	return z, borrow
}

// Sub192 returns x-y.
func Sub192(x, y *U192) (z U192) {
	var b uint64
	z[0], b = bits.Sub64(x[0], y[0], 0)
	z[1], b = bits.Sub64(x[1], y[1], b)
	z[2], _ = bits.Sub64(x[2], y[2], b)
	return z
}

// Add192 returns x+y.
func Add192(x, y *U192) (z U192) {
	var c uint64
	z[0], c = bits.Add64(x[0], y[0], 0)
	z[1], c = bits.Add64(x[1], y[1], c)
	z[2], _ = bits.Add64(x[2], y[2], c)
	return z
}

// AddProduct192 adds x*y*z to the sum, which must stay less than 2^192.
func AddProduct192(sum, x *U192, y, z uint64) {
	// The words of x*y are p0, p1 and p2, those of x*y*z are p0, q1 and q2; h0 and h1 are high words of products.
	h0, p0 := bits.Mul64(x[0], y)
	h1, p1 := bits.Mul64(x[1], y)
	p1, c := bits.Add64(p1, h0, 0)
	p2 := x[2]*y + h1 + c

	h0, p0 = bits.Mul64(p0, z)
	h1, q1 := bits.Mul64(p1, z)
	q1, c = bits.Add64(q1, h0, 0)
	q2 := p2*z + h1 + c

	sum[0], c = bits.Add64(sum[0], p0, 0)
	sum[1], c = bits.Add64(sum[1], q1, c)
	sum[2], _ = bits.Add64(sum[2], q2, c)
}

// Less192 reports whether x < y.
func Less192(x, y *U192) bool {
	_, b := bits.Sub64(x[0], y[0], 0)
	_, b = bits.Sub64(x[1], y[1], b)
	_, b = bits.Sub64(x[2], y[2], b)
	return b != 0
}

// Less256 reports whether x < y.
func Less256(x, y *U256) bool {
	_, borrow := subBorrow(x, y)
	return borrow != 0
}

// Low192 returns the low three words of x; the fourth must be 0.
func Low192(x *U256) U192 { return U192(x[:3]) }

// Div256 returns the quotient and the remainder of x by d. The quotient must be less than 2^64, d must not be 0,
// and both must be less than 2^254, as products of 183 bits with a word are.
//
// It is one step of the schoolbook algorithm: with d shifted so that its top bit is set, the first two words of x over
// the first word of d exceed the quotient by at most 2 (Knuth, The Art of Computer Programming, vol. 2, section 4.3.1).
func Div256(x, d *U256) (q uint64, r U256) {
	k := 3
	for k > 0 && d[k] == 0 {
		k--
	}
	s := bits.LeadingZeros64(d[k])
	// Words k+1 and k of x<<s, and word k of d<<s.
	var top uint64
	mid := x[k] << s
	dtop := d[k] << s
	if k < 3 {
		top = x[k+1] << s
	}
	if s > 0 {
		top |= x[k] >> (64 - s)
		if k > 0 {
			mid |= x[k-1] >> (64 - s)
			dtop |= d[k-1] >> (64 - s)
		}
	}
	if top >= dtop { // the estimate does not fit in a word
		q = ^uint64(0)
	} else {
		q, _ = bits.Div64(top, mid, dtop)
	}
	// If q is too large, q*d exceeds x and the difference borrows. The product q*d <= x + 2d is below 2^256.
	p := Mul256(d, q)
	r, borrow := subBorrow(x, &p)
	for borrow != 0 {
		q--
		var c uint64
		r[0], c = bits.Add64(r[0], d[0], 0)
		r[1], c = bits.Add64(r[1], d[1], c)
		r[2], c = bits.Add64(r[2], d[2], c)
		r[3], c = bits.Add64(r[3], d[3], c)
		borrow -= c
	}
	return q, r
}

// Quo192 returns x/d rounded down for a one-word divisor; the quotient must be less than 2^192.
func Quo192(x *U256, d uint64) (q U192) {
	_, r := bits.Div64(0, x[3], d)
	q[2], r = bits.Div64(r, x[2], d)
	q[1], r = bits.Div64(r, x[1], d)
	q[0], _ = bits.Div64(r, x[0], d)
	return q
}

// Inverse returns the inverse of the odd number d modulo 2^64, by Newton's iteration.
func Inverse(d uint64) uint64 {
	x := d // right in the lowest 3 bits, since d*d = 1 modulo 8; each step doubles the number of right bits
	for range 5 {
		x *= 2 - d*x
	}
	return x
}

// An ExactDivisor divides multiples of a number d by d.
type ExactDivisor struct {
	odd, inverse uint64 // odd part, and its inverse modulo 2^64
	twos         uint
}

// NewExactDivisor returns the divisor by d, which must not be 0.
func NewExactDivisor(d uint64) ExactDivisor {
	twos := uint(bits.TrailingZeros64(d))
	return ExactDivisor{d >> twos, Inverse(d >> twos), twos}
}

// Of returns x/d; see [Exact256].
func (d *ExactDivisor) Of(x *U256) U192 { return Exact256(x, d.odd, d.inverse, d.twos) }

// Exact256 returns x/d for a d that divides x without remainder, given the odd part of d, the inverse of
// the odd part modulo 2^64, and the number of twos. The quotient must be below 2^192.
//
// The lowest word of the quotient is the lowest word of x times the inverse, modulo 2^64. The high word of
// its product with d is subtracted from the next word of x, and so on upwards.
func Exact256(x *U256, odd, inv uint64, twos uint) (q U192) {
	// A shift of a word by 64-twos bits in two steps: for twos = 0 it leaves nothing, as it has to.
	x0 := x[0]>>twos | x[1]<<1<<(63-twos)
	x1 := x[1]>>twos | x[2]<<1<<(63-twos)
	x2 := x[2]>>twos | x[3]<<1<<(63-twos)
	q[0] = x0 * inv
	h0, _ := bits.Mul64(q[0], odd)
	x1, b := bits.Sub64(x1, h0, 0)
	q[1] = x1 * inv
	h1, _ := bits.Mul64(q[1], odd)
	q[2] = (x2 - h1 - b) * inv
	return q
}
