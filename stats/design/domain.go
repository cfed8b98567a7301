package design

import (
	"errors"
	"fmt"
	"math"
	"math/big"

	"chesscensus/stats"
)

// Domain estimates how many of the objects have some property, such as a number of
// men, from a sample of the draws that have it and the sample of all draws.
//
// The domain sample holds, at every node and with the same outcome, class, weight
// and multiplicity, those draws of the whole sample that have the property. All
// other draws contribute 0; so the estimates of domains that partition the space
// add up to that of the whole (with the coefficients Known applied to the domain's
// draws alone; Sarndal, Swensson, Wretman 1992, chapter 10). Out draws of the domain, and
// draws that pass, can be left out of it as long as the coefficient of the step to
// the phase (Out) or from it (passing) is 0.
//
// It is an error if [Design.Estimate] of the whole would fail, or the domain holds
// a draw that the whole does not.
func (d *Design) Domain(whole, domain *Sample, opt stats.Options) (Result, error) {
	filled, err := d.fillDomain(whole, domain, opt)
	if err != nil {
		return Result{}, err
	}
	return d.Estimate(filled, opt)
}

// fill makes dst the node of the domain: its own draws, and all others of the whole
// with weight 0.
func fill(dst, whole, domain *Node) {
	inside := map[kind]uint64{}
	for _, c := range domain.Cells() {
		inside[kind{c.Outcome, c.Class, c.Weight, c.Mult}] = c.Count
		dst.AddCell(c)
	}
	for _, c := range whole.Cells() {
		c.Count -= inside[kind{c.Outcome, c.Class, c.Weight, c.Mult}]
		c.Weight, c.Mult = 0, 1
		dst.AddCell(c)
	}
	for class, child := range whole.next {
		if child == nil {
			continue
		}
		sub := domain.child(class)
		if sub == nil {
			sub = new(Node)
		}
		fill(dst.Child(class), child, sub)
	}
}

// fillDomain checks a domain and returns it with all other draws of the whole.
func (d *Design) fillDomain(whole, domain *Sample, opt stats.Options) (*Sample, error) {
	if err := d.check(whole, opt); err != nil {
		return nil, err
	}
	if len(domain.Strata) != len(whole.Strata) {
		return nil, fmt.Errorf("design: the domain has %d strata, the sample %d", len(domain.Strata), len(whole.Strata))
	}
	filled := NewSample(len(whole.Strata))
	for h := range whole.Strata {
		if err := contains(&whole.Strata[h], &domain.Strata[h]); err != nil {
			return nil, fmt.Errorf("design: stratum %d (%q): %w", h, d.Strata[h].Name, err)
		}
		fill(&filled.Strata[h], &whole.Strata[h], &domain.Strata[h])
	}
	if err := d.check(filled, opt); err != nil {
		return nil, fmt.Errorf("%w (in the domain)", err)
	}
	return filled, nil
}

// contains checks that the whole holds every draw of the domain.
func contains(whole, domain *Node) error {
	counts := map[kind]uint64{}
	for _, c := range whole.Cells() {
		counts[kind{c.Outcome, c.Class, c.Weight, c.Mult}] = c.Count
	}
	for _, c := range domain.Cells() {
		if n := counts[kind{c.Outcome, c.Class, c.Weight, c.Mult}]; c.Count > n {
			return fmt.Errorf("the domain has %d draws that are %v with weight %d and multiplicity %d, the whole %d", c.Count, c.Outcome, c.Weight, c.Mult, n)
		}
	}
	for class, child := range domain.next {
		if child == nil || child.n == 0 {
			continue
		}
		sub := whole.child(class)
		if sub == nil {
			return errors.New("the domain has draws in a phase that the whole has not")
		}
		if err := contains(sub, child); err != nil {
			return err
		}
	}
	return nil
}

// Share estimates which share of the objects has the property of a domain sample
// (see [Design.Domain]): R = domain/whole. A ratio of unbiased estimates has a bias
// of the order of 1/draws, far below its standard error, which is that of the
// linearized ratio, the total of (z in the domain) - R z divided by the whole
// (Cochran 1977, 6.3; Sarndal, Swensson, Wretman 1992, 5.6). Undecided draws count
// as Out.
//
// Value, StdErr and limits are shares, not counts. Without objects in the sample
// the share is unknown: the interval is [0,1], with a warning. Errors are those of
// Domain.
func (d *Design) Share(whole, domain *Sample, opt stats.Options) (stats.Estimate, error) {
	if _, err := d.fillDomain(whole, domain, opt); err != nil {
		return stats.Estimate{}, err
	}
	return d.ratio(whole, domain, opt, func(w, m uint64, inside bool) (num, den *big.Rat) {
		den = contribution(w, m)
		if inside {
			return den, den
		}
		return new(big.Rat), den
	}), nil
}

