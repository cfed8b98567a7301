package kernelspace

import "chesscensus/sampler/internal/arith"

// An index192 searches a list of ascending bounds of which the first is 0. It searches by the 64 leading
// bits, and compares in full only where these are equal.
type index192 struct {
	bounds []arith.U192
	leads  []uint64 // bounds >> shift
	shift  int
}

// newIndex192 returns the index of a list of bounds.
func newIndex192(bounds []arith.U192) index192 {
	x := index192{bounds: bounds, shift: max(0, arith.BitLen192(&bounds[len(bounds)-1])-64)}
	for i := range bounds {
		x.leads = append(x.leads, x.lead(&bounds[i]))
	}
	return x
}

// lead returns n >> shift, which must be below 2^64.
func (x *index192) lead(n *arith.U192) uint64 {
	w, s := x.shift/64, uint(x.shift%64)
	lead := n[w] >> s
	if w < 2 {
		lead |= n[w+1] << 1 << (63 - s)
	}
	return lead
}

// bound returns bound i.
func (x *index192) bound(i int) *arith.U192 { return &x.bounds[i] }

// find returns the i with bound i <= n < bound i+1. The argument must be below the last bound.
func (x *index192) find(n *arith.U192) int {
	lead := x.lead(n)
	lo, width := 0, len(x.leads)
	for width > 1 { // the largest lo with leads[lo] <= lead
		half := width / 2
		if x.leads[lo+half] <= lead {
			lo += half
		}
		width -= half
	}
	for arith.Less192(n, &x.bounds[lo]) {
		lo--
	}
	return lo
}
