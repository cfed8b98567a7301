package report

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat/distuv"

	"chesscensus/stats"
	"chesscensus/stats/compare"
)

// A Comparison compares two surveys that estimate the same number by independent draws, and combines them.
type Comparison struct {
	A Edition `json:"a"`
	B Edition `json:"b"`
	// Z is the difference of the two proven totals, A less B, in joint standard errors, P its two-sided probability.
	Z float64 `json:"z"`
	P float64 `json:"p"`
	// Power is that of the comparison of the totals.
	Power Power `json:"power"`
	// Parts are the by-products that both have, with enough draws for the normal limit in both.
	Parts []Part `json:"parts"`
	// Divisions test all parts of a division of the positions together.
	Divisions []Division `json:"divisions"`
	Combined  Combined   `json:"combined"`
}

// An Edition is one of the surveys that are compared.
type Edition struct {
	Space string         `json:"space"`
	Seed  uint64         `json:"seed"`
	Plan  string         `json:"plan"`
	Draws uint64         `json:"draws"`
	Low   stats.Estimate `json:"low"`
	High  stats.Estimate `json:"high"`
}

// A Part is a by-product of both surveys.
type Part struct {
	Group string         `json:"group"`
	Value string         `json:"value"`
	A     stats.Estimate `json:"a"`
	B     stats.Estimate `json:"b"`
	Z     float64        `json:"z"`
	P     float64        `json:"p"`
	// Holm is P adjusted for the number of parts, see compare.Holm: parts depend on each other, as they overlap.
	Holm float64 `json:"p_holm"`
	// Power of the comparison of this part, among all of them.
	Power Power `json:"power"`
}

// A Power describes the differences that a comparison could show, as shares of the pooled value, which is weighted by the inverse of
// the variances.
type Power struct {
	// Level of the test, divided by the number of comparisons.
	Level float64 `json:"level"`
	// Detectable is the difference that would have been detected with probability 0.8. Within is an upper limit of the difference, by two
	// one-sided tests at 5 %; see [compare.Pair].
	Detectable float64 `json:"detectable"`
	Within     float64 `json:"within"`
	// Apart is the factor by which both surveys would need more draws to detect the observed difference with probability 0.8, 0 if that is
	// not known.
	Apart float64 `json:"times_to_tell_apart"`
	// Pair plans for other differences.
	Pair compare.Pair `json:"-"`
}

// testLevel is the level of the tests by which surveys are compared.
const testLevel = 0.05

// powerOf returns the power of one of several comparisons, that of a and b.
func powerOf(a, b *stats.Estimate, comparisons int) Power {
	p := Power{Level: testLevel / float64(comparisons)}
	r, err := compare.Estimates([]compare.Sample{{Estimate: *a}, {Estimate: *b}}, compare.Options{Level: p.Level})
	if err != nil {
		return p // an estimate is not finite
	}
	p.Pair = r.Pairs[0]
	p.Detectable, p.Within, p.Apart = p.Pair.Detectable, p.Pair.Within, p.Pair.Apart()
	return p
}

// A Division is the test of all parts of one group that divides the positions: X2 is the sum of Z^2 over its DF parts, P the
// probability of a sum as large by the chi-squared law. The test assumes that the parts of one survey are independent, which
// is nearly true, since most lie in strata of their own.
type Division struct {
	Group string  `json:"group"`
	X2    float64 `json:"x2"`
	DF    int     `json:"df"`
	P     float64 `json:"p"`
}

// A Combined is the mean of surveys, weighted by the inverse of the variances v of their low estimates, of what is proven.
//
//	Weights[i] = (1/v[i]) / (1/v[0] + 1/v[1] + ...),   Low = Weights[0] low[0] + Weights[1] low[1] + ...
//
// The same weights are used for the high estimates. Of 4.8261 +- 0.0004 and 4.8240 +- 0.0008 (standard errors) the
// first has the weight 0.8, and the mean is 4.8257 +- 0.00036.
//
// A variance of 0 is one of too few draws, such as those of a survey that has proven nothing. If a survey has it, the weights of all are
// proportional to their numbers of draws.
type Combined struct {
	// Weights of the surveys in their order, with the sum 1; WeightA is the first of them.
	Weights []float64      `json:"weights"`
	ByDraws bool           `json:"weights_by_draws,omitempty"` // not by variances
	WeightA float64        `json:"weight_a"`
	Low     stats.Estimate `json:"low"`
	High    stats.Estimate `json:"high"`
	// Lo and Hi are the range of the number, see [stats.Range].
	Lo float64 `json:"lo"`
	Hi float64 `json:"hi"`
}

