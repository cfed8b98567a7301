package compare

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat/distuv"

	"chesscensus/stats"
)

// A Counted is a sample by an integer property, such as the number of men. Open draws count as In, as in the high estimate of
// a stats.Result.
type Counted struct {
	Name      string
	Histogram *stats.Histogram
}

// A Category is one value of the property, or a run of neighbors that were merged.
type Category struct {
	First, Last int
	// Shares are those of the objects in the category by sample, StdErrs their standard errors.
	Shares, StdErrs []float64
}

// A Difference compares the distributions of samples number A and B, A < B.
type Difference struct {
	A, B int
	// X2 is the weighted chi-squared statistic of the merged categories, with DF
	// degrees of freedom, X2P the probability of a value at least as large.
	X2  float64
	DF  int
	X2P float64
	// KS is the largest difference of the cumulative shares, over all categories
	// before merging; KSP its probability by the bootstrap.
	KS, KSP float64
	// Worst is the merged category with the largest difference in standard errors, WorstZ this number; it is positive if A
	// has more.
	Worst  int
	WorstZ float64
	// X2Rejected and KSRejected report whether the probability is below the level
	// divided by the number of tests, two for each pair.
	X2Rejected, KSRejected bool
}

// Shares is the outcome of [Distributions].
type Shares struct {
	Names       []string
	Categories  []Category // of the property, none merged
	Merged      []Category // for chi-squared, with neighbors merged
	Differences []Difference
	// X2, DF and P are chi-squared of all samples together against the shares that fit them best.
	X2       float64
	DF       int
	P        float64
	Level    float64
	Agree    bool // P is at least Level
	Warnings []error
}

// minPerCategory is the least expected number of effective hits of a merged category in each sample, by the shares of all
// samples together.
const minPerCategory = 10.0

// A moments value holds the sums of y and y^2 over the draws of a category.
type moments struct{ sum, squares float64 }

// Distributions compares the shares of the values of a property in independent
// samples, whatever the spaces, weights and multiplicities are.
//
// It is an error if there are fewer than two samples, one has no hits, or the options are
// not valid. The result depends on counts and options alone. The bootstrap costs
// 2000 times the number of different (category, weight, multiplicity) for each pair.
func Distributions(samples []Counted, opt Options) (*Shares, error) {
	if err := opt.Validate(); err != nil {
		return nil, err
	}
	opt = opt.withDefaults()
	if len(samples) < 2 {
		return nil, fmt.Errorf("compare: %d samples, want at least 2", len(samples))
	}
	keys := valuesIn(samples)
	shares := &Shares{Level: opt.Level, Agree: true, P: 1}
	parts := make([][]moments, len(samples))
	cells := make([][]cell, len(samples))
	for i, s := range samples {
		shares.Names = append(shares.Names, s.Name)
		cells[i] = cellsOf(s.Histogram, keys)
		parts[i] = momentsOf(cells[i], len(keys))
		if sumOf(parts[i]).sum == 0 {
			return nil, fmt.Errorf("compare: sample %q has no hits", s.Name)
		}
	}
	var singles [][2]int
	for k := range keys {
		singles = append(singles, [2]int{k, k})
	}
	shares.Categories = newCategories(keys, singles, parts)
	runs := mergeCategories(parts)
	if len(runs) == 0 {
		runs = [][2]int{{0, len(keys) - 1}}
	}
	shares.Merged = newCategories(keys, runs, parts)
	merged := make([][]moments, len(parts))
	for i, p := range parts {
		for _, r := range runs {
			merged[i] = append(merged[i], sumOf(p[r[0]:r[1]+1]))
		}
	}
	if len(runs) < 2 {
		shares.Warnings = append(shares.Warnings, fmt.Errorf(
			"no two categories are expected to have %v effective hits in every sample: chi-squared says nothing", minPerCategory))
	}
	shares.compare(merged, cells, parts, opt)
	if len(runs) > 1 && shares.DF == 0 {
		shares.Warnings = append(shares.Warnings, errors.New("a covariance is singular: chi-squared says nothing"))
	}
	return shares, nil
}

