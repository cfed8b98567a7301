package stats

import (
	"math/big"
	"math/bits"
)

// precision is the number of bits of intermediate sums. Counts have 64, contributions 128 and their squares 256, so
// differences of distinct exact values are far above the last bit.
const precision = 1024

// moments holds the sums for an estimate, over the cells that count.
type moments struct {
	n, hits      uint64
	sum, squares *big.Float // sums of y and of y^2
	allEqual     bool       // all hits contribute the same
	maxWeight    uint64     // largest weight of an In or Open draw, whether it counts or not
	first        Cell       // the first cell that counts, with which the others are compared
}

// newFloat returns 0 with the working precision.
func newFloat() *big.Float { return new(big.Float).SetPrec(precision) }

// fromUint returns x exactly.
func fromUint(x uint64) *big.Float { return newFloat().SetUint64(x) }

// momentsOf returns the moments of a sample of n draws with the given cells, which
// are summed in their order. Open cells count only if withOpen.
func momentsOf(n uint64, cells []Cell, withOpen bool) moments {
	m := moments{n: n, sum: newFloat(), squares: newFloat(), allEqual: true}
	for _, c := range cells {
		if c.Outcome == Out {
			continue
		}
		m.maxWeight = max(m.maxWeight, c.Weight)
		if c.Outcome == In || withOpen {
			m.addCell(c)
		}
	}
	return m
}

// addCell adds one cell of hits.
func (m *moments) addCell(c Cell) {
	if m.hits == 0 {
		m.first = c
	}
	m.hits += c.Count
	m.allEqual = m.allEqual && sameRatio(m.first, c)
	y := newFloat().Quo(fromUint(c.Weight), fromUint(c.Mult))
	term := newFloat().Mul(y, fromUint(c.Count))
	m.sum.Add(m.sum, term)
	m.squares.Add(m.squares, term.Mul(term, y))
}

// sameRatio reports whether both cells contribute the same.
func sameRatio(a, b Cell) bool {
	h1, l1 := bits.Mul64(a.Weight, b.Mult)
	h2, l2 := bits.Mul64(b.Weight, a.Mult)
	return h1 == h2 && l1 == l2
}

// mean returns sum/n. It needs n > 0.
func (m *moments) mean() *big.Float { return newFloat().Quo(m.sum, fromUint(m.n)) }

// variance returns (squares - sum^2/n)/(n-1), never negative. It needs n > 1.
func (m *moments) variance() *big.Float {
	v := newFloat().Mul(m.sum, m.mean())
	v.Sub(m.squares, v)
	// The rounding error is about 2^-1000 of squares, while a positive exact result is above 2^-400 of it.
	tiny := newFloat().SetMantExp(m.squares, -600)
	if v.Cmp(tiny) <= 0 {
		return newFloat()
	}
	return v.Quo(v, fromUint(m.n-1))
}

// effective returns the number of equal hits with the same relative variance, sum^2/squares, and their size,
// squares/sum. Both are 0 if no draw contributes. With equal contributions the first is the number of hits.
func (m *moments) effective() (hits, size float64) {
	if m.sum.Sign() == 0 {
		return 0, 0
	}
	if m.allEqual {
		hits = float64(m.hits)
	} else {
		h := newFloat().Mul(m.sum, m.sum)
		hits, _ = h.Quo(h, m.squares).Float64()
	}
	size, _ = newFloat().Quo(m.squares, m.sum).Float64()
	return hits, size
}

// scaleBy returns size*x rounded to float64.
func scaleBy(size *big.Int, x *big.Float) float64 {
	f := newFloat().SetInt(size)
	v, _ := f.Mul(f, x).Float64()
	return v
}
