package stats

import (
	"math/big"
	"math/bits"
)

// precision of intermediate sums, in bits. Counts have 64, contributions 128
// and their squares 256, so differences between distinct exact values stay far
// above the last bit.
const precision = 1024

// moments are the exact inputs of an estimate, over the cells that count.
type moments struct {
	n, hits   uint64
	s1, s2    *big.Float // sums of y and of y^2
	equal     bool       // every contribution is the same
	maxWeight uint64     // largest weight of a hit
	first     Cell       // a cell to compare contributions with
}

// newFloat returns a zero of the working precision.
func newFloat() *big.Float { return new(big.Float).SetPrec(precision) }

// fromUint returns x exactly.
func fromUint(x uint64) *big.Float { return newFloat().SetUint64(x) }

// momentsOf sums the given cells, in the sorted order in which they come, as a
// sample of n draws. Open cells count only if withOpen.
func momentsOf(n uint64, cells []Cell, withOpen bool) moments {
	m := moments{n: n, s1: newFloat(), s2: newFloat(), equal: true}
	for _, c := range cells {
		if c.Outcome == Out || c.Outcome == Open && !withOpen {
			continue
		}
		m.add(c)
	}
	return m
}

// add includes one cell of hits.
func (m *moments) add(c Cell) {
	if m.hits == 0 {
		m.first = c
	}
	m.hits += c.Count
	m.maxWeight = max(m.maxWeight, c.Weight)
	m.equal = m.equal && sameRatio(m.first, c)
	y := newFloat().Quo(fromUint(c.Weight), fromUint(c.Mult))
	term := newFloat().Mul(y, fromUint(c.Count))
	m.s1.Add(m.s1, term)
	m.s2.Add(m.s2, term.Mul(term, y))
}

// sameRatio reports whether both cells contribute the same.
func sameRatio(a, b Cell) bool {
	h1, l1 := bits.Mul64(a.Weight, b.Mult)
	h2, l2 := bits.Mul64(b.Weight, a.Mult)
	return h1 == h2 && l1 == l2
}

// mean returns mu = s1/n. It needs n > 0.
func (m *moments) mean() *big.Float { return newFloat().Quo(m.s1, fromUint(m.n)) }

// variance returns V = (s2 - s1^2/n)/(n-1), never negative. It needs n > 1.
func (m *moments) variance() *big.Float {
	v := newFloat().Mul(m.s1, m.mean())
	v.Sub(m.s2, v)
	// Rounding leaves about 2^-1000 of s2 where the exact result is 0, while a
	// positive one is above 2^-400 of it.
	tiny := newFloat().SetMantExp(m.s2, -600)
	if v.Cmp(tiny) <= 0 {
		return newFloat()
	}
	return v.Quo(v, fromUint(m.n-1))
}

// effective returns the number of equal hits that would carry the same
// information, s1^2/s2, and their size s2/s1. Both are 0 if nothing
// contributes. With equal contributions the first is the number of hits.
func (m *moments) effective() (hits, size float64) {
	if m.s1.Sign() == 0 {
		return 0, 0
	}
	if m.equal {
		hits = float64(m.hits)
	} else {
		h := newFloat().Mul(m.s1, m.s1)
		hits, _ = h.Quo(h, m.s2).Float64()
	}
	size, _ = newFloat().Quo(m.s2, m.s1).Float64()
	return hits, size
}

// scaled returns size*x rounded to float64.
func scaled(size *big.Int, x *big.Float) float64 {
	f := newFloat().SetInt(size)
	v, _ := f.Mul(f, x).Float64()
	return v
}
