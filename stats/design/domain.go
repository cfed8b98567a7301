package design

import (
	"fmt"
	"math"
	"math/big"

	"chesscensus/stats"
)

// Domain estimates the number of objects with some property, such as a number of men, from the sample of the draws that have it and the
// sample of all draws.
//
// The domain sample holds, at every node and with the same outcome, class, weight and multiplicity, those draws of the whole sample that
// have the property. All other draws contribute 0; so the estimates of domains that partition the space add up to that of the whole (with
// the coefficients Known applied to the domain's draws alone; Sarndal, Swensson, Wretman 1992, chapter 10). Out draws of the domain, and
// draws that pass, can be left out of it as long as the coefficient of the step to the phase (Out) or from it (passing) is 0.
//
// Without a hit the upper limit depends on the largest number of members for which one draw stands. Only draws of the domain that were
// judged in their last phase count for it, or all draws of phase 1 if there are none.
//
// It is an error if [Design.Estimate] of the whole would fail, or the domain holds a draw that the whole does not.
func (d *Design) Domain(whole, domain *Sample, opt stats.Options) (Result, error) {
	filled, err := d.fillDomain(whole, domain, opt)
	if err != nil {
		return Result{}, err
	}
	return d.Estimate(filled, opt)
}

// fillDomain checks a domain and returns it with all other draws of the whole, with weight 0.
func (d *Design) fillDomain(whole, domain *Sample, opt stats.Options) (*Sample, error) {
	if err := d.check(whole, opt); err != nil {
		return nil, err
	}
	if err := d.checkPart(whole, domain); err != nil {
		return nil, err
	}
	filled := NewSample(len(whole.Strata))
	for h := range whole.Strata {
		fillNode(&filled.Strata[h], &whole.Strata[h], &domain.Strata[h])
	}
	if err := d.check(filled, opt); err != nil {
		return nil, fmt.Errorf("%w (in the domain)", err)
	}
	return filled, nil
}

// fillNode adds to dst the draws of the domain at a node and below, and all others of the whole with weight 0.
func fillNode(dst, whole, domain *Node) {
	inside, outside := splitByDomain(whole, domain)
	for _, c := range inside {
		dst.AddCell(c)
	}
	for _, c := range outside {
		c.Weight, c.Mult = 0, 1
		dst.AddCell(c)
	}
	for class, child := range whole.Below(1) {
		fillNode(dst.Child(class), child, domain.childOrEmpty(class))
	}
}

// checkPart returns an error if the domain has another number of strata than the sample, or a draw that the sample has not.
func (d *Design) checkPart(whole, domain *Sample) error {
	if len(domain.Strata) != len(whole.Strata) {
		return fmt.Errorf("design: the domain has %d strata, the sample %d", len(domain.Strata), len(whole.Strata))
	}
	for h := range whole.Strata {
		if err := checkContains(&whole.Strata[h], &domain.Strata[h]); err != nil {
			return fmt.Errorf("design: stratum %d (%q): %w", h, d.Strata[h].Name, err)
		}
	}
	return nil
}

// checkContains returns an error if the domain has a draw that the whole has not.
func checkContains(whole, domain *Node) error {
	for _, c := range domain.Cells() {
		if n := whole.count(c.kind()); c.Count > n {
			return fmt.Errorf("the domain has %d draws that are %v with weight %d and multiplicity %d, the whole %d",
				c.Count, c.Outcome, c.Weight, c.Mult, n)
		}
	}
	for class, child := range domain.Below(1) {
		if err := checkContains(whole.childOrEmpty(class), child); err != nil {
			return err
		}
	}
	return nil
}

