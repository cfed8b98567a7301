// Package sequence ranks and unranks strings of pawns and of pieces on squares, in the order of the ranked set.
//
// A string gives every free square a symbol: for pawns empty, white or black; for pieces empty or one of
// ten men. The count c(x) of each symbol is given. So N squares have size = N!/(c(0)! c(1)! ...) strings,
// which are in alphabetical order. Those that begin with x number size*c(x)/N, a whole number. So an index
// is decomposed square by square, and composed in the same way.
//
// Sizes need up to 192 bits, and half of the time of an unrank is spent here. docs/DESIGN.md, "Piece
// strings", describes the means of speed: exact division by small numbers, decisions in floating point
// wherever rounding cannot matter, and runs of empty squares in one step.
package sequence

import (
	"math/bits"

	"chesscensus/sampler/internal/arith"
)

// Tables for exact division by small numbers.
var (
	oddPart  [65]uint64      // odd part of n
	oddInv   [65]uint64      // inverse of the odd part modulo 2^64
	twosPart [65]uint        // exponent of 2 in n
	ratios   [65][65]float64 // ratios[k][n] = k/n
)

func init() {
	for n := uint64(1); n <= 64; n++ {
		twosPart[n] = uint(bits.TrailingZeros64(n))
		oddPart[n] = n >> twosPart[n]
		oddInv[n] = arith.Inverse(oddPart[n])
		for k := range 65 {
			ratios[k][n] = float64(k) / float64(n)
		}
	}
}

// exact64 returns x/n, which must be an integer.
func exact64(x uint64, n int) uint64 { return x >> (twosPart[n] & 63) * oddInv[n] }

// UnrankPawns returns the places of w white and b black pawns on the squares of
// avail, ascending, given the index of the string; size is the number of strings.
func UnrankPawns(index, size uint64, avail uint64, w, b int) (white, black uint64) {
	n := bits.OnesCount64(avail)
	for empty := n - w - b; w+b > 0; n-- {
		sq := avail & -avail
		avail ^= sq
		part := exact64(size*uint64(empty), n)
		if index < part {
			empty, size = empty-1, part
			continue
		}
		index -= part
		part = exact64(size*uint64(w), n)
		if index < part {
			w, size, white = w-1, part, white|sq
			continue
		}
		index -= part
		size = exact64(size*uint64(b), n)
		b, black = b-1, black|sq
	}
	return white, black
}

// RankPawns is the inverse of UnrankPawns: all pawns must stand on avail.
func RankPawns(size uint64, avail, white, black uint64) (index uint64) {
	n := bits.OnesCount64(avail)
	w, b := bits.OnesCount64(white), bits.OnesCount64(black)
	for empty := n - w - b; w+b > 0; n-- {
		sq := avail & -avail
		avail ^= sq
		part := exact64(size*uint64(empty), n)
		if (white|black)&sq == 0 {
			empty, size = empty-1, part
			continue
		}
		index += part
		part = exact64(size*uint64(w), n)
		if white&sq != 0 {
			w, size = w-1, part
			continue
		}
		index += part
		size = exact64(size*uint64(b), n)
		b--
	}
	return index
}

// Symbols is the number of symbols of a piece string. In their order: 0 is the empty square, then K Q R B N k q r b n.
const Symbols = 11

// Counts holds how often each symbol occurs in a piece string.
type Counts [Symbols]uint8

// A factor is a rational number num / (odd * 2^twos), with the inverse of odd
// modulo 2^64 at hand, by which sizes are multiplied exactly.
type factor struct {
	num, odd, inv uint64
	twos          uint
}

var unity = factor{1, 1, 1, 0}

// times returns f * k/n.
func (f factor) times(k, n int) factor {
	return factor{f.num * uint64(k), f.odd * oddPart[n&127], f.inv * oddInv[n&127], f.twos + twosPart[n&127]}
}

// isLarge reports whether f must be applied before it is multiplied again.
func (f *factor) isLarge() bool { return f.num >= 1<<48 || f.odd >= 1<<48 }

// apply returns x*f, which must be an integer not above x.
func (f *factor) apply(x *arith.U192) arith.U192 {
	if x[1]|x[2] == 0 {
		hi, lo := bits.Mul64(x[0], f.num)
		return arith.U192{(lo>>(f.twos&63) | hi<<1<<(63-f.twos&63)) * f.inv}
	}
	if x[2] == 0 {
		return f.apply2(x)
	}
	p := arith.Mul192(x, f.num)
	return arith.Exact256(&p, f.odd, f.inv, f.twos&63)
}

