package compare

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat/distuv"

	"chesscensus/stats"
)

// A Sample is an estimate with its cost.
type Sample struct {
	// Name is that of the method, such as that of the space.
	Name string
	// Estimate is that of a quantity that all samples have in common. Samples must be independent.
	Estimate stats.Estimate
	// Seconds is the processor time for all draws. Zero means unknown.
	Seconds float64
}

// DefaultLevel is the default of [Options].Level.
const DefaultLevel = 0.01

// Options of the tests. The zero value is ready to use.
type Options struct {
	// Level is the probability that chi-squared rejects agreement if there is agreement, in (0,1), and the limit of the probability
	// that any pair is rejected then. Zero means DefaultLevel.
	Level float64
	// Seed of the bootstrap; any 64 bits.
	Seed uint64

	replicates int // of the bootstrap, 0 for 2000; fewer in tests
}

// withDefaults returns the options with defaults in place of zeros.
func (o Options) withDefaults() Options {
	if o.Level == 0 {
		o.Level = DefaultLevel
	}
	if o.replicates == 0 {
		o.replicates = 2000
	}
	return o
}

// Validate returns an error if a field is outside its range.
func (o Options) Validate() error {
	if level := o.withDefaults().Level; !(level > 0 && level < 1) {
		return fmt.Errorf("compare: level %v, want a number between 0 and 1", level)
	}
	return nil
}

// A Pair compares samples number A and B, A < B.
type Pair struct {
	A, B int
	// Difference is the value of A less that of B, StdErr its standard error.
	Difference, StdErr float64
	// Z is Difference/StdErr, P its two-sided probability by the normal law.
	Z, P float64
	// Adjusted is P adjusted for the number of pairs by [Holm]; Rejected reports whether it is below the level.
	Adjusted float64
	Rejected bool
	// Detectable is the difference, as a share of the pooled value, that the test would have detected with probability 0.8. It is (u +
	// 0.84) RelativeStdErr, with u the two-sided normal quantile of the level divided by the number of pairs.
	Detectable float64
	// Within is the largest absolute value of the 90 % interval of the difference, as a share of the pooled value. Two one-sided tests
	// at 5 % reject every difference that is larger.
	Within float64
	// RelativeStdErr is StdErr as a share of the pooled value. It is 0, and so are Detectable and Within, if the pooled value is 0 or not known.
	RelativeStdErr float64
}

// Times returns the factor by which the draws of both samples must grow to detect a difference of a share of the pooled value with
// probability 0.8: (Detectable/share)^2, since standard errors fall with the root of the draws. It is 0 if Detectable or share is.
func (p *Pair) Times(share float64) float64 { return square(quotient(p.Detectable, math.Abs(share))) }

// TimesWithin returns the factor by which the draws must grow so that Within, if the values are equal, is below a share with probability
// 0.8. Each of two one-sided tests at 5 % then fails in one of ten cases:
//
//	((1.645 + 1.282) RelativeStdErr/share)^2
func (p *Pair) TimesWithin(share float64) float64 {
	normal := distuv.UnitNormal
	return square((normal.Quantile(0.95) + normal.Quantile(0.9)) * quotient(p.RelativeStdErr, math.Abs(share)))
}

// Apart returns the factor by which the draws of both samples must grow to detect the observed difference with
// probability 0.8. It is only a rough guess, and large if the samples agree.
func (p *Pair) Apart() float64 {
	// RelativeStdErr/StdErr is 1/|pooled value|.
	return p.Times(quotient(p.RelativeStdErr*p.Difference, p.StdErr))
}

// square returns x^2.
func square(x float64) float64 { return x * x }

// Efficiency holds the cost of precision of a sample.
type Efficiency struct {
	// RelativeStdErr is the standard error divided by the value.
	RelativeStdErr float64
	// PerDraw is RelativeStdErr^2 times draws: the relative variance of one draw. PerSecond is RelativeStdErr^2
	// times seconds, 0 if they are unknown; its root is the relative standard error after one second.
	PerDraw, PerSecond float64
	// RatioPerDraw and RatioPerSecond are PerDraw and PerSecond of the first sample divided by those of this one: 4 means
	// the same precision at a quarter of the cost. They are 0 if they are not known.
	RatioPerDraw, RatioPerSecond float64
}

// Agreement is the outcome of [Estimates].
type Agreement struct {
	Samples    []Sample
	Pairs      []Pair       // all, by A, then B
	Efficiency []Efficiency // of each sample
	// Pooled is the mean of the samples with a standard error se, weighted by 1/se^2; PooledStdErr is its standard error.
	Pooled, PooledStdErr float64
	// X2 is chi-squared of the samples with a standard error, with DF degrees of freedom. P is the probability of a value at
	// least as large, 1 if DF is 0.
	X2 float64
	DF int
	P  float64
	// Level of the tests, as stated in the options.
	Level float64
	// Agree reports whether P is at least Level.
	Agree bool
	// Warnings are reasons why the numbers are unreliable.
	Warnings []error
}

