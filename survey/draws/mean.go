package draws

import (
	"errors"
	"fmt"
	"iter"
	"math"
	"slices"

	"chesscensus/stats"
)

// Mean estimates the mean of f over the legal positions of a space from the n rows of a sample. With y = [Row.Value] of a row, the estimate is the
// ratio R = sum(y f) / sum(y), and its standard error sqrt(n/(n-1) sum (y (f-R))^2) / sum(y) (W. G. Cochran, "Sampling Techniques", 1977,
// chapter 6). If all values are the same, the standard error is 0, with a warning. It is an error if a value is not finite, or if fewer than
// two rows are legal.
func Mean(rows iter.Seq2[Row, error], f func(*Row) float64, opt ...stats.Options) (stats.Estimate, error) {
	var values, weights []float64
	n := uint64(0)
	for r, err := range rows {
		if err != nil {
			return stats.Estimate{}, err
		}
		n++
		if y := r.Value(); y > 0 {
			x := f(&r)
			if math.IsNaN(x) || math.IsInf(x, 0) {
				return stats.Estimate{}, fmt.Errorf("draws: the value of draw %d (%s) is %g, want a finite number", r.Number, r.Draw.Setup, x)
			}
			values, weights = append(values, x), append(weights, y)
		}
	}
	if len(values) < 2 {
		return stats.Estimate{}, fmt.Errorf("draws: %d of %d draws are legal; a mean over the legal positions takes two (effort kernel and below prove nothing)", len(values), n)
	}
	return estimateRatio(values, weights, n, optionsOf(opt))
}

// Weighted estimates a mean from numbers that were drawn from another distribution than the one of interest: sum(w x) / sum(w), where w is the
// ratio of the two densities for each number, up to a factor (importance sampling). nil weights are all 1. The standard error is that of a
// ratio, as in [Mean]. It is an error if a weight is negative or not finite.
//
// Estimate.Draws is the number of values. If the weights differ much, the effective number is smaller: see [Effective].
func Weighted(values, weights []float64, opt ...stats.Options) (stats.Estimate, error) {
	if weights != nil && len(weights) != len(values) {
		return stats.Estimate{}, fmt.Errorf("draws: %d values with %d weights", len(values), len(weights))
	}
	for i, x := range values {
		if math.IsNaN(x) || math.IsInf(x, 0) {
			return stats.Estimate{}, fmt.Errorf("draws: value %d is %g, want a finite number", i, x)
		}
		if weights == nil {
			continue
		}
		if w := weights[i]; !(w >= 0) || math.IsInf(w, 0) {
			return stats.Estimate{}, fmt.Errorf("draws: weight %d is %g, want a finite number from 0 on", i, w)
		}
	}
	if weights == nil {
		weights = slices.Repeat([]float64{1}, len(values))
	}
	return estimateRatio(values, weights, uint64(len(values)), optionsOf(opt))
}

// Effective returns the effective number of draws with these weights, (sum w)^2 / sum w^2: as many draws of equal weight have the same variance
// (L. Kish, "Survey Sampling", 1965). It is NaN if a weight is negative or not finite, and 0 if no weight is above 0.
func Effective(weights []float64) float64 {
	sum, squares, largest := 0.0, 0.0, slices.Max(append([]float64{0}, weights...))
	for _, w := range weights {
		if !(w >= 0 && w <= math.MaxFloat64) {
			return math.NaN()
		}
		w /= largest // the square of a weight above 1e154 would overflow
		sum += w
		squares += w * w
	}
	if !(squares > 0) {
		return 0
	}
	return sum * sum / squares
}

// estimateRatio estimates sum(w x)/sum(w) from n draws. Draws beyond the lists have weight 0.
func estimateRatio(values, weights []float64, n uint64, opt stats.Options) (e stats.Estimate, err error) {
	if err := opt.Validate(); err != nil {
		return e, err
	}
	total, sum, hits := 0.0, 0.0, uint64(0)
	largest := slices.Max(append([]float64{0}, weights...))
	for i, w := range weights {
		w /= largest
		total += w
		sum += w * values[i]
		if w > 0 {
			hits++
		}
	}
	if hits < 2 {
		return e, fmt.Errorf("draws: %d of %d draws have a weight; a mean with an interval takes two", hits, n)
	}
	mean, residuals := sum/total, 0.0
	for i, w := range weights {
		d := w / largest * (values[i] - mean)
		residuals += d * d
	}
	variance := residuals * float64(n) / float64(n-1) // of the mean, times total squared
	e = stats.Estimate{Value: mean, Mean: mean, StdErr: math.Sqrt(variance) / total, Draws: n, Hits: hits}
	e.Variance = e.StdErr * e.StdErr * float64(n)
	if !(residuals > 0) {
		e.Warnings = append(e.Warnings, errors.New("draws: all values are the same, so that nothing is known of their spread: the interval has no width"))
	}
	return withNormalLimits(e, opt), nil
}

// A Stratum is a part that the caller has sampled: its size, and the value of each of its draws.
type Stratum struct {
	Size   float64
	Values []float64
}

// Strata estimates the total of a value over disjoint parts: sum N_h mean_h, with variance sum N_h^2 s_h^2 / n_h. It is an error if a part has
// fewer than two draws, a size that is not positive and finite, or a value that is not finite.
func Strata(parts []Stratum, opt ...stats.Options) (stats.Estimate, error) {
	o := optionsOf(opt)
	if err := o.Validate(); err != nil {
		return stats.Estimate{}, err
	}
	var e stats.Estimate
	size, variance := 0.0, 0.0
	for h, p := range parts {
		if !(p.Size > 0) || math.IsInf(p.Size, 0) {
			return e, fmt.Errorf("draws: stratum %d has size %g, want a positive number", h, p.Size)
		}
		if len(p.Values) < 2 {
			return e, fmt.Errorf("draws: stratum %d has %d draws, want at least 2", h, len(p.Values))
		}
		m, err := Weighted(p.Values, nil, o)
		if err != nil {
			return e, fmt.Errorf("draws: stratum %d: %w", h, err)
		}
		e.Value += p.Size * m.Value
		variance += p.Size * p.Size * m.StdErr * m.StdErr
		e.Draws += m.Draws
		for _, x := range p.Values {
			if x != 0 {
				e.Hits++
			}
		}
		size += p.Size
	}
	if size == 0 {
		return e, fmt.Errorf("draws: no strata")
	}
	e.StdErr, e.Mean = math.Sqrt(variance), e.Value/size
	e.Variance = variance / size / size * float64(e.Draws)
	return withNormalLimits(e, o), nil
}

// optionsOf returns the first of the options, or the default of 95 %.
func optionsOf(opt []stats.Options) stats.Options {
	if len(opt) == 0 {
		return stats.Options{}
	}
	return opt[0]
}

// withNormalLimits returns the estimate with the limits of the normal distribution.
func withNormalLimits(e stats.Estimate, opt stats.Options) stats.Estimate {
	z := opt.Quantile()
	e.Lo, e.Hi, e.Confidence, e.Method = e.Value-z*e.StdErr, e.Value+z*e.StdErr, opt.Level(), stats.Normal
	return e
}