// Comparisons are the comparisons of all pairs of several surveys, and their combination.
type Comparisons struct {
	// Pairs are (0, 1), (0, 2), ..., (1, 2), ... by the order of the surveys.
	Pairs []*Comparison `json:"pairs"`
	// Q is the sum of ((low - mean) / standard error)^2 over the surveys. If all estimate one number, Q is chi-squared with DF degrees of
	// freedom, one less than there are surveys (Cochran 1954). P is the probability of a sum as large. Q is 0 and P is 1 if a survey has the
	// standard error 0.
	Q        float64  `json:"q"`
	DF       int      `json:"df"`
	P        float64  `json:"p"`
	Combined Combined `json:"combined"`
}

// ErrDependent is wrapped by the error of [CompareAll] if draws of the surveys may be the same, ErrUnlike if they do not
// estimate the same number.
var (
	ErrDependent = errors.New("the surveys are not independent")
	ErrUnlike    = errors.New("the surveys do not estimate the same number")
)

// minStdErrs is the least value of a part in standard errors. A smaller part rests on so few draws that its estimated error is correlated
// with its value.
const minStdErrs = 5

// divisions are the groups whose parts divide the positions.
var divisions = []string{"men", "pawns", "promoted men, at least", "promoted men by kind alone, at least", "castling rights"}

// comparePair compares two surveys and combines them. holdsAll reports whether a space holds every legal position; surveys of two such
// spaces estimate the same number, as do two surveys of one space.
//
// It is an error if the surveys have the same seed, since then they may share draws; if their spaces hold different positions; if
// one proves positions and the other counts positions that are not refuted; or if one has no shard.
//
// The combination has three limits. The weights come from variances that are estimated from the same draws, which biases the mean
// by far less than its error. Errors that both share, such as a theorem that refutes too much, do not cancel. And different
// versions of the engine prove different positions, so for surveys with many undecided draws Low and High say more than their
// difference.
func comparePair(a, b *Report, holdsAll func(space string) bool) (*Comparison, error) {
	switch {
	case a.Done == 0 || b.Done == 0:
		return nil, fmt.Errorf("%w: one has no shard that is done", ErrUnlike)
	case a.Seed == b.Seed:
		return nil, fmt.Errorf("%w: both have the seed %d, so that they may share draws", ErrDependent, a.Seed)
	case a.Space != b.Space && !(holdsAll(a.Space) && holdsAll(b.Space)):
		return nil, fmt.Errorf("%w: the positions of %s are not those of %s", ErrUnlike, a.Space, b.Space)
	case a.UpperBound != b.UpperBound:
		return nil, fmt.Errorf("%w: one counts what is proven, the other what is not refuted", ErrUnlike)
	}
	c := &Comparison{A: editionOf(a), B: editionOf(b)}
	c.Z, c.P = stats.ZTest(c.A.Low, c.B.Low)
	c.Power = powerOf(&c.A.Low, &c.B.Low, 1)
	c.compareParts(a, b)
	c.Combined = combine(c.A, c.B)
	return c, nil
}