// Estimates compares independent estimates of the same quantity.
//
// Samples without a standard error (they have no hits, or nothing but hits) are left out of the chi-squared test, and a warning
// names them. They stay in the pairs, where two of them are rejected if their values differ. It is an error if there are fewer
// than two samples, if a number is not finite, if a standard error or time is negative, or if the options are not valid.
func Estimates(samples []Sample, opt Options) (*Agreement, error) {
	if err := opt.Validate(); err != nil {
		return nil, err
	}
	if len(samples) < 2 {
		return nil, fmt.Errorf("compare: %d samples, want at least 2", len(samples))
	}
	a := &Agreement{Samples: samples, Level: opt.withDefaults().Level}
	for _, s := range samples {
		e := s.Estimate
		if !finite(e.Value, e.StdErr, s.Seconds) || e.StdErr < 0 || s.Seconds < 0 {
			return nil, fmt.Errorf("compare: sample %q: value %v, standard error %v, %v s, want finite numbers, the last two not negative",
				s.Name, e.Value, e.StdErr, s.Seconds)
		}
		for _, w := range e.Warnings {
			a.Warnings = append(a.Warnings, fmt.Errorf("sample %q: %w", s.Name, w))
		}
		a.Efficiency = append(a.Efficiency, efficiencyOf(s, samples[0]))
	}
	a.addPairs()
	a.addPooled()
	a.addPower()
	return a, nil
}

// finite reports whether all numbers are finite.
func finite(list ...float64) bool {
	return !slices.ContainsFunc(list, func(x float64) bool { return math.IsNaN(x) || math.IsInf(x, 0) })
}

// addPairs adds the comparisons of all pairs.
func (a *Agreement) addPairs() {
	count := len(a.Samples)
	var pValues []float64
	for i := range count {
		for j := i + 1; j < count; j++ {
			x, y := a.Samples[i].Estimate, a.Samples[j].Estimate
			z, p := stats.ZTest(x, y)
			pValues = append(pValues, p)
			a.Pairs = append(a.Pairs, Pair{A: i, B: j, Difference: x.Value - y.Value, StdErr: math.Hypot(x.StdErr, y.StdErr), Z: z, P: p})
		}
	}
	for i, p := range Holm(pValues) {
		a.Pairs[i].Adjusted, a.Pairs[i].Rejected = p, p < a.Level
	}
}

// addPower sets RelativeStdErr, Detectable and Within of the pairs, if the pooled value is known and not 0.
func (a *Agreement) addPower() {
	if a.Pooled == 0 {
		return
	}
	normal := distuv.UnitNormal
	quantiles := normal.Quantile(1-a.Level/float64(2*len(a.Pairs))) + normal.Quantile(0.8)
	for i := range a.Pairs {
		p := &a.Pairs[i]
		p.RelativeStdErr = p.StdErr / math.Abs(a.Pooled)
		p.Detectable = quantiles * p.RelativeStdErr
		p.Within = (math.Abs(p.Difference) + normal.Quantile(0.95)*p.StdErr) / math.Abs(a.Pooled)
	}
}

// addPooled sets the pooled value, chi-squared and Agree, and warns of samples without a standard error. It divides standard
// errors by the smallest one, since their squares may overflow.
func (a *Agreement) addPooled() {
	smallest := math.Inf(1)
	n := 0
	for _, s := range a.Samples {
		if se := s.Estimate.StdErr; se > 0 {
			smallest = min(smallest, se)
			n++
		} else {
			a.Warnings = append(a.Warnings, fmt.Errorf("sample %q has no standard error and is left out of chi-squared", s.Name))
		}
	}
	a.P = 1
	a.Agree = true
	if n == 0 {
		return
	}
	var sum, weights float64
	for _, s := range a.Samples {
		if se := s.Estimate.StdErr; se > 0 {
			weight := smallest / se * (smallest / se)
			sum += weight * s.Estimate.Value
			weights += weight
		}
	}
	a.Pooled = sum / weights
	a.PooledStdErr = smallest / math.Sqrt(weights)
	for _, s := range a.Samples {
		if se := s.Estimate.StdErr; se > 0 {
			deviation := (s.Estimate.Value - a.Pooled) / se
			a.X2 += deviation * deviation
		}
	}
	if a.DF = n - 1; a.DF > 0 {
		a.P = distuv.ChiSquared{K: float64(a.DF)}.Survival(a.X2)
		a.Agree = a.P >= a.Level
	}
}

// efficiencyOf returns the efficiency of a sample relative to the reference.
func efficiencyOf(s, reference Sample) Efficiency {
	e, r := precisionCosts(s), precisionCosts(reference)
	e.RatioPerDraw = quotient(r.PerDraw, e.PerDraw)
	e.RatioPerSecond = quotient(r.PerSecond, e.PerSecond)
	return e
}

// precisionCosts returns the efficiency of a sample without RatioPerDraw and RatioPerSecond.
func precisionCosts(s Sample) Efficiency {
	rel := quotient(s.Estimate.StdErr, math.Abs(s.Estimate.Value))
	return Efficiency{RelativeStdErr: rel, PerDraw: rel * rel * float64(s.Estimate.Draws), PerSecond: rel * rel * s.Seconds}
}

// quotient returns x/y, 0 if y is 0.
func quotient(x, y float64) float64 {
	if y == 0 {
		return 0
	}
	return x / y
}
