package kernelspace

import "chesscensus/sampler/internal/arith"

// An index192 finds numbers between bounds that ascend from 0. It searches the 64 leading bits first, and then
// compares in full.
type index192 struct {
	bounds []arith.U192
	leads  []uint64
	shift  int
}

func newIndex192(bounds []arith.U192) index192 {
	x := index192{bounds: bounds, shift: max(0, arith.BitLen192(&bounds[len(bounds)-1])-64)}
	for i := range bounds {
		x.leads = append(x.leads, x.lead(&bounds[i]))
	}
	return x
}

func (x *index192) lead(n *arith.U192) uint64 {
	w, s := x.shift/64, uint(x.shift%64)
	lead := n[w] >> s
	if w < 2 {
		lead |= n[w+1] << 1 << (63 - s)
	}
	return lead
}

// at returns bound i.
func (x *index192) at(i int) *arith.U192 { return &x.bounds[i] }

// find returns the i with bound i <= n < bound i+1. N must be below the last bound.
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