// compare sets Differences, and chi-squared of all samples together. The arguments are, by sample, the moments of the merged
// categories, the cells, and the moments of the categories before merging.
func (s *Shares) compare(merged [][]moments, cells [][]cell, parts [][]moments, opt Options) {
	n := len(merged)
	level := opt.Level / float64(n*(n-1)) // two tests for each of n(n-1)/2 pairs
	for i := range n {
		for j := i + 1; j < n; j++ {
			difference := Difference{A: i, B: j, X2P: 1}
			pair := [][]moments{merged[i], merged[j]}
			if x2, ok := wald(pair); ok {
				difference.X2, difference.DF = x2, len(merged[i])-1
				difference.X2P = chiSquaredSurvival(x2, difference.DF)
			}
			difference.Worst, difference.WorstZ = worstCategory(pair)
			difference.KS, difference.KSP = kolmogorovSmirnov(cells[i], cells[j], parts[i], parts[j], opt, uint64(i)<<32|uint64(j))
			difference.X2Rejected, difference.KSRejected = difference.X2P < level, difference.KSP < level
			s.Differences = append(s.Differences, difference)
		}
	}
	if x2, ok := wald(merged); ok {
		s.X2, s.DF = x2, (n-1)*(len(merged[0])-1)
		s.P = chiSquaredSurvival(x2, s.DF)
		s.Agree = s.P >= s.Level
	}
}

// chiSquaredSurvival returns the probability of a value of chi-squared of at least x2, 1 for 0 degrees of freedom.
func chiSquaredSurvival(x2 float64, df int) float64 {
	if df == 0 {
		return 1
	}
	return distuv.ChiSquared{K: float64(df)}.Survival(x2)
}

// valuesIn returns the values of the property that occur in hits of any sample, in ascending order.
func valuesIn(samples []Counted) (keys []int) {
	for _, s := range samples {
		for _, k := range s.Histogram.Bins() {
			t := s.Histogram.Tally(k)
			if t.InCount() > 0 || t.OpenCount() > 0 {
				keys = append(keys, k)
			}
		}
	}
	slices.Sort(keys)
	return slices.Compact(keys)
}

// A cell is a number of draws of one category with the same contribution.
type cell struct {
	category int // index of the key
	y        float64
	count    float64
}

// cellsOf returns the cells of the hits of a histogram, with categories as indices of keys.
func cellsOf(h *stats.Histogram, keys []int) (cells []cell) {
	for i, k := range keys {
		for c := range h.Tally(k).All() {
			if c.Outcome != stats.Out {
				cells = append(cells, cell{i, float64(c.Weight) / float64(c.Mult), float64(c.Count)})
			}
		}
	}
	return cells
}

// momentsOf returns the moments of n categories.
func momentsOf(cells []cell, n int) []moments {
	parts := make([]moments, n)
	for _, c := range cells {
		parts[c.category].sum += c.y * c.count
		parts[c.category].squares += c.y * c.y * c.count
	}
	return parts
}

// sumOf returns the moments of several categories together.
func sumOf(parts []moments) (sum moments) {
	for _, p := range parts {
		sum.sum += p.sum
		sum.squares += p.squares
	}
	return sum
}

// mergeCategories returns runs of neighboring categories, as first and last index, that are expected to have at least
// minPerCategory effective hits in each sample. Expected numbers decide, not observed ones, so that a category which one
// sample lacks is not hidden by merging. It returns nil if there is no such run.
func mergeCategories(samples [][]moments) (runs [][2]int) {
	expected := pooledShares(samples)
	hasEnough := func(first, last int) bool {
		share := 0.0
		for _, p := range expected[first : last+1] {
			share += p
		}
		for _, p := range samples {
			if share*effectiveHits(p) < minPerCategory {
				return false
			}
		}
		return true
	}
	first := 0
	for k := range samples[0] {
		if hasEnough(first, k) {
			runs = append(runs, [2]int{first, k})
			first = k + 1
		}
	}
	// The remaining categories at the end join the last run.
	if last := len(samples[0]) - 1; first <= last {
		if len(runs) == 0 {
			return nil
		}
		runs[len(runs)-1][1] = last
	}
	return runs
}

// effectiveHits returns S^2/Q, the number of equal contributions with the same relative variance.
func effectiveHits(parts []moments) float64 {
	all := sumOf(parts)
	return all.sum * all.sum / all.squares
}

// pooledShares returns the means of the shares over all samples, weighted by effective hits.
func pooledShares(samples [][]moments) []float64 {
	shares, weights := make([]float64, len(samples[0])), 0.0
	for _, parts := range samples {
		n, all := effectiveHits(parts), sumOf(parts)
		weights += n
		for k, p := range parts {
			shares[k] += n * p.sum / all.sum
		}
	}
	for k := range shares {
		shares[k] /= weights
	}
	return shares
}

