package design

import (
	"math/big"

	"chesscensus/stats"
)

// Everything in this file is exact: sums of integers and ratios of integers, so results cannot depend on any order.

// A part is the estimate of a mean over the draws of one view.
type part struct {
	mean *big.Rat
	// spread is the variance of t for one draw that is judged to the end.
	spread *big.Rat
	// later is the variance of the mean that comes from the later phases, on top of spread/n.
	later *big.Rat
	// variance of the mean, spread/n + later, and its parts by phase from this one.
	variance *big.Rat
	phases   []*big.Rat
	// weak says that one draw was judged where two are needed, so that the largest possible variance is used.
	weak bool
}

// An evaluator holds what is the same for all nodes.
type evaluator struct {
	known func(j int) *big.Rat
	high  bool     // undecided draws are In, else Out
	low   *totals  // if high, of the same views with undecided draws Out
	bound *big.Rat // largest possible value
	means bool     // only means are wanted, for a fraction of the work
}

// A level is the sums over one view while it is evaluated.
type level struct {
	n      uint64
	t      fraction // sum of the t of all draws, see eval
	y2     fraction // sum of y^2 of all draws
	z2     fraction // estimated sum of z^2
	below  [maxClasses]*part
	z2Mean [maxClasses]*big.Rat // corrected means of z^2 below
	passed [maxClasses]uint64
	last   int // number of classes to look at
}

// eval estimates the mean of a view at phase j+1, and its mean of z^2. Let y be the possible value of a draw and z its true one, y or 0.
// The phase before has credited k*y (0 at phase 1), so the mean of z - k*y is wanted. It is the mean of
//
//	t = -k y            Out
//	t = y - k y         In
//	t = K y - k y + D   passes in a class whose subsample has the mean D
//
// with K the coefficient of the next step. Undecided draws (no subsample) count as Out or In. With n draws, of which m_g pass in class g
// and n_g are taken on,
//
//	spread   = (mean of (z - k y)^2 - mean^2 + later) n/(n-1)
//	later    = sum over g of (m_g/n)^2 ((1/n_g - 1/m_g) spread_g + later_g)
//	variance = spread/n + later
//
// where the mean of (z - k y)^2 = k^2 y^2 + (1-2k) z^2 is estimated from all draws for y^2, and by the same method as the mean of z for
// z^2.
func (ev *evaluator) eval(v *view, j int, k *big.Rat) (p part, z2 *big.Rat) {
	p = part{mean: new(big.Rat), spread: new(big.Rat), later: new(big.Rat), variance: new(big.Rat)}
	if v.n == 0 {
		return p, new(big.Rat)
	}
	l := level{n: v.n}
	for i := range v.groups {
		ev.add(&l, v, &v.groups[i], j, k)
	}
	if p.mean = l.t.over(v.n); ev.means {
		return p, new(big.Rat)
	}
	z2 = l.z2.over(v.n)
	var later fraction
	for g := range l.last {
		if d := l.below[g]; d != nil {
			later.addLater(d, v.next[g].n, l.passed[g], v.n)
			p.weak = p.weak || d.weak && l.passed[g] > 1
		}
	}
	p.later = later.over(1)
	p.setSpread(v.n, l.y2.over(v.n), z2, k, ev.bound)
	later.add(p.spread, ratio(1, v.n))
	p.variance = later.over(1)
	p.split(&l)
	return p, z2
}

// add includes one group.
func (ev *evaluator) add(l *level, v *view, g *group, j int, k *big.Rat) {
	coefficient := new(big.Rat).Neg(k) // of y in t
	count := rat(g.count)
	child := v.child(g.class)
	switch {
	case g.outcome == stats.Open && child != nil:
		next := ev.known(j)
		if l.below[g.class] == nil {
			d, z2 := ev.eval(child, j+1, next)
			if l.below[g.class] = &d; !ev.means {
				l.z2Mean[g.class] = z2.Sub(z2, new(big.Rat).Mul(next, meanSquare(child)))
			}
			l.last = max(l.last, g.class+1)
		}
		l.passed[g.class] += g.count
		coefficient.Add(coefficient, next)
		l.t.add(l.below[g.class].mean, count)
		if !ev.means {
			l.z2.add(next, g.y2)
			l.z2.add(l.z2Mean[g.class], count)
		}
	case g.outcome == stats.In, g.outcome == stats.Open && ev.high:
		coefficient.Add(coefficient, unit)
		l.z2.add(g.y2)
	}
	l.t.add(coefficient, g.y)
	l.y2.add(g.y2)
}

// meanSquare returns the mean of y^2 over the draws of a view.
func meanSquare(v *view) *big.Rat {
	var sum fraction
	for i := range v.groups {
		sum.add(v.groups[i].y2)
	}
	return sum.over(v.n)
}

// addLater adds (m/n)^2 ((1/taken - 1/m) spread + later) of a subsample d.
func (f *fraction) addLater(d *part, taken, m, n uint64) {
	share := ratio(m, n)
	f.add(share, share, d.spread, new(big.Rat).Sub(ratio(1, taken), ratio(1, m)))
	f.add(share, share, d.later)
}

// setSpread fills spread from the means of y^2 and z^2.
func (p *part) setSpread(n uint64, y2, z2, k, bound *big.Rat) {
	if n < 2 { // (b/2)^2 is the largest variance of a law on an interval of length b
		p.weak = true
		p.spread.Mul(bound, bound)
		p.spread.Mul(p.spread, big.NewRat(1, 4))
		return
	}
	f := new(big.Rat).Add(k, k)
	f.Sub(unit, f)
	var square fraction
	square.add(k, k, y2)
	square.add(f, z2)
	square.add(p.mean, new(big.Rat).Neg(p.mean))
	square.add(p.later)
	p.spread.Mul(square.over(n-1), rat(n))
}

// split fills the parts of the variance by phase: this one has (spread - sum over g of (m_g/n) spread_g) / n, a later one (m_g/n)^2 times
// its part in the subsample. With m_g = 1 all terms of g cancel, and are left out.
func (p *part) split(l *level) {
	phases := make([]fraction, 1, maxPhases)
	phases[0].add(p.spread)
	for g := range l.last {
		d, m := l.below[g], l.passed[g]
		if d == nil || m == 1 {
			continue
		}
		share := ratio(m, l.n)
		phases[0].add(new(big.Rat).Neg(share), d.spread)
		for i, x := range d.phases {
			if i+1 == len(phases) {
				phases = append(phases, fraction{})
			}
			phases[i+1].add(share, share, x)
		}
	}
	p.phases = []*big.Rat{phases[0].over(l.n)}
	for i := range phases[1:] {
		p.phases = append(p.phases, phases[i+1].over(1))
	}
}
