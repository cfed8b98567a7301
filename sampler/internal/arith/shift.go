package arith

import "math/bits"

// MulAdd192 returns x*y + z, which must be less than 2^192.
func MulAdd192(x *U192, y, z uint64) (r U192) {
	h0, l0 := bits.Mul64(x[0], y)
	h1, l1 := bits.Mul64(x[1], y)
	var c uint64
	r[0], c = bits.Add64(l0, z, 0)
	r[1], c = bits.Add64(l1, h0, c)
	r[2] = x[2]*y + h1 + c
	return r
}

// DivMod192 replaces x by x/d and returns the remainder.
func DivMod192(x *U192, d uint64) (r uint64) {
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

// Shl192 returns x << n, for n from 0 to 191.
func Shl192(x U192, n int) U192 {
	for ; n >= 64; n -= 64 {
		x = U192{0, x[0], x[1]}
	}
	s := uint(n)
	return U192{x[0] << s, x[1]<<s | x[0]>>1>>(63-s), x[2]<<s | x[1]>>1>>(63-s)}
}

// Shr192 returns x >> n, for n from 0 to 191.
func Shr192(x U192, n int) U192 {
	for ; n >= 64; n -= 64 {
		x = U192{x[1], x[2], 0}
	}
	s := uint(n)
	return U192{x[0]>>s | x[1]<<1<<(63-s), x[1]>>s | x[2]<<1<<(63-s), x[2] >> s}
}

// BitLen192 returns the number of bits of x, 0 for 0.
func BitLen192(x *U192) int {
	for k := 2; k >= 0; k-- {
		if x[k] != 0 {
			return 64*k + bits.Len64(x[k])
		}
	}
	return 0
}

// CeilLog2 returns the least n with x <= d<<n, for a d that is not 0 and at most x. It compares x and d
// after a shift that makes their highest bits equal.
func CeilLog2(x *U192, d uint64) int {
	nx, nd := BitLen192(x), bits.Len64(d)
	shifted, high := Shl192(*x, 192-nx), d<<(64-nd)
	if shifted[2] > high || shifted[2] == high && shifted[0]|shifted[1] != 0 {
		return nx - nd + 1
	}
	return nx - nd
}
