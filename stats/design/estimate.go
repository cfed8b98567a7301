package design

import (
	"fmt"
	"math"
	"math/big"
	"slices"

	"gonum.org/v1/gonum/stat/distuv"

	"chesscensus/stats"
)

// precision of sums over strata, in bits.
const precision = 1024

// Estimate estimates the number of objects that are In from a sample.
//
//	Value  = sum over strata of N_h * mean_h
//	StdErr = sqrt(sum over strata of N_h^2 * variance_h)
//
// with mean and variance of a stratum as in the package documentation. Both are unbiased (the variance, not its root) whatever the
// allocation, if every stratum has at least two draws in phase 1 and every class from which draws pass has a subsample of at least two (or
// all of them), as [SystematicSample] ensures. If not, the result has a warning: the draws of a class without subsample count as
// undecided, the total of a stratum without draws as anything from 0 to N_h*opt.MaxWeight, and the variance from a single draw as the
// largest possible one.
//
// The interval of [stats.Auto] is Normal if there are stats.MinEffectiveWeighted effective hits and misses, else that of Korn and Graubard:
// Clopper and Pearson's for the effective number of draws n = N^2 s^2 / StdErr^2 (s^2 the variance of a simple draw) and k = n*mean/c hits
// of size c = E[y^2]/E[y], both times (z/t)^2, with t the quantile of Student's law of 2 min(k, n-k) degrees of freedom, as StdErr rests on
// so few. With StdErr 0, as without hits, n is N over the largest weight, without the factor. opt.Method can be Auto, Normal, Wilson or
// ClopperPearson.
//
// It is an error if the design is not valid, the sample has another number of strata or more phases, a node has more draws than passed to
// it, or opt is not valid. The result depends on the counts alone, to the last bit.
//
// Sources: W. G. Cochran, Sampling Techniques, 3rd ed. (1977), sections 5.3 and 12.2; J. Neyman, "Contribution to the Theory of Sampling
// Human Populations", JASA 33 (1938); J. N. K. Rao, "On Double Sampling for Stratification and Analytical Surveys", Biometrika 60 (1973),
// for the unbiased variance; C.-E. Sarndal, B. Swensson, J. Wretman, Model Assisted Survey Sampling (1992), chapter 9; E. L. Korn, B. I.
// Graubard, "Confidence Intervals for Proportions with Small Expected Number of Positive Counts Estimated from Survey Data", Survey
// Methodology 24 (1998).
func (d *Design) Estimate(s *Sample, opt stats.Options) (Result, error) {
	if err := d.check(s, opt); err != nil {
		return Result{}, err
	}
	return d.result(s, views(s, s, forAll(contribution)), opt), nil
}

// Value returns Low.Value of [Design.Estimate], to the last bit, in a fraction of the time.
func (d *Design) Value(s *Sample, opt stats.Options) (float64, error) {
	if err := d.check(s, opt); err != nil {
		return 0, err
	}
	x, _ := d.value(views(s, s, forAll(contribution))).Float64()
	return x, nil
}

// value returns the value of the total of views. Undecided draws count as Out.
func (d *Design) value(views []*view) *big.Float {
	return d.sum(views, &evaluator{known: d.known, bound: one, means: true}).value
}

// views returns the views of all strata.
func views(whole, domain *Sample, f valueForm) []*view {
	list := make([]*view, len(whole.Strata))
	for h := range list {
		list[h] = viewOf(&whole.Strata[h], &domain.Strata[h], f)
	}
	return list
}

// check returns an error if design, sample or options are not valid or do not fit together.
func (d *Design) check(s *Sample, opt stats.Options) error {
	if err := d.validate(); err != nil {
		return err
	}
	if err := opt.Validate(); err != nil {
		return err
	}
	if opt.Method == stats.Chernoff {
		return fmt.Errorf("design: no interval by the method %v", opt.Method)
	}
	if len(s.Strata) != len(d.Strata) {
		return fmt.Errorf("design: the sample has %d strata, the design %d", len(s.Strata), len(d.Strata))
	}
	for h := range s.Strata {
		if err := d.checkNode(&s.Strata[h], 0); err != nil {
			return fmt.Errorf("design: stratum %d (%q): %w", h, d.Strata[h].Name, err)
		}
	}
	return nil
}

