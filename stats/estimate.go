package stats

import (
	"fmt"
	"math"
	"math/big"
	"strings"
)

// Estimate is an estimated count of objects (positions) with its sampling error. No field is ever NaN or infinite.
type Estimate struct {
	// Value is the unbiased estimate N*Mean, a count of objects.
	Value float64
	// StdErr is the standard error of Value, N*sqrt(Variance/Draws). It is 0
	// without hits, and then says nothing; see Warnings.
	StdErr float64
	// Lo and Hi limit the confidence interval, Lo <= Value <= Hi. They are counts of objects.
	Lo, Hi float64
	// Confidence is the nominal coverage of [Lo, Hi] in the range (0,1).
	Confidence float64
	// Method is the method of the interval, never Auto.
	Method Method
	// Draws is the sample size n, Hits the number of draws that count.
	Draws, Hits uint64
	// Mean of the contributions and their unbiased sample Variance over all n draws, hits or not: mu and V of the
	// published estimator. Per draw, in units of N and N^2.
	Mean, Variance float64
	// Effective is the number of simple draws of the same space, each judged in all phases, with this standard error: Draws for a
	// simple sample, more if strata and phases save draws. It is 0 if it is not known, as without hits.
	Effective float64
	// Warnings are reasons why the numbers are unreliable, to be shown to readers.
	Warnings []error
}

// HalfWidth returns half the length of the interval, a count of objects. For
// the method Normal it is z*StdErr, the published "+-".
func (e Estimate) HalfWidth() float64 { return e.Hi/2 - e.Lo/2 }

// Relative returns HalfWidth/Value, such as 0.01 for one per cent, and 0 if Value is 0.
func (e Estimate) Relative() float64 {
	if e.Value == 0 {
		return 0
	}
	return e.HalfWidth() / e.Value
}

// CV returns the coefficient of variation, StdErr/|Value|, and 0 if Value is 0.
func (e Estimate) CV() float64 {
	if e.Value == 0 {
		return 0
	}
	return e.StdErr / math.Abs(e.Value)
}

// DesignEffect returns the variance divided by that of as many simple draws, Draws/Effective (L. Kish, "Survey Sampling", 1965). It is 1
// for a simple sample and less for a better one, and 0 if Effective is not known. It does not consider that draws which no later phase
// judges are cheap.
func (e Estimate) DesignEffect() float64 {
	if e.Effective == 0 {
		return 0
	}
	return float64(e.Draws) / e.Effective
}

// Accuracy returns the accuracy of the value as text: "standard error 1.4e42, variance 1.97e84, coefficient of variation 0.29 %, design
// effect 1, effective draws 2e6". The variance is that of the value, StdErr^2. The last two are left out if they are not known.
func (e Estimate) Accuracy() string {
	text := fmt.Sprintf("standard error %.3g, variance %.3g", e.StdErr, e.StdErr*e.StdErr)
	if e.Value != 0 {
		text += fmt.Sprintf(", coefficient of variation %.2g %%", 100*e.CV())
	}
	if e.Effective > 0 {
		text += fmt.Sprintf(", design effect %.3g, effective draws %.3g", e.DesignEffect(), e.Effective)
	}
	return strings.NewReplacer("e+0", "e", "e+", "e").Replace(text)
}

// MeanContribution returns the mean weight/mult of the hits, which with weight
// 1 is the mean inverse multiplicity R/l of the reference. It is 0 without hits.
func (e Estimate) MeanContribution() float64 {
	if e.Hits == 0 {
		return 0
	}
	return e.Mean * (float64(e.Draws) / float64(e.Hits))
}

// String returns, for an interval by Normal, "4.82193e+44 +- 2.75e+42 at 95%
// confidence", else "3e+44 in [1e+44, 5e+44] at 95% confidence".
func (e Estimate) String() string {
	if e.Method == Normal {
		return fmt.Sprintf("%.6g +- %.3g at %.6g%% confidence", e.Value, e.HalfWidth(), 100*e.Confidence)
	}
	return fmt.Sprintf("%.6g in [%.6g, %.6g] at %.6g%% confidence", e.Value, e.Lo, e.Hi, 100*e.Confidence)
}

