package design

import (
	"math/big"

	"chesscensus/stats"
)

// Everything in this file is exact: sums of integers and ratios of integers, so
// results cannot depend on any order.

// A value is a cell with what its draws contribute if they are In.
type value struct {
	outcome stats.Outcome
	class   int
	count   uint64
	y       *big.Rat
}

// A view is a node as an estimator sees it: the same counts with the values of
// the quantity that is estimated.
type view struct {
	n    uint64
	vals []value
	next []*view
}

// child returns the view of a class's subsample, nil if it is empty.
func (v *view) child(class int) *view {
	if class >= len(v.next) || v.next[class] == nil || v.next[class].n == 0 {
		return nil
	}
	return v.next[class]
}

// ratio returns a/b; b is not 0.
func ratio(a, b uint64) *big.Rat {
	return new(big.Rat).SetFrac(new(big.Int).SetUint64(a), new(big.Int).SetUint64(b))
}

// contribution is weight/mult.
func contribution(weight, mult uint64) *big.Rat { return ratio(weight, mult) }

// viewOf returns the view of a node in which a cell has the value f.
func viewOf(n *Node, f func(weight, mult uint64) *big.Rat) *view {
	v := &view{n: n.n}
	for _, c := range n.Cells() {
		v.vals = append(v.vals, value{c.Outcome, c.Class, c.Count, f(c.Weight, c.Mult)})
	}
	for _, child := range n.next {
		if child == nil {
			child = new(Node)
		}
		v.next = append(v.next, viewOf(child, f))
	}
	return v
}

// A part is the estimate of a mean over the draws of one view.
type part struct {
	mean *big.Rat
	// spread is the variance of t for one draw that is judged to the end.
	spread *big.Rat
	// later is the variance of the mean that comes from the later phases, on top of
	// spread/n.
	later *big.Rat
	// variance of the mean, spread/n + later, and its parts by phase from this one.
	variance *big.Rat
	phases   []*big.Rat
	// weak says that one draw was judged where two are needed, so that the largest
	// possible variance is used.
	weak bool
}

// An evaluator holds what is the same for all nodes.
type evaluator struct {
	known func(j int) *big.Rat
	high  bool     // undecided draws are In, else Out
	bound *big.Rat // largest possible value
}

// A level is the sums over one view while it is evaluated.
type level struct {
	n      uint64
	t      *big.Rat // sum of the t of all draws, see eval
	y2     *big.Rat // sum of y^2 of all draws
	z2     *big.Rat // estimated sum of z^2
	below  [MaxClasses]*part
	z2Mean [MaxClasses]*big.Rat // corrected means of z^2 below
	passed [MaxClasses]uint64
	last   int // number of classes to look at
}

// eval estimates the mean of a view at phase j+1, and its mean of z^2. Let y be the
// possible value of a draw and z its true one, y or 0. The phase before has
// credited k*y (0 at phase 1), so the mean of z - k*y is wanted. It is the mean of
//
//	t = -k y            Out
//	t = y - k y         In
//	t = K y - k y + D   passes in a class whose subsample has the mean D
//
// with K the coefficient of the next step. Undecided draws (no subsample) count as
// Out or In. With n draws, of which m_g pass in class g and n_g are taken on,
//
//	spread   = (mean of (z - k y)^2 - mean^2 + later) n/(n-1)
//	later    = sum over g of (m_g/n)^2 ((1/n_g - 1/m_g) spread_g + later_g)
//	variance = spread/n + later
//
// where the mean of (z - k y)^2 = k^2 y^2 + (1-2k) z^2 is estimated from all
// draws for y^2, and by the same method as the mean of z for z^2.
func (ev *evaluator) eval(v *view, j int, k *big.Rat) (p part, z2 *big.Rat) {
	p = part{mean: new(big.Rat), spread: new(big.Rat), later: new(big.Rat), variance: new(big.Rat)}
	if v.n == 0 {
		return p, new(big.Rat)
	}
	l := level{n: v.n, t: new(big.Rat), y2: new(big.Rat), z2: new(big.Rat)}
	for _, c := range v.vals {
		ev.add(&l, v, c, j, k)
	}
	scale := ratio(1, v.n)
	p.mean.Mul(l.t, scale)
	z2 = l.z2.Mul(l.z2, scale)
	for g := range l.last {
		if d := l.below[g]; d != nil {
			p.later.Add(p.later, laterOf(d, v.next[g].n, l.passed[g], v.n))
			p.weak = p.weak || d.weak && l.passed[g] > 1
		}
	}
	p.setSpread(v.n, l.y2.Mul(l.y2, scale), z2, k, ev.bound)
	p.variance.Mul(p.spread, scale)
	p.variance.Add(p.variance, p.later)
	p.split(&l)
	return p, z2
}