// checkNode returns an error if the next phase judges more draws than passed phase j+1, at this node or below.
func (d *Design) checkNode(n *Node, j int) error {
	for class, child := range n.Below(1) {
		if child.n == 0 {
			continue
		}
		if j+1 == d.Phases {
			return fmt.Errorf("draws in phase %d of %d", j+2, d.Phases)
		}
		if m := n.Passed(class); child.n > m {
			return fmt.Errorf("%d draws judged in phase %d, but %d passed to it", child.n, j+2, m)
		}
		if d.known(j).Sign() > 0 {
			if err := checkKinds(n, child, class, j); err != nil {
				return err
			}
		}
		if err := d.checkNode(child, j+1); err != nil {
			return err
		}
	}
	return nil
}

// checkKinds returns an error if some weight and multiplicity is more frequent in the subsample than among the draws that passed.
func checkKinds(n, child *Node, class, j int) error {
	judged := map[[2]uint64]uint64{}
	var failed *[2]uint64
	for c := range child.unordered() {
		k := [2]uint64{c.Weight, c.Mult}
		judged[k] += c.Count
		if judged[k] > n.count(kind{stats.Open, class, c.Weight, c.Mult}) && (failed == nil || slices.Compare(k[:], failed[:]) < 0) {
			failed = &k // the least one, since cells come in no particular order
		}
	}
	if failed != nil {
		return fmt.Errorf("more draws of weight %d and multiplicity %d judged in phase %d than passed to it", failed[0], failed[1], j+2)
	}
	return nil
}

// A totals holds sums over strata.
type totals struct {
	value, variance *big.Float
	second          *big.Float // N times the mean square of the contributions
	strata          []meanEstimate
	squares         []*big.Rat // mean squares by stratum
	isWeak          bool       // a variance rests on a single draw
	isNegative      bool       // the unbiased variance is negative; variance is the sum of absolute values
}

// newFloat returns 0 with the working precision.
func newFloat() *big.Float { return new(big.Float).SetPrec(precision) }

// float returns x rounded to the working precision.
func float(x *big.Rat) *big.Float { return newFloat().SetRat(x) }

// total returns the totals of views. If low is nil, undecided draws count as Out. Else they count as In, and low must hold the totals of
// the same views with undecided draws Out.
func (d *Design) total(views []*view, bound *big.Rat, low *totals) totals {
	return d.sum(views, &evaluator{known: d.known, high: low != nil, low: low, bound: bound})
}

// sum returns the totals of views, one for each stratum, by an evaluator.
func (d *Design) sum(views []*view, ev *evaluator) totals {
	t := totals{value: newFloat(), variance: newFloat(), second: newFloat()}
	for h, v := range views {
		estimated, z2 := meanEstimate{mean: new(big.Rat), variance: new(big.Rat)}, new(big.Rat)
		switch {
		case v.isZero(): // often: most strata have no draw of most domains
		case ev.high && v.n > 0 && !ev.low.isNegative && !v.hasUndecided(): // without undecided draws, high equals low
			estimated, z2 = ev.low.strata[h], ev.low.squares[h]
			estimated.variance = new(big.Rat).Set(estimated.variance)
		default:
			estimated, z2 = ev.evaluate(v, 0, new(big.Rat))
		}
		if v.n == 0 && ev.high {
			estimated.mean.Set(ev.bound)
			z2.Mul(ev.bound, ev.bound)
		}
		t.isWeak = t.isWeak || estimated.isWeak
		size := newFloat().SetInt(d.Strata[h].Size)
		t.value.Add(t.value, newFloat().Mul(size, float(estimated.mean)))
		t.second.Add(t.second, newFloat().Mul(size, float(z2)))
		t.variance.Add(t.variance, newFloat().Mul(newFloat().Mul(size, size), float(estimated.variance)))
		t.strata, t.squares = append(t.strata, estimated), append(t.squares, z2)
	}
	if t.variance.Sign() < 0 {
		t.isNegative = true
		t.variance.SetInt64(0)
		for h, estimated := range t.strata {
			size := newFloat().SetInt(d.Strata[h].Size)
			t.variance.Add(t.variance, newFloat().Mul(newFloat().Mul(size, size), float(estimated.variance.Abs(estimated.variance))))
		}
	}
	return t
}