// presumedMoments returns the moments for the covariance of a sample. These are its own, except in categories with fewer
// than minPerCategory effective hits, for which they follow from the pooled shares. Otherwise a share without a hit would
// have the variance 0.
func presumedMoments(parts []moments, shares []float64) []moments {
	all := sumOf(parts)
	list := slices.Clone(parts)
	for k, p := range parts {
		if p.squares == 0 || p.sum*p.sum/p.squares < minPerCategory {
			list[k] = moments{shares[k] * all.sum, shares[k] * all.squares}
		}
	}
	return list
}

// worstCategory returns the category with the largest difference of the shares of two samples in standard errors, and this
// number.
func worstCategory(pair [][]moments) (category int, z float64) {
	shares := pooledShares(pair)
	variance := func(parts []moments, k int) float64 {
		p := presumedMoments(parts, shares)
		_, v := shareOf(p[k], sumOf(p))
		return v
	}
	for k := range shares {
		difference := pair[0][k].sum/sumOf(pair[0]).sum - pair[1][k].sum/sumOf(pair[1]).sum
		if v := variance(pair[0], k) + variance(pair[1], k); v > 0 && math.Abs(difference) > math.Abs(z)*math.Sqrt(v) {
			category, z = k, difference/math.Sqrt(v)
		}
	}
	return category, z
}

// shareOf returns the share of a category and its variance, which is the covariance of the package documentation for one
// category.
func shareOf(category, all moments) (share, variance float64) {
	share = category.sum / all.sum
	return share, ((1-2*share)*category.squares + share*share*all.squares) / (all.sum * all.sum)
}

// newCategories returns the shares of runs of categories in all samples, with standard errors.
func newCategories(keys []int, runs [][2]int, parts [][]moments) (list []Category) {
	for _, r := range runs {
		c := Category{First: keys[r[0]], Last: keys[r[1]]}
		for _, p := range parts {
			share, variance := shareOf(sumOf(p[r[0]:r[1]+1]), sumOf(p))
			c.Shares = append(c.Shares, share)
			c.StdErrs = append(c.StdErrs, math.Sqrt(max(0, variance))) // rounding can make it negative
		}
		list = append(list, c)
	}
	return list
}

// sharesOf returns the shares of all categories but the last, whose share follows from the others.
func sharesOf(parts []moments) *mat.VecDense {
	n := len(parts) - 1
	all := sumOf(parts)
	p := mat.NewVecDense(n, nil)
	for k := range n {
		p.SetVec(k, parts[k].sum/all.sum)
	}
	return p
}

// covariance returns the covariance matrix of sharesOf; see the package documentation.
func covariance(parts []moments) *mat.SymDense {
	n := len(parts) - 1
	all := sumOf(parts)
	p := sharesOf(parts)
	c := mat.NewSymDense(n, nil)
	for k := range n {
		for l := k; l < n; l++ {
			pk, pl := p.AtVec(k), p.AtVec(l)
			x := pk*pl*all.squares - pk*parts[l].squares - pl*parts[k].squares
			if k == l {
				x += parts[k].squares
			}
			c.SetSym(k, l, x/(all.sum*all.sum))
		}
	}
	return c
}

// wald returns the chi-squared statistic of the hypothesis that all samples have the same shares: the sum of the
// quadratic forms of the deviations from the shares that fit best, with the inverse covariances of presumedMoments. Ok is
// false if there are fewer than two categories, or a covariance is singular.
func wald(samples [][]moments) (x2 float64, ok bool) {
	n := len(samples[0]) - 1
	if n < 1 {
		return 0, false
	}
	shares := pooledShares(samples)
	precision := mat.NewDense(n, n, nil) // sum of the inverse covariances
	moment := mat.NewVecDense(n, nil)    // and of their products with the shares
	type sample struct {
		p    *mat.VecDense
		chol mat.Cholesky
	}
	fits := make([]sample, len(samples))
	for i, parts := range samples {
		p := sharesOf(parts)
		s := &fits[i]
		if s.p = p; !s.chol.Factorize(covariance(presumedMoments(parts, shares))) {
			return 0, false
		}
		var inverse mat.SymDense
		if s.chol.InverseTo(&inverse) != nil {
			return 0, false
		}
		precision.Add(precision, &inverse)
		var weighted mat.VecDense
		weighted.MulVec(&inverse, p)
		moment.AddVec(moment, &weighted)
	}
	var best mat.VecDense
	if best.SolveVec(precision, moment) != nil {
		return 0, false
	}
	for i := range fits {
		var deviation, weighted mat.VecDense
		deviation.SubVec(fits[i].p, &best)
		if fits[i].chol.SolveVecTo(&weighted, &deviation) != nil {
			return 0, false
		}
		x2 += mat.Dot(&deviation, &weighted)
	}
	return x2, true
}
