package ranked

import "math/bits"

// Fixed-width integers, lowest word first. Sizes of blocks need at most 183 bits,
// products with lambda squared less than 256. The names say the width of the
// operands; nothing here overflows for the values that occur.
type (
	u192 = [3]uint64
	u256 = [4]uint64
)

// mul192 returns x*y.
func mul192(x *u192, y uint64) (z u256) {
	var c, hi, lo uint64
	hi, z[0] = bits.Mul64(x[0], y)
	c, lo = bits.Mul64(x[1], y)
	z[1], hi = bits.Add64(hi, lo, 0)
	hi += c
	c, lo = bits.Mul64(x[2], y)
	z[2], hi = bits.Add64(hi, lo, 0)
	z[3] = hi + c
	return z
}

// mul256 returns x*y, which must be less than 2^256.
func mul256(x *u256, y uint64) (z u256) {
	z = mul192((*u192)(x[:3]), y)
	z[3] += x[3] * y
	return z
}

// add256 and sub256 return x+y and x-y.
func add256(x, y *u256) (z u256) {
	var c uint64
	z[0], c = bits.Add64(x[0], y[0], 0)
	z[1], c = bits.Add64(x[1], y[1], c)
	z[2], c = bits.Add64(x[2], y[2], c)
	z[3], _ = bits.Add64(x[3], y[3], c)
	return z
}

func sub256(x, y *u256) (z u256) {
	z, _ = subBorrow(x, y)
	return z
}

// subBorrow returns x-y modulo 2^256 and 1 if x is less than y, else 0.
func subBorrow(x, y *u256) (z u256, borrow uint64) {
	z[0], borrow = bits.Sub64(x[0], y[0], 0)
	z[1], borrow = bits.Sub64(x[1], y[1], borrow)
	z[2], borrow = bits.Sub64(x[2], y[2], borrow)
	z[3], borrow = bits.Sub64(x[3], y[3], borrow)
	return z, borrow
}

// sub192 returns x-y.
func sub192(x, y *u192) (z u192) {
	var b uint64
	z[0], b = bits.Sub64(x[0], y[0], 0)
	z[1], b = bits.Sub64(x[1], y[1], b)
	z[2], _ = bits.Sub64(x[2], y[2], b)
	return z
}

// add192 returns x+y.
func add192(x, y *u192) (z u192) {
	var c uint64
	z[0], c = bits.Add64(x[0], y[0], 0)
	z[1], c = bits.Add64(x[1], y[1], c)
	z[2], _ = bits.Add64(x[2], y[2], c)
	return z
}

// less192 reports whether x < y.
func less192(x, y *u192) bool {
	_, b := bits.Sub64(x[0], y[0], 0)
	_, b = bits.Sub64(x[1], y[1], b)
	_, b = bits.Sub64(x[2], y[2], b)
	return b != 0
}

// low192 returns the low three words of x; the fourth must be 0.
func low192(x *u256) u192 { return u192(x[:3]) }

// div256 returns the quotient and the remainder of x by d. The quotient must be
// less than 2^64, and d must not be 0.
//
// It is one step of the schoolbook algorithm: with d shifted so that its top bit
// is set, the first two words of x over the first word of d exceed the quotient
// by at most 2 (Knuth, The Art of Computer Programming, vol. 2, section 4.3.1).
func div256(x, d *u256) (q uint64, r u256) {
	k := 3
	for k > 0 && d[k] == 0 {
		k--
	}
	s := bits.LeadingZeros64(d[k])
	var top, mid, dtop uint64 // words k+1 and k of x<<s, word k of d<<s
	dtop = d[k] << s
	mid = x[k] << s
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
	if top >= dtop {
		q = ^uint64(0)
	} else {
		q, _ = bits.Div64(top, mid, dtop)
	}
	// The product may exceed 2^256 when q is too large, but not by so much that
	// the borrow below is lost: q*d <= x + 2d.
	p := mul256(d, q)
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

// quo192 returns x/d rounded down for a one-word divisor; the quotient must be
// less than 2^192.
func quo192(x *u256, d uint64) (q u192) {
	_, r := bits.Div64(0, x[3], d)
	q[2], r = bits.Div64(r, x[2], d)
	q[1], r = bits.Div64(r, x[1], d)
	q[0], _ = bits.Div64(r, x[0], d)
	return q
}

// inverse returns the inverse of the odd number d modulo 2^64.
func inverse(d uint64) uint64 {
	x := d // right in the low 3 bits; each step doubles their number
	for range 5 {
		x *= 2 - d*x
	}
	return x
}

// exact256 returns x/d for a d that divides x without remainder, given d as odd
// part, inverse of the odd part, and number of twos. The quotient must be less
// than 2^192.
//
// Modulo 2^64, the lowest word of the quotient is that of x times the inverse;
// what it contributes to the words above is subtracted, and so on upwards.
func exact256(x *u256, odd, inv uint64, twos uint) (q u192) {
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