// Share estimates the share of the objects that have the property of a domain sample (see [Design.Domain]): R = domain/whole. A ratio of
// unbiased estimates has a bias of the order of 1/draws, far below its standard error. The standard error is that of the linearized ratio,
// the total of (z in the domain) - R z divided by the whole (Cochran 1977, 6.3; Sarndal, Swensson, Wretman 1992, 5.6). Undecided draws
// count as Out.
//
// Value, StdErr and limits are shares, not counts. The interval is Normal if at least stats.MinEffectiveWeighted of n = R(1-R)/StdErr^2
// effective objects have the property, and as many have it not; else it is that of Korn and Graubard (see [Design.Estimate]) for n. If no
// object has the property, or all have it, there is no standard error. Then the limit is that of Clopper and Pearson for the number of
// objects divided by the largest number for which one draw stands. Without objects in the sample the share is unknown: the interval is
// [0,1], with a warning. Errors are those of Domain.
func (d *Design) Share(whole, domain *Sample, opt stats.Options) (stats.Estimate, error) {
	if _, err := d.fillDomain(whole, domain, opt); err != nil {
		return stats.Estimate{}, err
	}
	e := d.ratio(whole, domain, opt, valueForm{inside: contribution, outside: linear{zero, zero}}, forAll(contribution))
	switch p := e.Value; {
	case e.Hi == 1 && p == 0: // no objects
	case e.StdErr == 0 && (p == 0 || p == 1):
		n := max(1, objects(d, whole, opt))
		e.Method = stats.ClopperPearson
		e.Lo, e.Hi = stats.ClopperPearsonShare(p*n, n, 1-opt.Level())
	case p > 0 && p < 1 && e.StdErr > 0:
		n := p * (1 - p) / (e.StdErr * e.StdErr)
		if n*p < stats.MinEffectiveWeighted || n*(1-p) < stats.MinEffectiveWeighted {
			e.Method = stats.ClopperPearson
			e.Lo, e.Hi = kornGraubard(n*p, n, opt)
		}
	}
	return e, nil
}

// objects returns the estimated number of objects divided by the largest number of objects for which one draw stands.
func objects(d *Design, s *Sample, opt stats.Options) float64 {
	r := d.counts(s)
	all, _ := d.value(views(s, s, forAll(contribution))).Float64()
	largest, _ := bound(s, opt).Float64()
	return all / (r.LargestWeight * largest)
}

// MeanMultiplicity estimates the mean multiplicity of the objects: the number of members of the space that are In divided by the number of
// objects, which is the total of weight over the total of weight/mult. The standard error is that of the linearized ratio, as in
// [Design.Share]; the interval is always Normal. If all multiplicities have a common factor, such as the levels of a redraw, the result
// has it too. Without objects Value is 0, and the interval reaches up to the largest float64.
func (d *Design) MeanMultiplicity(s *Sample, opt stats.Options) (stats.Estimate, error) {
	if err := d.check(s, opt); err != nil {
		return stats.Estimate{}, err
	}
	e := d.ratio(s, s, opt, forAll(linear{one, zero}), forAll(contribution))
	if e.Value == 0 {
		e.Hi = math.MaxFloat64
	}
	return e, nil
}

// ratio estimates the ratio of the totals of two forms.
func (d *Design) ratio(whole, domain *Sample, opt stats.Options, numerator, denominator valueForm) stats.Estimate {
	e := stats.Estimate{Confidence: opt.Level(), Method: stats.Normal, Draws: whole.draws(), Hits: domain.hits()}
	den := d.value(views(whole, domain, denominator))
	if den.Sign() <= 0 {
		e.Hi = 1
		warn(&e, "no objects, so the ratio is unknown")
		return e
	}
	d.quotient(&e, den, opt, func(r *big.Rat) []*view {
		return views(whole, domain, valueForm{numerator.inside.minus(r, denominator.inside), numerator.outside.minus(r, denominator.outside)})
	})
	return e
}

// quotient sets e to a ratio with the denominator den. The function residuals returns the views of numerator - r denominator for any r.
func (d *Design) quotient(e *stats.Estimate, den *big.Float, opt stats.Options, residuals func(r *big.Rat) []*view) {
	e.Value, _ = newFloat().Quo(d.value(residuals(zero)), den).Float64()
	residual := d.total(residuals(new(big.Rat).SetFloat64(e.Value)), one, nil)
	e.Effective = effective(d, &residual)
	v := newFloat().Quo(residual.variance, newFloat().Mul(den, den))
	e.StdErr, _ = v.Sqrt(v).Float64()
	e.Mean, e.Variance = e.Value, e.StdErr*e.StdErr*float64(e.Draws)
	h := opt.Quantile() * e.StdErr
	e.Lo, e.Hi = e.Value-h, e.Value+h
	if e.Hits < stats.MinEffectiveWeighted {
		warn(e, "%d hits are few for the normal limit", e.Hits)
	}
}

// hits returns the number of In draws at a node and below.
func (n *Node) hits() uint64 {
	sum := n.Count(stats.In)
	for _, child := range n.Below(1) {
		sum += child.hits()
	}
	return sum
}

// minus returns f - r*g.
func (f linear) minus(r *big.Rat, g linear) linear {
	ra, rb := new(big.Rat).Mul(r, g.a), new(big.Rat).Mul(r, g.b)
	return linear{ra.Sub(f.a, ra), rb.Sub(f.b, rb)}
}
