package design

import (
	"iter"
	"math/big"
	"slices"

	"chesscensus/stats"
)

// A form is the value of a draw as a function of its weight w and multiplicity m: w*(a + b/m), different for draws in a domain and outside.
// All quantities that are estimated have this form, so sums of w, w/m and their squares are enough.
type form struct {
	inside, outside struct{ a, b *big.Rat }
}

var (
	zero = new(big.Rat)
	unit = big.NewRat(1, 1)
)

// contributionForm is w/m for all draws.
func contributionForm() (f form) {
	f.inside.a, f.inside.b = zero, unit
	f.outside = f.inside
	return f
}

// A group is the draws of a view with the same outcome and class: their number and the sums of their values y and of y^2.
type group struct {
	outcome stats.Outcome
	class   int
	count   uint64
	y, y2   *big.Rat
}

// A view is a node as an estimator sees it.
type view struct {
	n      uint64
	groups []group
	next   []*view
}

// child returns the view of a class's subsample, nil if it is empty.
func (v *view) child(class int) *view {
	if class >= len(v.next) || v.next[class] == nil || v.next[class].n == 0 {
		return nil
	}
	return v.next[class]
}

// viewOf returns the view of a node and a domain in it, for values of a form. The domain can be the node itself.
func viewOf(whole, domain *Node, f *form) *view {
	v := &view{n: whole.n}
	if whole == domain {
		v.add(whole.unordered(), f.inside.a, f.inside.b)
	} else {
		inside, outside := divide(whole, domain)
		v.add(slices.Values(inside), f.inside.a, f.inside.b)
		v.add(slices.Values(outside), f.outside.a, f.outside.b)
	}
	for class, child := range whole.next {
		if child == nil {
			v.next = append(v.next, nil)
			continue
		}
		v.next = append(v.next, viewOf(child, domain.childOr(class), f))
	}
	return v
}

// zero reports whether mean and variance are 0, since all values are and no variance rests on a single draw.
func (v *view) zero() bool {
	return v.n > 1 && !slices.ContainsFunc(v.groups, func(g group) bool { return g.y2.Sign() != 0 || g.y.Sign() != 0 }) &&
		!slices.ContainsFunc(v.next, func(w *view) bool { return w != nil && w.n > 0 && !w.zero() })
}

// undecided reports whether a draw that passes, here or below, has no subsample, so that it may count as In or Out.
func (v *view) undecided() bool {
	return slices.ContainsFunc(v.groups, func(g group) bool { return g.outcome == stats.Open && v.child(g.class) == nil }) ||
		slices.ContainsFunc(v.next, func(w *view) bool { return w != nil && w.undecided() })
}

// childOr returns the node of the next phase for a class, an empty one if there is none.
func (n *Node) childOr(class int) *Node {
	if c := n.child(class); c != nil {
		return c
	}
	return new(Node)
}

// divide returns the cells of the whole that are in the domain, and the rest, in no particular order.
func divide(whole, domain *Node) (inside, outside []Cell) {
	for c := range whole.unordered() {
		all := c.Count
		n := domain.count(kind{c.Outcome, c.Class, c.Weight, c.Mult})
		if c.Count = n; n > 0 {
			inside = append(inside, c)
		}
		if c.Count = all - n; all > n {
			outside = append(outside, c)
		}
	}
	return inside, outside
}

// A sums holds the exact sums of w and w^2 of draws with one multiplicity.
type sums struct {
	mult   uint64
	w1, w2 big.Int
}

// add includes cells in any order, with the value w*(a + b/m).
func (v *view) add(cells iter.Seq[Cell], a, b *big.Rat) {
	null := a.Sign() == 0 && b.Sign() == 0
	var list []*grouping
	for c := range cells {
		i := slices.IndexFunc(list, func(g *grouping) bool { return g.outcome == c.Outcome && g.class == c.Class })
		if i < 0 {
			i = len(list)
			list = append(list, &grouping{group: group{outcome: c.Outcome, class: c.Class, y: zero, y2: zero}})
		}
		if list[i].count += c.Count; !null {
			list[i].add(c)
		}
	}
	for _, g := range list {
		if !null {
			g.sum(a, b)
		}
		v.groups = append(v.groups, g.group)
	}
}

// A grouping is a group while its cells are added.
type grouping struct {
	group
	sums []*sums
	x, w big.Int
}

func (g *grouping) add(c Cell) {
	i := slices.IndexFunc(g.sums, func(s *sums) bool { return s.mult == c.Mult })
	if i < 0 {
		i = len(g.sums)
		g.sums = append(g.sums, &sums{mult: c.Mult})
	}
	s := g.sums[i]
	g.w.SetUint64(c.Weight)
	g.x.Mul(g.x.SetUint64(c.Count), &g.w)
	s.w1.Add(&s.w1, &g.x)
	s.w2.Add(&s.w2, g.x.Mul(&g.x, &g.w))
}

// sum sets the sums of values, a + b/m times w, and of their squares. With k the least common multiple of all m, a + b/m is the integer
// f = (a m + b) (k/m) over k, but for the denominators of a and b; so integers are added, and reduced once.
func (g *grouping) sum(a, b *big.Rat) {
	var k, m, f, y, y2, x big.Int
	k.SetUint64(1)
	for _, s := range g.sums {
		m.SetUint64(s.mult)
		k.Mul(&k, x.Div(&m, x.GCD(nil, nil, &k, &m)))
	}
	var a1, b1 big.Int // numerators of a and b over the product of their denominators
	a1.Mul(a.Num(), b.Denom())
	b1.Mul(b.Num(), a.Denom())
	for _, s := range g.sums {
		m.SetUint64(s.mult)
		f.Add(f.Mul(&a1, &m), &b1)
		f.Mul(&f, x.Div(&k, &m))
		y.Add(&y, x.Mul(&s.w1, &f))
		y2.Add(&y2, x.Mul(&s.w2, f.Mul(&f, &f)))
	}
	k.Mul(&k, x.Mul(a.Denom(), b.Denom()))
	g.y = new(big.Rat).SetFrac(&y, &k)
	g.y2 = new(big.Rat).SetFrac(&y2, x.Mul(&k, &k))
}

// ratio returns a/b; b is not 0.
func ratio(a, b uint64) *big.Rat {
	return new(big.Rat).SetFrac(new(big.Int).SetUint64(a), new(big.Int).SetUint64(b))
}

// A fraction is a sum that is not reduced before it is used: to reduce after every step takes longer than all sums.
type fraction struct{ num, den big.Int } // 0 in the beginning, with denominator 0

// add adds the product of numbers.
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

// over returns the sum divided by n, reduced.
func (f *fraction) over(n uint64) *big.Rat {
	if f.num.Sign() == 0 {
		return new(big.Rat)
	}
	den := new(big.Int).SetUint64(n)
	return new(big.Rat).SetFrac(&f.num, den.Mul(den, &f.den))
}

// rat returns x exactly.
func rat(x uint64) *big.Rat { return new(big.Rat).SetInt(new(big.Int).SetUint64(x)) }