// bound returns the largest contribution of a member: that of the options, or a larger one in the sample.
func bound(s *Sample, opt stats.Options) *big.Rat {
	b := rat(max(opt.MaxWeight, 1))
	for h := range s.Strata {
		s.Strata[h].raiseBound(b)
	}
	return b
}

// raiseBound sets b to the largest contribution at a node and below, if it is above b.
func (n *Node) raiseBound(b *big.Rat) {
	for c := range n.unordered() {
		if c.Weight <= c.Mult && b.Cmp(one) >= 0 {
			continue // as for most cells
		}
		if y := ratio(c.Weight, c.Mult); y.Cmp(b) > 0 {
			b.Set(y)
		}
	}
	for _, child := range n.Below(1) {
		child.raiseBound(b)
	}
}

// counts returns a result with the counts of a sample, the largest weights, and warnings of strata and classes without draws.
func (d *Design) counts(s *Sample) Result {
	r := Result{Size: d.Size(), Phases: make([]PhasePart, d.Phases)}
	for h := range s.Strata {
		size, _ := newFloat().SetInt(d.Strata[h].Size).Float64()
		if n := &s.Strata[h]; n.n > 0 {
			r.count(n, 0, size/float64(n.n))
		} else {
			warn(&r.Low, "stratum %d (%q) has no draws; its total is unknown", h, d.Strata[h].Name)
		}
	}
	return r
}

// result returns the result of [Design.Estimate] for the views of a sample.
func (d *Design) result(s *Sample, views []*view, opt stats.Options) Result {
	result := d.counts(s)
	b := bound(s, opt)
	result.warnEvents()
	low := d.total(views, b, nil)
	if low.isWeak {
		warn(&result.Low, "a variance rests on a single draw; the largest possible is used")
	}
	if low.isNegative {
		warn(&result.Low, "the unbiased variance is negative by chance; its absolute parts are used")
	}
	high := low
	if result.OpenDraws > 0 || slices.ContainsFunc(s.Strata, func(n Node) bool { return n.n == 0 }) {
		high = d.total(views, b, &low)
	}
	result.Low.Draws = s.draws()
	result.High = result.Low
	result.High.Warnings = slices.Clone(result.Low.Warnings)
	result.High.Hits += result.OpenDraws
	d.fillEstimate(&result.Low, low, result.LargestWeight, b, opt)
	d.fillEstimate(&result.High, high, result.LargestWeight, b, opt)
	result.EffectiveDraws, result.DesignEffect = result.Low.Effective, result.Low.DesignEffect()
	result.Lo, result.Hi = stats.Range(result.Low, result.High)
	if result.LargestShare > 0 && result.Low.Value > 0 {
		result.LargestShare = min(1, result.LargestShare/result.Low.Value)
	}
	result.split(d, s, low)
	return result
}

// fillEstimate sets the numbers of an estimate and its interval.
func (d *Design) fillEstimate(e *stats.Estimate, t totals, largestWeight float64, largestValue *big.Rat, opt stats.Options) {
	size := newFloat().SetInt(d.Size())
	e.Confidence = opt.Level()
	e.Value, _ = t.value.Float64()
	e.StdErr, _ = newFloat().Sqrt(t.variance).Float64()
	e.Mean, _ = newFloat().Quo(t.value, size).Float64()
	v := newFloat().Quo(t.variance, newFloat().Mul(size, size)) // of the mean
	perDraw := v.Mul(v, newFloat().SetUint64(e.Draws))
	e.Variance, _ = perDraw.Float64()
	e.Effective = effective(d, &t)

	sizeFloat, _ := size.Float64()
	// The limits are computed in units of hitSize, the mean size of a contribution.
	hitSize, _ := largestValue.Float64()
	if t.value.Sign() > 0 {
		hitSize, _ = newFloat().Quo(t.second, t.value).Float64()
	}
	n := e.Effective
	if n == 0 && largestWeight > 0 {
		n = sizeFloat / largestWeight
	}
	hits := min(n, max(0, n*e.Mean/hitSize))
	interval(e, opt, hits, n, hitSize*sizeFloat, e.Effective > 0)
	all, _ := newFloat().Mul(size, float(largestValue)).Float64()
	e.Lo, e.Hi = max(e.Lo, -all), min(e.Hi, max(all, e.Value))
}

