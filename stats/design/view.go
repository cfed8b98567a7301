package design

import (
	"cmp"
	"math/big"
	"slices"

	"chesscensus/stats"
)

// A form is the value of a draw as a function of its weight w and multiplicity m:
// w*(a + b/m), different for draws in a domain and outside. All quantities that
// are estimated have this form, so sums of w, w/m and their squares are enough.
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

// A group is the draws of a view with the same outcome and class: their number and the sums of
// their values y and of y^2.
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

// viewOf returns the view of a node and a domain in it, for values of a form. The
// domain can be the node itself.
func viewOf(whole, domain *Node, f *form) *view {
	v := &view{n: whole.n}
	if whole == domain {
		v.add(whole.Cells(), f.inside.a, f.inside.b)
	} else {
		inside, outside := divide(whole, domain)
		v.add(inside, f.inside.a, f.inside.b)
		v.add(outside, f.outside.a, f.outside.b)
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

// childOr returns the node of the next phase for a class, an empty one if there is none.
func (n *Node) childOr(class int) *Node {
	if c := n.child(class); c != nil {
		return c
	}
	return new(Node)
}

// divide returns the cells of the whole that are in the domain, and the rest.
func divide(whole, domain *Node) (inside, outside []Cell) {
	counts := map[Cell]uint64{}
	for _, c := range domain.Cells() {
		n := c.Count
		c.Count = 0
		counts[c] = n
	}
	for _, c := range whole.Cells() {
		all := c.Count
		c.Count = 0
		n := counts[c]
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
	w1, w2 *big.Int
}

// add includes cells, sorted as by Node.Cells, with the value w*(a + b/m).
func (v *view) add(cells []Cell, a, b *big.Rat) {
	for len(cells) > 0 {
		n := 1
		for n < len(cells) && cells[n].Outcome == cells[0].Outcome && cells[n].Class == cells[0].Class {
			n++
		}
		v.groups = append(v.groups, newGroup(cells[:n], a, b))
		cells = cells[n:]
	}
}

// newGroup sums cells of one outcome and class.
func newGroup(cells []Cell, a, b *big.Rat) group {
	g := group{outcome: cells[0].Outcome, class: cells[0].Class}
	var list []sums
	cells = slices.Clone(cells)
	slices.SortFunc(cells, func(x, y Cell) int { return cmp.Compare(x.Mult, y.Mult) })
	var x, w big.Int
	for _, c := range cells {
		g.count += c.Count
		if k := len(list) - 1; k < 0 || list[k].mult != c.Mult {
			list = append(list, sums{c.Mult, new(big.Int), new(big.Int)})
		}
		s := &list[len(list)-1]
		w.SetUint64(c.Weight)
		x.Mul(x.SetUint64(c.Count), &w)
		s.w1.Add(s.w1, &x)
		s.w2.Add(s.w2, x.Mul(&x, &w))
	}
	g.y, g.y2 = new(big.Rat), new(big.Rat)
	for _, s := range list { // a + b/m times w
		f := new(big.Rat).Mul(b, ratio(1, s.mult))
		f.Add(f, a)
		y := new(big.Rat).SetInt(s.w1)
		g.y.Add(g.y, y.Mul(y, f))
		y = new(big.Rat).SetInt(s.w2)
		y.Mul(y, f)
		g.y2.Add(g.y2, y.Mul(y, f))
	}
	return g
}

// ratio returns a/b; b is not 0.
func ratio(a, b uint64) *big.Rat {
	return new(big.Rat).SetFrac(new(big.Int).SetUint64(a), new(big.Int).SetUint64(b))
}

// contribution is weight/mult.
func contribution(weight, mult uint64) *big.Rat { return ratio(weight, mult) }

// rat returns x exactly.
func rat(x uint64) *big.Rat { return new(big.Rat).SetInt(new(big.Int).SetUint64(x)) }