// add includes one cell.
func (ev *evaluator) add(l *level, v *view, c value, j int, k *big.Rat) {
	y2 := new(big.Rat).Mul(c.y, c.y)
	t := new(big.Rat).Mul(k, c.y)
	t.Neg(t)
	z2 := new(big.Rat)
	child := v.child(c.class)
	switch {
	case c.outcome == stats.Open && child != nil:
		next := ev.known(j)
		if l.below[c.class] == nil {
			d, m := ev.eval(child, j+1, next)
			l.below[c.class], l.z2Mean[c.class] = &d, m.Sub(m, new(big.Rat).Mul(next, meanSquare(child)))
			l.last = max(l.last, c.class+1)
		}
		l.passed[c.class] += c.count
		t.Add(t, new(big.Rat).Mul(next, c.y))
		t.Add(t, l.below[c.class].mean)
		z2.Mul(next, y2)
		z2.Add(z2, l.z2Mean[c.class])
	case c.outcome == stats.In, c.outcome == stats.Open && ev.high:
		t.Add(t, c.y)
		z2.Set(y2)
	}
	count := rat(c.count)
	l.t.Add(l.t, t.Mul(t, count))
	l.y2.Add(l.y2, y2.Mul(y2, count))
	l.z2.Add(l.z2, z2.Mul(z2, count))
}

// meanSquare returns the mean of y^2 over the draws of a view.
func meanSquare(v *view) *big.Rat {
	sum := new(big.Rat)
	for _, c := range v.vals {
		y2 := new(big.Rat).Mul(c.y, c.y)
		sum.Add(sum, y2.Mul(y2, rat(c.count)))
	}
	return sum.Mul(sum, ratio(1, v.n))
}

// laterOf returns (m/n)^2 ((1/taken - 1/m) spread + later) of a subsample d.
func laterOf(d *part, taken, m, n uint64) *big.Rat {
	x := ratio(1, taken)
	x.Sub(x, ratio(1, m))
	x.Mul(x, d.spread)
	x.Add(x, d.later)
	share := ratio(m, n)
	return x.Mul(x, share.Mul(share, share))
}

// setSpread fills spread from the means of y^2 and z^2.
func (p *part) setSpread(n uint64, y2, z2, k, bound *big.Rat) {
	if n < 2 { // (b/2)^2 is the largest variance of a law on an interval of length b
		p.weak = true
		p.spread.Mul(bound, bound)
		p.spread.Mul(p.spread, big.NewRat(1, 4))
		return
	}
	square := new(big.Rat).Mul(k, k)
	square.Mul(square, y2)
	f := new(big.Rat).Add(k, k)
	f.Sub(big.NewRat(1, 1), f)
	square.Add(square, f.Mul(f, z2))
	square.Sub(square, new(big.Rat).Mul(p.mean, p.mean))
	square.Add(square, p.later)
	p.spread.Mul(square, ratio(n, n-1))
}

// split fills the parts of the variance by phase: this one has
// (spread - sum over g of (m_g/n) spread_g) / n, a later one (m_g/n)^2 times its
// part in the subsample. With m_g = 1 all terms of g cancel, and are left out.
func (p *part) split(l *level) {
	own := new(big.Rat).Set(p.spread)
	p.phases = []*big.Rat{own}
	for g := range l.last {
		d, m := l.below[g], l.passed[g]
		if d == nil || m == 1 {
			continue
		}
		share := ratio(m, l.n)
		own.Sub(own, new(big.Rat).Mul(share, d.spread))
		share.Mul(share, share)
		for i, x := range d.phases {
			if i+1 == len(p.phases) {
				p.phases = append(p.phases, new(big.Rat))
			}
			p.phases[i+1].Add(p.phases[i+1], new(big.Rat).Mul(x, share))
		}
	}
	own.Mul(own, ratio(1, l.n))
}

// rat returns x exactly.
func rat(x uint64) *big.Rat { return new(big.Rat).SetInt(new(big.Int).SetUint64(x)) }