// apply2 is apply for x below 2^128.
func (f *factor) apply2(x *arith.U192) arith.U192 {
	h0, p0 := bits.Mul64(x[0], f.num)
	h1, p1 := bits.Mul64(x[1], f.num)
	p1, c := bits.Add64(p1, h0, 0)
	t := f.twos & 63
	q0 := (p0>>t | p1<<1<<(63-t)) * f.inv
	b, _ := bits.Mul64(q0, f.odd)
	return arith.U192{q0, ((p1>>t | (h1+c)<<1<<(63-t)) - b) * f.inv}
}

// A scaled value stands for a size times a fraction, which need not be a whole number. It holds the product divided
// only by the odd part of the denominator, modulo 2^192, where odd numbers have inverses. If the size times the
// fraction times k is a whole number, times(k) is that number, provided it is below 2^192 before the division by
// the power of two.
type scaled struct {
	x    arith.U192
	twos uint
}

// scale returns x*f.
func (f *factor) scale(x *arith.U192) scaled {
	// x*num modulo 2^192, then the division of arith.Exact256 word by word.
	h0, p0 := bits.Mul64(x[0], f.num)
	h1, p1 := bits.Mul64(x[1], f.num)
	p1, c := bits.Add64(p1, h0, 0)
	p2 := x[2]*f.num + h1 + c
	q0 := p0 * f.inv
	b0, _ := bits.Mul64(q0, f.odd)
	p1, c = bits.Sub64(p1, b0, 0)
	q1 := p1 * f.inv
	b1, _ := bits.Mul64(q1, f.odd)
	return scaled{arith.U192{q0, q1, (p2 - b1 - c) * f.inv}, f.twos & 63}
}

// times returns the number that z stands for, times k.
func (z *scaled) times(k int) arith.U192 {
	m := uint64(k)
	h0, p0 := bits.Mul64(z.x[0], m)
	h1, p1 := bits.Mul64(z.x[1], m)
	p1, c := bits.Add64(p1, h0, 0)
	p2 := z.x[2]*m + h1 + c
	t := z.twos
	return arith.U192{p0>>t | p1<<1<<(63-t), p1>>t | p2<<1<<(63-t), p2 >> t}
}

// toFloat returns x rounded, with a relative error below 2^-50.
func toFloat(x *arith.U192) float64 {
	return wordFloat(x[2])*(1<<64)*(1<<64) + wordFloat(x[1])*(1<<64) + wordFloat(x[0])
}

// wordFloat returns x rounded. It converts x in two parts, since the conversion of an
// unsigned word branches on its highest bit, which is random here.
func wordFloat(x uint64) float64 { return float64(int64(x>>1))*2 + float64(int64(x&1)) }

// A ladder counts the pieces that are still to be placed. Byte k of its two words is the number of pieces with a
// symbol below k+1. So in the sorted list of these pieces, symbol k+1 has the places from start(k) to start(k+1)-1.
// Byte 10 is the number of all; the bytes above are larger than any number of pieces.
type ladder [2]uint64

const (
	bytesOnes = 0x0101010101010101
	bytesTops = 0x8080808080808080
)

// newLadder returns the ladder of given counts.
func newLadder(c *Counts) (l ladder) {
	l[1] = 0x7f7f7f7f7f << 24
	sum := uint64(0)
	for k := range Symbols {
		l[k>>3] |= sum << (k & 7 * 8)
		if k+1 < Symbols {
			sum += uint64(c[k+1])
		}
	}
	return l
}

// start returns byte k.
func (l *ladder) start(k int) int { return int(l[k>>3&1] >> (k & 7 * 8) & 0x7f) }

// symbolAt returns k for the symbol k+1 at the given place of the sorted list. One
// subtraction compares the place with all bytes of a word.
func (l *ladder) symbolAt(place int) int {
	x := uint64(place)*bytesOnes | bytesTops
	return bits.OnesCount64((x-l[0])&bytesTops) + bits.OnesCount64((x-l[1])&bytesTops) - 1
}

// remove removes one piece of symbol k+1.
func (l *ladder) remove(k int) {
	above := ^uint64(0) << ((k + 1) & 7 * 8) & bytesOnes
	if k < 7 {
		l[0] -= above
		l[1] -= 0x010101
	} else {
		l[1] -= above & 0x010101
	}
}

