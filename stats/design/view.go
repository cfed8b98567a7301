package design

import (
	"iter"
	"math/big"
	"slices"

	"chesscensus/stats"
)

// A linear gives the value w*(a + b/m) to a draw with weight w and multiplicity m. All quantities that are estimated have this form, so
// sums of w, w/m and their squares suffice.
type linear struct{ a, b *big.Rat }

// A valueForm gives the values of draws in a domain and outside.
type valueForm struct{ inside, outside linear }

var (
	zero = new(big.Rat)
	one  = big.NewRat(1, 1)

	contribution = linear{zero, one} // w/m
)

// forAll returns the form with the same values in a domain and outside.
func forAll(f linear) valueForm { return valueForm{f, f} }

// A group holds sums over draws of a view with the same outcome and class. A view can have several such groups.
type group struct {
	outcome stats.Outcome
	class   int
	count   uint64
	y, y2   *big.Rat // sums of the values y and of y^2
}

// A view is a node with the values of its draws for one estimate.
type view struct {
	n      uint64 // number of draws
	groups []group
	next   []*view // by class, nil if there is none
}

// child returns the view of a class's subsample, nil if it is empty.
func (v *view) child(class int) *view {
	if class >= len(v.next) || v.next[class] == nil || v.next[class].n == 0 {
		return nil
	}
	return v.next[class]
}

// viewOf returns the view of a node with the values of a form. The draws of the domain, which can be the node itself,
// have the values inside.
func viewOf(whole, domain *Node, f valueForm) *view {
	v := &view{n: whole.n, next: make([]*view, len(whole.next))}
	if whole == domain {
		v.addCells(whole.unordered(), f.inside)
	} else {
		inside, outside := splitByDomain(whole, domain)
		v.addCells(slices.Values(inside), f.inside)
		v.addCells(slices.Values(outside), f.outside)
	}
	for class, child := range whole.Below(1) {
		v.next[class] = viewOf(child, domain.childOrEmpty(class), f)
	}
	return v
}

// isZero reports whether all values are 0 and every node has at least two draws, so that mean and variance are 0.
func (v *view) isZero() bool {
	return v.n > 1 && !slices.ContainsFunc(v.groups, func(g group) bool { return g.y2.Sign() != 0 || g.y.Sign() != 0 }) &&
		!slices.ContainsFunc(v.next, func(w *view) bool { return w != nil && w.n > 0 && !w.isZero() })
}

// hasUndecided reports whether a draw that passes, at this node or below, has no subsample, so that it is undecided.
func (v *view) hasUndecided() bool {
	return slices.ContainsFunc(v.groups, func(g group) bool { return g.outcome == stats.Open && v.child(g.class) == nil }) ||
		slices.ContainsFunc(v.next, func(w *view) bool { return w != nil && w.hasUndecided() })
}

// childOrEmpty returns the node of the next phase for a class, or an empty node if there is none.
func (n *Node) childOrEmpty(class int) *Node {
	if c := n.child(class); c != nil {
		return c
	}
	return new(Node)
}

// splitByDomain returns the cells of the whole that are in the domain, and the other ones, in no particular order.
func splitByDomain(whole, domain *Node) (inside, outside []Cell) {
	for c := range whole.unordered() {
		total := c.Count
		n := domain.count(c.kind())
		if n > 0 {
			c.Count = n
			inside = append(inside, c)
		}
		if total > n {
			c.Count = total - n
			outside = append(outside, c)
		}
	}
	return inside, outside
}

// A multSums holds the exact sums of w and w^2 over draws with one multiplicity.
type multSums struct {
	mult   uint64
	w1, w2 big.Int
}

// addCells appends groups of cells, in any order, with the values of a form. It merges none with groups of the view.
func (v *view) addCells(cells iter.Seq[Cell], f linear) {
	isZero := f.a.Sign() == 0 && f.b.Sign() == 0
	var list []*groupSums
	for c := range cells {
		i := slices.IndexFunc(list, func(g *groupSums) bool { return g.outcome == c.Outcome && g.class == c.Class })
		if i < 0 {
			i = len(list)
			list = append(list, &groupSums{group: group{outcome: c.Outcome, class: c.Class, y: zero, y2: zero}})
		}
		list[i].count += c.Count
		if !isZero {
			list[i].addCell(c)
		}
	}
	for _, g := range list {
		if !isZero {
			g.setValues(f.a, f.b)
		}
		v.groups = append(v.groups, g.group)
	}
}