// estimate returns the estimate of the moments for a space of the given size.
func (m *moments) estimate(size *big.Int, opt Options) Estimate {
	e := Estimate{Confidence: opt.Level(), Draws: m.n, Hits: m.hits}
	if m.hits > 0 {
		e.Effective = float64(m.n)
	}
	largest := max(opt.MaxWeight, 1)
	if m.maxWeight > largest {
		largest = m.maxWeight
		e.warn("weight %d is above Options.MaxWeight; limits that use the largest weight rest on the sample", largest)
	}
	if m.n < 2 {
		m.fillUninformative(&e, size, largest)
		return e
	}
	mean, variance := m.mean(), m.variance()
	e.Value = scaleBy(size, mean)
	e.Mean, _ = mean.Float64()
	e.Variance, _ = variance.Float64()
	se := variance.Quo(variance, fromUint(m.n))
	e.StdErr = scaleBy(size, se.Sqrt(se))
	m.fillInterval(&e, size, float64(largest), opt)
	return e
}

// warn appends a warning.
func (e *Estimate) warn(format string, args ...any) {
	e.Warnings = append(e.Warnings, fmt.Errorf("stats: "+format, args...))
}

// fillUninformative sets e for fewer than two draws: the interval of everything
// possible, and the largest variance b^2/4 of a law on [0,b], b = largest.
func (m *moments) fillUninformative(e *Estimate, size *big.Int, largest uint64) {
	e.warn("fewer than two draws, the interval is everything possible")
	if m.n == 1 {
		e.Value = scaleBy(size, m.sum)
		e.Mean, _ = m.sum.Float64()
	}
	e.Method = Chernoff
	e.Hi = scaleBy(size, fromUint(largest))
	e.StdErr = e.Hi / 2
	e.Variance = float64(largest) / 2 * (float64(largest) / 2)
}

// fillInterval sets Method, Lo and Hi, and adds warnings.
func (m *moments) fillInterval(e *Estimate, size *big.Int, largest float64, opt Options) {
	n, alpha := float64(m.n), 1-e.Confidence
	hits, hitSize := m.effective() // their product is the sum of y
	if hits == 0 {
		hitSize = largest
	}
	isFew := hits < minEffective || m.n-m.hits < minEffective
	switch e.Method = m.chooseMethod(opt.Method, isFew); {
	case hits == 0:
		e.warn("no hits, so the standard error 0 says nothing")
	case isFew && (opt.Method == Auto || opt.Method == Normal):
		e.warn("%.3g effective hits and %d misses are too few for the normal limit", hits, m.n-m.hits)
	}
	all := scaleBy(size, newFloat().SetFloat64(largest))
	var lo, hi float64 // shares of size*scale
	scale := hitSize
	switch e.Method {
	case Normal:
		h := opt.Quantile() * e.StdErr
		e.Lo, e.Hi = e.Value-h, e.Value+h
		return
	case Wilson:
		lo, hi = wilson(min(hits, n), n, opt.Quantile())
	case ClopperPearson:
		if !m.allEqual {
			e.warn("contributions differ, so the binomial interval is approximate")
		}
		lo, hi = clopperPearson(min(hits, n), n, alpha)
	case Chernoff:
		scale = largest
		mean, _ := newFloat().Quo(m.mean(), newFloat().SetFloat64(largest)).Float64()
		lo, hi = chernoff(mean, n, alpha)
	}
	whole := scaleBy(size, newFloat().SetFloat64(scale))
	e.Lo, e.Hi = min(lo*whole, e.Value), min(max(hi*whole, e.Value), all)
}

// chooseMethod returns the method, for Auto by the rule of [Tally.Estimate]. There are
// too few effective hits or misses for the normal limit if isFew.
func (m *moments) chooseMethod(method Method, isFew bool) Method {
	switch {
	case method != Auto:
		return method
	case !isFew:
		return Normal
	case m.allEqual:
		return ClopperPearson
	default:
		return Chernoff
	}
}

// ZTest compares two estimates of the same quantity from independent samples.
//
//	z = (a.Value - b.Value) / sqrt(a.StdErr^2 + b.StdErr^2)
//
// p is the two-sided probability, in [0,1], of a |z| at least as large if both estimate the same number, by the
// normal limit: use it only where neither estimate carries a warning. If both standard errors are 0 then z is 0 and
// p is 1 for equal values, else z is infinite and p is 0.
func ZTest(a, b Estimate) (z, p float64) {
	diff := a.Value - b.Value
	if diff == 0 {
		return 0, 1
	}
	z = diff / math.Hypot(a.StdErr, b.StdErr)
	return z, math.Erfc(math.Abs(z) / math.Sqrt2)
}