// UnrankPieces writes the symbols of a piece string on the squares of avail, ascending: sym[sq] is set for every square
// that is not empty, and the set of these squares is returned. size is the number of strings with these counts.
//
// The strings that start with symbol x number size*count(x)/n. The next symbol is decided in floating point, whose
// relative error is far below the tolerance used here, and by exact comparison if the index is within the tolerance
// of a border. Empty squares come first in the order, so a run of them leaves the index unchanged. Its fractions
// are collected in a factor, by which the size is multiplied once a piece.
func UnrankPieces(index, size arith.U192, avail uint64, c *Counts, sym *[64]uint8) (occupied uint64) {
	const tolerance = 1e-11
	n := bits.OnesCount64(avail)
	empty := int(c[0])
	pieces := newLadder(c)
	floatSize := toFloat(&size)
	for n > empty {
		if size[1]|size[2] == 0 && size[0] < smallSize {
			return occupied | unrankSmall(index[0], size[0], avail, empty, &pieces, sym)
		}
		f := unity
		floatIndex := toFloat(&index)
		for {
			floatPart := floatSize * ratios[empty&127][n&127]
			if floatIndex >= floatPart*(1-tolerance) {
				if floatIndex > floatPart*(1+tolerance) {
					break
				}
				g := f.times(empty, n)
				if part := g.apply(&size); !arith.Less192(&index, &part) {
					break
				}
			}
			f = f.times(empty, n)
			floatSize = floatPart
			empty, n, avail = empty-1, n-1, avail&(avail-1)
			if f.isLarge() {
				size, f = f.apply(&size), unity
			}
		}

		// The square holds a piece. Every bound of its symbol is the size times f
		// times a small number over n, so the division by odd numbers is done once.
		place := floatIndex / floatSize * float64(n)
		k := 0
		g := f.times(1, n)
		z := g.scale(&size)
		if frac := place - float64(int(place)); frac > 1e-9 && frac < 1-1e-9 {
			k = pieces.symbolAt(int(place) - empty)
		} else {
			for ; ; k++ {
				if part := z.times(empty + pieces.start(k+1)); arith.Less192(&index, &part) {
					break
				}
			}
		}
		below, count := pieces.start(k), pieces.start(k+1)-pieces.start(k)
		part := z.times(empty + below)
		index = arith.Sub192(&index, &part)
		size = z.times(count)
		floatSize *= ratios[count&127][n&127]
		pieces.remove(k)
		n--
		sq := avail & -avail
		avail ^= sq
		occupied |= sq
		sym[bits.TrailingZeros64(sq)&63] = uint8(k + 1)
	}
	return occupied
}

// smallSize is a size whose products with numbers up to 64 fit a word. Strings below this
// size are unranked in whole numbers alone.
const smallSize = 1 << 57

// unrankSmall is UnrankPieces for a size below smallSize, given the ladder of the pieces.
func unrankSmall(index, size, avail uint64, empty int, pieces *ladder, sym *[64]uint8) (occupied uint64) {
	for n := bits.OnesCount64(avail); n > empty; n-- {
		sq := avail & -avail
		avail ^= sq
		z, twos := size*oddInv[n&127], twosPart[n&127]&63
		if part := z * uint64(empty) >> twos; index < part {
			size = part
			empty--
			continue
		}
		k := pieces.symbolAt(int(index*uint64(n)/size) - empty)
		below, count := pieces.start(k), pieces.start(k+1)-pieces.start(k)
		index -= z * uint64(empty+below) >> twos
		size = z * uint64(count) >> twos
		pieces.remove(k)
		occupied |= sq
		sym[bits.TrailingZeros64(sq)&63] = uint8(k + 1)
	}
	return occupied
}

// RankPieces is the inverse of UnrankPieces; occupied is the set of the squares
// that are not empty, all of them in avail.
func RankPieces(size arith.U192, avail, occupied uint64, c *Counts, sym *[64]uint8) (index arith.U192) {
	n := bits.OnesCount64(avail)
	empty := int(c[0])
	for occupied != 0 {
		sq := occupied & -occupied
		occupied ^= sq
		f := unity
		for run := bits.OnesCount64(avail & (sq - 1)); run > 0; run-- {
			f = f.times(empty, n)
			empty, n = empty-1, n-1
			if f.isLarge() {
				size, f = f.apply(&size), unity
			}
		}
		avail &= ^(sq - 1) ^ sq
		k := int(sym[bits.TrailingZeros64(sq)&63])
		below := empty
		for x := 1; x < k; x++ {
			below += int(c[x])
		}
		next := f.times(below, n)
		part := next.apply(&size)
		index = arith.Add192(&index, &part)
		next.num = f.num * uint64(c[k])
		size = next.apply(&size)
		c[k]--
		n--
	}
	return index
}