// effective returns the variance of one simple draw divided by that of the mean: the number of simple draws with the same variance. It is 0
// if either variance is 0.
func effective(d *Design, t *totals) (n float64) {
	size := newFloat().SetInt(d.Size())
	mean := newFloat().Quo(t.value, size)
	spread := newFloat().Sub(newFloat().Quo(t.second, size), newFloat().Mul(mean, mean))
	if t.variance.Sign() > 0 && spread.Sign() > 0 && !isRounding(spread, mean) {
		v := newFloat().Quo(t.variance, newFloat().Mul(size, size))
		n, _ = spread.Quo(spread, v).Float64()
	}
	return n
}

// isRounding reports whether a spread, E[y^2] - E[y]^2, is only a rounding error. For example, if all contributions are 33/49, the
// difference of the two terms is one unit in the last bit.
func isRounding(spread, mean *big.Float) bool {
	return mean.Sign() != 0 && spread.MantExp(nil) < 2*mean.MantExp(nil)-precision/2
}

// interval sets Method, Lo and Hi, given numbers of effective hits and draws and the size of a hit, and warns of few hits.
func interval(e *stats.Estimate, opt stats.Options, hits, n, hitSize float64, hasStdErr bool) {
	isFew := hits < stats.MinEffectiveWeighted || n-hits < stats.MinEffectiveWeighted
	e.Method = opt.Method
	switch {
	case e.Method != stats.Auto:
	case isFew || !hasStdErr:
		e.Method = stats.ClopperPearson
	default:
		e.Method = stats.Normal
	}
	if isFew {
		warn(e, "%.3g effective hits in %.3g effective draws are few for the normal limit", hits, n)
	}
	if e.Method == stats.Normal {
		h := opt.Quantile() * e.StdErr
		e.Lo, e.Hi = e.Value-h, e.Value+h
		return
	}
	if !(n > 0) || math.IsInf(n, 0) {
		e.Lo, e.Hi = min(0, e.Value), math.Inf(1) // cut to all that is possible
		return
	}
	lo, hi := stats.ClopperPearsonShare(hits, n, 1-opt.Level())
	if e.Method == stats.Wilson {
		lo, hi = stats.WilsonShare(hits, n, opt.Quantile())
	} else if hasStdErr {
		lo, hi = kornGraubard(hits, n, opt)
	}
	e.Lo, e.Hi = min(lo*hitSize, e.Value), max(hi*hitSize, e.Value)
}

// kornGraubard returns the interval of the share for k effective hits in n effective draws, see [Design.Estimate].
func kornGraubard(k, n float64, opt stats.Options) (lo, hi float64) {
	t := distuv.StudentsT{Sigma: 1, Nu: max(2*min(k, n-k), 1)}
	factor := math.Pow(distuv.UnitNormal.Quantile((1-opt.Level())/2)/t.Quantile((1-opt.Level())/2), 2)
	return stats.ClopperPearsonShare(factor*k, factor*n, 1-opt.Level())
}

// split sets the parts of value and variance by stratum and phase.
func (r *Result) split(d *Design, s *Sample, t totals) {
	phases := make([]*big.Float, d.Phases)
	for j := range phases {
		phases[j] = newFloat()
	}
	share := func(x *big.Float) float64 {
		if t.variance.Sign() == 0 {
			return 0
		}
		q, _ := newFloat().Quo(x, t.variance).Float64()
		return q
	}
	for h, p := range t.strata {
		size := newFloat().SetInt(d.Strata[h].Size)
		sq := newFloat().Mul(size, size)
		variance := newFloat().Mul(sq, float(p.variance))
		part := StratumPart{Name: d.Strata[h].Name, Draws: s.Strata[h].n, Share: share(variance), Phases: make([]float64, d.Phases)}
		part.Size, _ = size.Float64()
		part.Value, _ = newFloat().Mul(size, float(p.mean)).Float64()
		if variance.Sign() > 0 {
			part.StdErr, _ = newFloat().Sqrt(variance).Float64()
		}
		for j, x := range p.phases {
			v := newFloat().Mul(sq, float(x))
			part.Phases[j] = share(v)
			phases[j].Add(phases[j], v)
		}
		r.Strata = append(r.Strata, part)
	}
	for j, v := range phases {
		r.Phases[j].Share = share(v)
		if v.Sign() > 0 {
			r.Phases[j].StdErr, _ = newFloat().Sqrt(v).Float64()
		}
	}
}