// CompareAll compares two or more surveys in pairs, and combines all. Its errors are those of comparePair.
func CompareAll(reports []*Report, holdsAll func(space string) bool) (*Comparisons, error) {
	if len(reports) < 2 {
		return nil, fmt.Errorf("%d surveys; a comparison takes two", len(reports))
	}
	c := &Comparisons{DF: len(reports) - 1}
	editions := make([]Edition, len(reports))
	for i, a := range reports {
		editions[i] = editionOf(a)
		for _, b := range reports[i+1:] {
			pair, err := comparePair(a, b, holdsAll)
			if err != nil {
				return nil, err
			}
			c.Pairs = append(c.Pairs, pair)
		}
	}
	c.Combined = combine(editions...)
	for i := range editions {
		if !c.Combined.ByDraws {
			z, _ := stats.ZTest(editions[i].Low, stats.Estimate{Value: c.Combined.Low.Value})
			c.Q += z * z
		}
	}
	c.P = distuv.ChiSquared{K: float64(c.DF)}.Survival(c.Q)
	return c, nil
}

func editionOf(r *Report) Edition {
	return Edition{Space: r.Space, Seed: r.Seed, Plan: r.Hash, Draws: r.Draws, Low: r.Estimate.Low, High: r.Estimate.High}
}

// compareParts compares the by-products. It leaves out captures, which are 32 less the number of men.
func (c *Comparison) compareParts(a, b *Report) {
	var ps []float64
	isLargeEnough := func(e *stats.Estimate) bool {
		return e.Hits >= stats.MinEffectiveWeighted && e.StdErr > 0 && minStdErrs*e.StdErr < e.Value
	}
	for _, g := range a.Groups {
		d := Division{Group: g.Name}
		for _, item := range g.Items {
			other := b.Item(g.Name, item.Value)
			if g.Name == "captures" || other == nil || !isLargeEnough(&item.Low) || !isLargeEnough(&other.Low) {
				continue
			}
			p := Part{Group: g.Name, Value: item.Value, A: item.Low, B: other.Low}
			p.Z, p.P = stats.ZTest(p.A, p.B)
			c.Parts, ps = append(c.Parts, p), append(ps, p.P)
			d.X2, d.DF = d.X2+p.Z*p.Z, d.DF+1
		}
		if d.DF > 0 && slices.Contains(divisions, g.Name) {
			d.P = distuv.ChiSquared{K: float64(d.DF)}.Survival(d.X2)
			c.Divisions = append(c.Divisions, d)
		}
	}
	for i, p := range compare.Holm(ps) {
		part := &c.Parts[i]
		part.Holm, part.Power = p, powerOf(&part.A, &part.B, len(ps))
	}
}

// combine returns the weighted mean of editions, see [Combined].
func combine(editions ...Edition) Combined {
	c := Combined{Weights: make([]float64, len(editions))}
	minStdErr := math.Inf(1)
	for i := range editions {
		minStdErr = min(minStdErr, editions[i].Low.StdErr)
	}
	c.ByDraws = minStdErr == 0
	sum := 0.0
	for i := range editions {
		if c.ByDraws {
			c.Weights[i] = float64(max(1, editions[i].Draws))
		} else {
			ratio := minStdErr / editions[i].Low.StdErr
			c.Weights[i] = ratio * ratio
		}
		sum += c.Weights[i]
	}
	low, high := make([]stats.Estimate, len(editions)), make([]stats.Estimate, len(editions))
	for i := range editions {
		c.Weights[i] /= sum
		low[i], high[i] = editions[i].Low, editions[i].High
	}
	c.WeightA, c.Low, c.High = c.Weights[0], weightedMean(low, c.Weights), weightedMean(high, c.Weights)
	c.Lo, c.Hi = stats.Range(c.Low, c.High)
	return c
}

// weightedMean returns the mean of independent estimates with these weights, at the level of the first.
func weightedMean(estimates []stats.Estimate, weights []float64) stats.Estimate {
	e := stats.Estimate{Confidence: estimates[0].Confidence, Method: stats.Normal}
	for i := range estimates {
		x, w := &estimates[i], weights[i]
		e.Value += w * x.Value
		e.StdErr = math.Hypot(e.StdErr, w*x.StdErr)
		e.Draws, e.Hits = e.Draws+x.Draws, e.Hits+x.Hits
	}
	h := stats.Options{Confidence: e.Confidence}.Quantile() * e.StdErr
	e.Lo, e.Hi = e.Value-h, e.Value+h
	return e
}
