package design

import (
	"math/big"

	"chesscensus/stats"
)

// All numbers in this file are exact rational numbers, so no result depends on an order of summation.

// A meanEstimate is the estimate of a mean over the draws of one view.
type meanEstimate struct {
	mean *big.Rat
	// spread is the variance of t (see evaluate) for one draw that is judged in all phases.
	spread *big.Rat
	// later is the variance of the mean that comes from later phases, in addition to spread/n.
	later *big.Rat
	// variance is that of the mean, spread/n + later; phases are its parts by phase from this one on.
	variance *big.Rat
	phases   []*big.Rat
	// isWeak is true if one draw was judged where two are needed, so that the largest possible variance is used.
	isWeak bool
}

// An evaluator holds the parameters of an evaluation that are the same for all nodes.
type evaluator struct {
	known func(j int) *big.Rat // coefficient K of the step after phase j+1
	high  bool                 // undecided draws count as In, else as Out
	low   *totals              // if high, the totals of the same views with undecided draws Out
	bound *big.Rat             // largest possible value
	means bool                 // compute only means, and leave all variances 0
}

// A nodeSums holds the sums over one view during its evaluation. The arrays are indexed by class.
type nodeSums struct {
	n      uint64
	t      fraction                  // sum of the t of all draws, see evaluate
	y2     fraction                  // sum of y^2 of all draws
	z2     fraction                  // estimated sum of z^2
	below  [maxClasses]*meanEstimate // estimates of the subsamples
	z2Mean [maxClasses]*big.Rat      // means of z^2 below, less K times those of y^2
	passed [maxClasses]uint64        // draws that pass
	end    int                       // largest class that has a subsample, plus 1
}

// evaluate estimates the mean of a view at phase j+1, and its mean of z^2. Let y be the possible value of a draw and z its true one, y or
// 0. The phase before has already counted k*y (0 at phase 1), so the mean of z - k*y is estimated. It is the mean of
//
//	t = -k y            Out
//	t = y - k y         In
//	t = K y - k y + D   passes in a class whose subsample has the mean D
//
// with K the coefficient of the next step. Undecided draws (no subsample) count as Out or In. With n draws, of which m_g pass in class g
// and n_g are judged further,
//
//	spread   = (mean of (z - k y)^2 - mean^2 + later) n/(n-1)
//	later    = sum over g of (m_g/n)^2 ((1/n_g - 1/m_g) spread_g + later_g)
//	variance = spread/n + later
//
// where the mean of (z - k y)^2 = k^2 y^2 + (1-2k) z^2 is estimated from all draws for y^2, and by the same method as the mean of z for
// z^2.
func (e *evaluator) evaluate(v *view, j int, k *big.Rat) (estimated meanEstimate, z2 *big.Rat) {
	estimated = meanEstimate{mean: new(big.Rat), spread: new(big.Rat), later: new(big.Rat), variance: new(big.Rat)}
	if v.n == 0 {
		return estimated, new(big.Rat)
	}
	sums := nodeSums{n: v.n}
	for i := range v.groups {
		e.addGroup(&sums, v, &v.groups[i], j, k)
	}
	estimated.mean = sums.t.over(v.n)
	if e.means {
		return estimated, new(big.Rat)
	}
	z2 = sums.z2.over(v.n)
	var later fraction
	for g := range sums.end {
		if d := sums.below[g]; d != nil {
			later.addLater(d, v.next[g].n, sums.passed[g], v.n)
			estimated.isWeak = estimated.isWeak || d.isWeak && sums.passed[g] > 1
		}
	}
	estimated.later = later.over(1)
	estimated.setSpread(v.n, sums.y2.over(v.n), z2, k, e.bound)
	later.add(estimated.spread, ratio(1, v.n))
	estimated.variance = later.over(1)
	estimated.splitByPhase(&sums)
	return estimated, z2
}

// addGroup adds one group to the sums. If its draws pass in a class with a subsample, it evaluates the subsample first.
func (e *evaluator) addGroup(sums *nodeSums, v *view, g *group, j int, k *big.Rat) {
	coefficient := new(big.Rat).Neg(k) // of y in t
	count := rat(g.count)
	child := v.child(g.class)
	switch {
	case g.outcome == stats.Open && child != nil:
		next := e.known(j)
		if sums.below[g.class] == nil {
			d, z2 := e.evaluate(child, j+1, next)
			sums.below[g.class] = &d
			if !e.means {
				sums.z2Mean[g.class] = z2.Sub(z2, new(big.Rat).Mul(next, meanSquare(child)))
			}
			sums.end = max(sums.end, g.class+1)
		}
		sums.passed[g.class] += g.count
		coefficient.Add(coefficient, next)
		sums.t.add(sums.below[g.class].mean, count)
		if !e.means {
			sums.z2.add(next, g.y2)
			sums.z2.add(sums.z2Mean[g.class], count)
		}
	case g.outcome == stats.In, g.outcome == stats.Open && e.high:
		coefficient.Add(coefficient, one)
		sums.z2.add(g.y2)
	}
	sums.t.add(coefficient, g.y)
	sums.y2.add(g.y2)
}

// meanSquare returns the mean of y^2 over the draws of a view.
func meanSquare(v *view) *big.Rat {
	var sum fraction
	for i := range v.groups {
		sum.add(v.groups[i].y2)
	}
	return sum.over(v.n)
}

// addLater adds (m/n)^2 ((1/judged - 1/m) spread + later): of n draws m pass, and so many of these were judged further, with the estimate d.
func (f *fraction) addLater(d *meanEstimate, judged, m, n uint64) {
	share := ratio(m, n)
	f.add(share, share, d.spread, new(big.Rat).Sub(ratio(1, judged), ratio(1, m)))
	f.add(share, share, d.later)
}

// setSpread sets spread, given the means of y^2 and z^2. With n < 2 that is the largest possible variance, and isWeak is set.
func (e *meanEstimate) setSpread(n uint64, y2, z2, k, bound *big.Rat) {
	if n < 2 { // (bound/2)^2 is the largest variance of a law on an interval of that length
		e.isWeak = true
		e.spread.Mul(bound, bound)
		e.spread.Mul(e.spread, big.NewRat(1, 4))
		return
	}
	factor := new(big.Rat).Add(k, k)
	factor.Sub(one, factor) // 1 - 2k
	var sum fraction
	sum.add(k, k, y2)
	sum.add(factor, z2)
	sum.add(e.mean, new(big.Rat).Neg(e.mean))
	sum.add(e.later)
	e.spread.Mul(sum.over(n-1), rat(n))
}

// splitByPhase sets the parts of the variance by phase. The part of this phase is (spread - sum over g of (m_g/n) spread_g) / n, that of a
// later one the sum of (m_g/n)^2 times its part in the subsamples. With m_g = 1 all terms of g cancel and are omitted.
func (e *meanEstimate) splitByPhase(sums *nodeSums) {
	phases := make([]fraction, 1, maxPhases)
	phases[0].add(e.spread)
	for g := range sums.end {
		d, m := sums.below[g], sums.passed[g]
		if d == nil || m == 1 {
			continue
		}
		share := ratio(m, sums.n)
		phases[0].add(new(big.Rat).Neg(share), d.spread)
		for i, x := range d.phases {
			if i+1 == len(phases) {
				phases = append(phases, fraction{})
			}
			phases[i+1].add(share, share, x)
		}
	}
	e.phases = []*big.Rat{phases[0].over(sums.n)}
	for i := range phases[1:] {
		e.phases = append(e.phases, phases[i+1].over(1))
	}
}
