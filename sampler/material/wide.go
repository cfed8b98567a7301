package material

import "math/bits"

// Fixed-width integers, lowest word first. Sizes of the space and its parts need at
// most 156 bits, what they are computed from less than 256. Nothing here overflows
// for the values that occur.
type (
	u192 = [3]uint64
	u256 = [4]uint64
)

// mulAdd returns x*y + z, which must be less than 2^192.
func mulAdd(x *u192, y, z uint64) (r u192) {
	h0, l0 := bits.Mul64(x[0], y)
	h1, l1 := bits.Mul64(x[1], y)
	var c uint64
	r[0], c = bits.Add64(l0, z, 0)
	r[1], c = bits.Add64(l1, h0, c)
	r[2] = x[2]*y + h1 + c
	return r
}

// mul returns x*y.
func mul(x *u192, y uint64) (r u256) {
	h0, l0 := bits.Mul64(x[0], y)
	h1, l1 := bits.Mul64(x[1], y)
	h2, l2 := bits.Mul64(x[2], y)
	var c uint64
	r[0] = l0
	r[1], c = bits.Add64(l1, h0, 0)
	r[2], c = bits.Add64(l2, h1, c)
	r[3] = h2 + c
	return r
}

// mul4 returns x*y, which must be less than 2^256.
func mul4(x *u256, y uint64) (r u256) {
	r = mul((*u192)(x[:3]), y)
	r[3] += x[3] * y
	return r
}

// add and sub return x+y and x-y.
func add(x, y *u192) (z u192) {
	var c uint64
	z[0], c = bits.Add64(x[0], y[0], 0)
	z[1], c = bits.Add64(x[1], y[1], c)
	z[2], _ = bits.Add64(x[2], y[2], c)
	return z
}

func sub(x, y *u192) (z u192) {
	var c uint64
	z[0], c = bits.Sub64(x[0], y[0], 0)
	z[1], c = bits.Sub64(x[1], y[1], c)
	z[2], _ = bits.Sub64(x[2], y[2], c)
	return z
}

// less reports whether x < y.
func less(x, y *u192) bool {
	_, c := bits.Sub64(x[0], y[0], 0)
	_, c = bits.Sub64(x[1], y[1], c)
	_, c = bits.Sub64(x[2], y[2], c)
	return c != 0
}

// divMod replaces x by x/d and returns the remainder.
func divMod(x *u192, d uint64) (r uint64) {
	if x[2] >= d {
		x[2], r = x[2]/d, x[2]%d
	} else {
		x[2], r = 0, x[2]
	}
	if r != 0 || x[1] >= d {
		x[1], r = bits.Div64(r, x[1], d)
	} else {
		x[1], r = 0, x[1]
	}
	x[0], r = bits.Div64(r, x[0], d)
	return r
}

// shl returns x << n for n below 64*3.
func shl(x u192, n int) u192 {
	for ; n >= 64; n -= 64 {
		x = u192{0, x[0], x[1]}
	}
	s := uint(n)
	return u192{x[0] << s, x[1]<<s | x[0]>>1>>(63-s), x[2]<<s | x[1]>>1>>(63-s)}
}

// shr returns x >> n.
func shr(x u192, n int) u192 {
	for ; n >= 64; n -= 64 {
		x = u192{x[1], x[2], 0}
	}
	s := uint(n)
	return u192{x[0]>>s | x[1]<<1<<(63-s), x[1]>>s | x[2]<<1<<(63-s), x[2] >> s}
}

// bitLen returns the number of bits of x, 0 for 0.
func bitLen(x *u192) int {
	for k := 2; k >= 0; k-- {
		if x[k] != 0 {
			return 64*k + bits.Len64(x[k])
		}
	}
	return 0
}

// An exactDivisor divides numbers that are known to be multiples of it.
type exactDivisor struct {
	odd, inverse uint64 // odd part, and its inverse modulo 2^64
	twos         uint
}

func newExactDivisor(d uint64) exactDivisor {
	twos := uint(bits.TrailingZeros64(d))
	odd := d >> twos
	x := odd // right in the low 3 bits; each step doubles their number
	for range 5 {
		x *= 2 - odd*x
	}
	return exactDivisor{odd, x, twos}
}

// of returns x/d, which must be less than 2^192: modulo 2^64 the lowest word of
// the quotient is that of x times the inverse; what it contributes to the words
// above is taken away, and so on upwards.
func (d *exactDivisor) of(x *u256) (q u192) {
	x0 := x[0]>>d.twos | x[1]<<1<<(63-d.twos)
	x1 := x[1]>>d.twos | x[2]<<1<<(63-d.twos)
	x2 := x[2]>>d.twos | x[3]<<1<<(63-d.twos)
	q[0] = x0 * d.inverse
	h0, _ := bits.Mul64(q[0], d.odd)
	x1, b := bits.Sub64(x1, h0, 0)
	q[1] = x1 * d.inverse
	h1, _ := bits.Mul64(q[1], d.odd)
	q[2] = (x2 - h1 - b) * d.inverse
	return q
}

// ceilLog2 returns the least n with x <= d<<n, for a d that is not 0 and at most x.
func ceilLog2(x *u192, d uint64) int {
	nx, nd := bitLen(x), bits.Len64(d)
	top := shr(shl(*x, 192-nx), 128)[0] // the 64 highest bits of x
	rest := shl(*x, 192-nx)
	rest[2] = 0
	switch high := d << (64 - nd); {
	case top > high, top == high && rest != (u192{}):
		return nx - nd + 1
	}
	return nx - nd
}