// A groupSums sums up the cells of a group.
type groupSums struct {
	group
	sums []*multSums // one for each multiplicity
	x, w big.Int     // temporary values of addCell
}

// addCell adds a cell to the sums of its multiplicity.
func (g *groupSums) addCell(c Cell) {
	i := slices.IndexFunc(g.sums, func(sums *multSums) bool { return sums.mult == c.Mult })
	if i < 0 {
		i = len(g.sums)
		g.sums = append(g.sums, &multSums{mult: c.Mult})
	}
	sums := g.sums[i]
	g.w.SetUint64(c.Weight)
	g.x.Mul(g.x.SetUint64(c.Count), &g.w)
	sums.w1.Add(&sums.w1, &g.x)
	sums.w2.Add(&sums.w2, g.x.Mul(&g.x, &g.w))
}

// setValues sets the sums of the values w*(a + b/m) and of their squares. Let k be the least common multiple of all m.
// Apart from the denominators of a and b, a + b/m is (a m + b) (k/m) divided by k, so integers are added, and the sums
// are reduced once.
func (g *groupSums) setValues(a, b *big.Rat) {
	var k, m, factor, y, y2, temp big.Int
	k.SetUint64(1)
	for _, s := range g.sums {
		m.SetUint64(s.mult)
		k.Mul(&k, temp.Div(&m, temp.GCD(nil, nil, &k, &m)))
	}
	var aNum, bNum big.Int // numerators of a and b over the product of their denominators
	aNum.Mul(a.Num(), b.Denom())
	bNum.Mul(b.Num(), a.Denom())
	for _, s := range g.sums {
		m.SetUint64(s.mult)
		factor.Add(factor.Mul(&aNum, &m), &bNum)
		factor.Mul(&factor, temp.Div(&k, &m))
		y.Add(&y, temp.Mul(&s.w1, &factor))
		y2.Add(&y2, temp.Mul(&s.w2, factor.Mul(&factor, &factor)))
	}
	k.Mul(&k, temp.Mul(a.Denom(), b.Denom()))
	g.y = new(big.Rat).SetFrac(&y, &k)
	g.y2 = new(big.Rat).SetFrac(&y2, temp.Mul(&k, &k))
}

// ratio returns a/b; b must not be 0.
func ratio(a, b uint64) *big.Rat {
	return new(big.Rat).SetFrac(new(big.Int).SetUint64(a), new(big.Int).SetUint64(b))
}

// A fraction is a sum that is reduced only at the end, since reducing after every step would take longer than all
// sums. The zero value, with denominator 0, is the number 0.
type fraction struct{ num, den big.Int }

// add adds the product of the factors.
func (f *fraction) add(factors ...*big.Rat) {
	num, den := big.NewInt(1), big.NewInt(1)
	for _, x := range factors {
		num.Mul(num, x.Num())
		den.Mul(den, x.Denom())
	}
	switch {
	case num.Sign() == 0:
	case f.den.Sign() == 0:
		f.num.Set(num)
		f.den.Set(den)
	default:
		f.num.Add(f.num.Mul(&f.num, den), num.Mul(num, &f.den))
		f.den.Mul(&f.den, den)
	}
}

// over returns the sum divided by n, reduced. Number n must not be 0, unless the sum is.
func (f *fraction) over(n uint64) *big.Rat {
	if f.num.Sign() == 0 {
		return new(big.Rat)
	}
	den := new(big.Int).SetUint64(n)
	return new(big.Rat).SetFrac(&f.num, den.Mul(den, &f.den))
}

// rat returns x as a rational number.
func rat(x uint64) *big.Rat { return new(big.Rat).SetInt(new(big.Int).SetUint64(x)) }
