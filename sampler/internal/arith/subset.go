package arith

import (
	"math/bits"

	"chesscensus/chess"
)

// mostMembers is the largest number of members of a set: 30 men, all but the kings.
const mostMembers = 30

// Binomials[k][n] is the binomial coefficient n over k, 0 for k > n.
var Binomials = func() (t [mostMembers + 1][65]uint64) {
	for n := range 65 {
		t[0][n] = 1
		for k := 1; k <= mostMembers && k <= n; k++ {
			t[k][n] = t[k][n-1] + t[k-1][n-1]
		}
	}
	return t
}()

// RankSet returns the index of a set of squares among all sets of as many of the available squares. If S1 > S2 >
// ... > SM are the numbers of its squares among the available ones, from 0, the index is
//
//	C(S1, M) + C(S2, M-1) + ... + C(SM, 1)
//
// Source: Tomic's (8), where squares are numbered from 1.
func RankSet(set, available chess.Bitboard) (index uint64) {
	for k := 1; set != 0; k++ {
		below := set&-set - 1
		index += Binomials[k][bits.OnesCount64(uint64(available&below))]
		set &= set - 1
	}
	return index
}

// UnrankSet returns the set of m of the available squares with the given index,
// which must be less than their number; m is at most mostMembers. It is the inverse of RankSet.
func UnrankSet(index uint64, m int, available chess.Bitboard) (set chess.Bitboard) {
	sums := byteSums(uint64(available))
	above := bits.OnesCount64(uint64(available))
	for k := m; k > 1; k-- {
		// Search the largest n below above with C(n, k) <= index; C(k-1, k) is 0. The
		// loop has no branch that depends on the index, so none is mispredicted.
		column, n := &Binomials[k], k-1
		for width := above - n; width > 1; {
			half := width / 2
			next := n + half
			if column[next] > index {
				next = n
			}
			n = next
			width -= half
		}
		index -= column[n]
		set |= 1 << nthBit(uint64(available), sums, n)
		above = n
	}
	if m > 0 {
		set |= 1 << nthBit(uint64(available), sums, int(index)) // C(n, 1) = n
	}
	return set
}

// byteSums returns in byte i the number of bits set in the bytes 0 to i of w.
func byteSums(w uint64) uint64 {
	w -= w >> 1 & 0x5555555555555555
	w = w&0x3333333333333333 + w>>2&0x3333333333333333
	return (w + w>>4) & 0x0f0f0f0f0f0f0f0f * 0x0101010101010101
}

// nthBit returns the number of bit n of w, n from 0 among the bits that are set, given byteSums(w).
func nthBit(w, sums uint64, n int) int {
	const ones, tops = 0x0101010101010101, 0x8080808080808080
	// A byte of the difference keeps its top bit when its sum is at most n.
	before := bits.OnesCount64(((uint64(n)*ones | tops) - sums) & tops)
	n -= int(sums << 8 >> (8 * before) & 0xff)
	b := w >> (8 * before)
	for ; n > 0; n-- {
		b &= b - 1
	}
	return 8*before + bits.TrailingZeros64(b)
}