// MeanMultiplicity estimates the mean multiplicity of the objects, the number of
// members of the space that are In divided by the number of objects:
// total of weight over total of weight/mult. See [Design.Share] for the method.
// The coefficients Known must be such that y is known for all draws they concern.
func (d *Design) MeanMultiplicity(s *Sample, opt stats.Options) (stats.Estimate, error) {
	if err := d.check(s, opt); err != nil {
		return stats.Estimate{}, err
	}
	e := d.ratio(s, s, opt, func(w, m uint64, _ bool) (num, den *big.Rat) {
		return rat(w), contribution(w, m)
	})
	if e.Value == 0 {
		e.Hi = math.MaxFloat64
	}
	return e, nil
}

// ratio estimates the ratio of two totals that are functions of weight,
// multiplicity and whether the draw is in the domain.
func (d *Design) ratio(whole, domain *Sample, opt stats.Options, f func(w, m uint64, inside bool) (num, den *big.Rat)) stats.Estimate {
	sum := func(g func(w, m uint64, inside bool) *big.Rat) totals {
		views := make([]*view, len(whole.Strata))
		for h := range views {
			views[h] = domainView(&whole.Strata[h], &domain.Strata[h], g)
		}
		return d.total(views, big.NewRat(1, 1), false)
	}
	e := stats.Estimate{Confidence: opt.Level(), Method: stats.Normal, Draws: whole.Draws()}
	for h := range domain.Strata {
		e.Hits += domain.Strata[h].hits()
	}
	den := sum(func(w, m uint64, inside bool) *big.Rat { _, x := f(w, m, inside); return x }).value
	if den.Sign() <= 0 {
		e.Hi = 1
		e.Warnings = append(e.Warnings, errors.New("design: no objects, so the ratio is unknown"))
		return e
	}
	num := sum(func(w, m uint64, inside bool) *big.Rat { x, _ := f(w, m, inside); return x }).value
	e.Value, _ = newFloat().Quo(num, den).Float64()
	r := new(big.Rat).SetFloat64(e.Value)
	linear := sum(func(w, m uint64, inside bool) *big.Rat {
		x, y := f(w, m, inside)
		return new(big.Rat).Sub(x, new(big.Rat).Mul(r, y))
	})
	v := newFloat().Quo(linear.variance, newFloat().Mul(den, den))
	e.StdErr, _ = v.Sqrt(v).Float64()
	e.Mean, e.Variance = e.Value, e.StdErr*e.StdErr*float64(e.Draws)
	h := opt.Quantile() * e.StdErr
	e.Lo, e.Hi = e.Value-h, e.Value+h
	if e.Hits < MinEffective {
		e.Warnings = append(e.Warnings, fmt.Errorf("design: %d hits are few for the normal limit", e.Hits))
	}
	return e
}

// hits returns the number of In draws at a node and below.
func (n *Node) hits() uint64 {
	sum := n.Count(stats.In)
	for _, child := range n.next {
		if child != nil {
			sum += child.hits()
		}
	}
	return sum
}

// domainView returns the view of the whole in which a cell is split by membership
// in the domain.
func domainView(whole, domain *Node, g func(w, m uint64, inside bool) *big.Rat) *view {
	v := &view{n: whole.n}
	inside := map[kind]uint64{}
	for _, c := range domain.Cells() {
		inside[kind{c.Outcome, c.Class, c.Weight, c.Mult}] = c.Count
	}
	for _, c := range whole.Cells() {
		n := inside[kind{c.Outcome, c.Class, c.Weight, c.Mult}]
		if n > 0 {
			v.vals = append(v.vals, value{c.Outcome, c.Class, n, g(c.Weight, c.Mult, true)})
		}
		if n < c.Count {
			v.vals = append(v.vals, value{c.Outcome, c.Class, c.Count - n, g(c.Weight, c.Mult, false)})
		}
	}
	for class, child := range whole.next {
		if child == nil {
			child = new(Node)
		}
		sub := domain.child(class)
		if sub == nil {
			sub = new(Node)
		}
		v.next = append(v.next, domainView(child, sub, g))
	}
	return v
}
