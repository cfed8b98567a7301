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

// A Counted is a sample by an integer property, such as the number of men. Open draws count, as in the high estimate of a stats.Result.
type Counted struct {
	Name      string
	Histogram *stats.Histogram
}

// A Category is one value of the property, or a run of neighbors that were merged.
type Category struct {
	First, Last int
	// Shares of the objects in the category, and their standard errors, by sample.
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
	// Worst is the merged category that differs most, in standard errors, WorstZ by how many: positive where A has more.
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
	Merged      []Category // those that chi-squared looks at
	Differences []Difference
	// X2, DF and P are chi-squared of all samples together against the shares that
	// fit them best.
	X2       float64
	DF       int
	P        float64
	Level    float64
	Agree    bool // P is at least Level
	Warnings []error
}

// minPerCategory is the number of effective hits that a category must be expected to have in each sample, by the shares of all samples
// together.
const minPerCategory = 10.0

// A part is what a category of a sample adds up to.
type part struct{ s, q float64 } // sums of y and y^2

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
	keys := keysOf(samples)
	sh := &Shares{Level: opt.Level, Agree: true, P: 1}
	parts := make([][]part, len(samples))
	cells := make([][]cell, len(samples))
	for i, s := range samples {
		sh.Names = append(sh.Names, s.Name)
		cells[i] = cellsOf(s.Histogram, keys)
		parts[i] = partsOf(cells[i], len(keys))
		if total(parts[i]).s == 0 {
			return nil, fmt.Errorf("compare: sample %q has no hits", s.Name)
		}
	}
	var single [][2]int
	for k := range keys {
		single = append(single, [2]int{k, k})
	}
	sh.Categories = categories(keys, single, parts)
	runs := merge(parts)
	if len(runs) == 0 {
		runs = [][2]int{{0, len(keys) - 1}}
	}
	sh.Merged = categories(keys, runs, parts)
	merged := make([][]part, len(parts))
	for i, p := range parts {
		for _, r := range runs {
			merged[i] = append(merged[i], total(p[r[0]:r[1]+1]))
		}
	}
	if len(runs) < 2 {
		sh.Warnings = append(sh.Warnings, fmt.Errorf("no two categories are expected to have %v effective hits in every sample: chi-squared says nothing", minPerCategory))
	}
	sh.compare(merged, cells, parts, opt)
	if len(runs) > 1 && sh.DF == 0 {
		sh.Warnings = append(sh.Warnings, errors.New("a covariance is singular: chi-squared says nothing"))
	}
	return sh, nil
}

func (sh *Shares) compare(merged [][]part, cells [][]cell, parts [][]part, opt Options) {
	n := len(merged)
	level := opt.Level / float64(n*(n-1)) // two tests for each of n(n-1)/2 pairs
	for i := range n {
		for j := i + 1; j < n; j++ {
			d := Difference{A: i, B: j, X2P: 1}
			pair := [][]part{merged[i], merged[j]}
			if x2, ok := wald(pair); ok {
				d.X2, d.DF = x2, len(merged[i])-1
				d.X2P = survival(x2, d.DF)
			}
			d.Worst, d.WorstZ = worst(pair)
			d.KS, d.KSP = kolmogorov(cells[i], cells[j], parts[i], parts[j], opt, uint64(i)<<32|uint64(j))
			d.X2Rejected, d.KSRejected = d.X2P < level, d.KSP < level
			sh.Differences = append(sh.Differences, d)
		}
	}
	if x2, ok := wald(merged); ok {
		sh.X2, sh.DF = x2, (n-1)*(len(merged[0])-1)
		sh.P = survival(x2, sh.DF)
		sh.Agree = sh.P >= sh.Level
	}
}

func survival(x2 float64, df int) float64 {
	if df == 0 {
		return 1
	}
	return distuv.ChiSquared{K: float64(df)}.Survival(x2)
}

// keysOf returns the values that occur in hits of any sample, in ascending order.
func keysOf(samples []Counted) (keys []int) {
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

// A cell is equal draws of one category.
type cell struct {
	category int // index of the key
	y        float64
	count    float64
}

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

func partsOf(cells []cell, n int) []part {
	parts := make([]part, n)
	for _, c := range cells {
		parts[c.category].s += c.y * c.count
		parts[c.category].q += c.y * c.y * c.count
	}
	return parts
}

func total(parts []part) (sum part) {
	for _, p := range parts {
		sum.s += p.s
		sum.q += p.q
	}
	return sum
}

// merge joins neighbors until every run is expected to have enough effective hits in each sample. What is expected, not what was hit,
// decides: a sample that lacks a category which the others say it should have must not hide it in a neighbor.
func merge(parts [][]part) (runs [][2]int) {
	expected := pooled(parts)
	enough := func(first, last int) bool {
		share := 0.0
		for _, p := range expected[first : last+1] {
			share += p
		}
		for _, p := range parts {
			if share*effective(p) < minPerCategory {
				return false
			}
		}
		return true
	}
	first := 0
	for k := range parts[0] {
		if enough(first, k) {
			runs = append(runs, [2]int{first, k})
			first = k + 1
		}
	}
	// What is left at the end joins the last run.
	if last := len(parts[0]) - 1; first <= last {
		if len(runs) == 0 {
			return nil
		}
		runs[len(runs)-1][1] = last
	}
	return runs
}

// effective is the number of equal contributions that would say as much as those of a sample: S^2/Q.
func effective(parts []part) float64 {
	all := total(parts)
	return all.s * all.s / all.q
}

// pooled are the shares of the categories in all samples together, each with the weight of its effective hits.
func pooled(samples [][]part) []float64 {
	shares, weights := make([]float64, len(samples[0])), 0.0
	for _, parts := range samples {
		n, all := effective(parts), total(parts)
		weights += n
		for k, p := range parts {
			shares[k] += n * p.s / all.s
		}
	}
	for k := range shares {
		shares[k] /= weights
	}
	return shares
}

// presumed are the sums from which the covariance of a sample is computed: its own, but where a category has fewer effective hits than
// [minPerCategory] what the pooled shares let one expect. Without that a sample that has no hit in a category would be certain that there are none.
func presumed(parts []part, shares []float64) []part {
	all := total(parts)
	list := slices.Clone(parts)
	for k, p := range parts {
		if p.q == 0 || p.s*p.s/p.q < minPerCategory {
			list[k] = part{shares[k] * all.s, shares[k] * all.q}
		}
	}
	return list
}

// worst is the category whose shares differ most between two samples, in standard errors.
func worst(pair [][]part) (category int, z float64) {
	shares := pooled(pair)
	variance := func(parts []part, k int) float64 {
		p := presumed(parts, shares)
		all := total(p)
		share := p[k].s / all.s
		return ((1-2*share)*p[k].q + share*share*all.q) / (all.s * all.s)
	}
	for k := range shares {
		difference := pair[0][k].s/total(pair[0]).s - pair[1][k].s/total(pair[1]).s
		if v := variance(pair[0], k) + variance(pair[1], k); v > 0 && math.Abs(difference) > math.Abs(z)*math.Sqrt(v) {
			category, z = k, difference/math.Sqrt(v)
		}
	}
	return category, z
}

func categories(keys []int, runs [][2]int, parts [][]part) (list []Category) {
	for _, r := range runs {
		c := Category{First: keys[r[0]], Last: keys[r[1]]}
		for _, p := range parts {
			x, all := total(p[r[0]:r[1]+1]), total(p)
			share := x.s / all.s
			c.Shares = append(c.Shares, share)
			// The covariance of the package documentation for one category.
			variance := ((1-2*share)*x.q + share*share*all.q) / (all.s * all.s)
			c.StdErrs = append(c.StdErrs, math.Sqrt(max(0, variance))) // rounding can make it negative
		}
		list = append(list, c)
	}
	return list
}

// sharesOf returns the shares of all categories but the last, whose share follows from the others.
func sharesOf(parts []part) *mat.VecDense {
	n := len(parts) - 1
	all := total(parts)
	p := mat.NewVecDense(n, nil)
	for k := range n {
		p.SetVec(k, parts[k].s/all.s)
	}
	return p
}

// covariance returns the covariances of these shares.
func covariance(parts []part) *mat.SymDense {
	n := len(parts) - 1
	all := total(parts)
	p := sharesOf(parts)
	c := mat.NewSymDense(n, nil)
	for k := range n {
		for l := k; l < n; l++ {
			pk, pl := p.AtVec(k), p.AtVec(l)
			x := pk*pl*all.q - pk*parts[l].q - pl*parts[k].q
			if k == l {
				x += parts[k].q
			}
			c.SetSym(k, l, x/(all.s*all.s))
		}
	}
	return c
}

// wald returns the chi-squared statistic of the hypothesis that all samples have the
// same shares: the weighted squares of the deviations from the shares that fit best. Covariances are those of [presumed].
// It is not ok if there are fewer than two categories, or a covariance is singular.
func wald(list [][]part) (x2 float64, ok bool) {
	n := len(list[0]) - 1
	if n < 1 {
		return 0, false
	}
	shares := pooled(list)
	precision := mat.NewDense(n, n, nil) // sum of the inverse covariances
	moment := mat.NewVecDense(n, nil)    // and of their products with the shares
	type sample struct {
		p    *mat.VecDense
		chol mat.Cholesky
	}
	samples := make([]sample, len(list))
	for i, parts := range list {
		p := sharesOf(parts)
		s := &samples[i]
		if s.p = p; !s.chol.Factorize(covariance(presumed(parts, shares))) {
			return 0, false
		}
		var inverse mat.SymDense
		if s.chol.InverseTo(&inverse) != nil {
			return 0, false
		}
		precision.Add(precision, &inverse)
		var v mat.VecDense
		v.MulVec(&inverse, p)
		moment.AddVec(moment, &v)
	}
	var best mat.VecDense
	if best.SolveVec(precision, moment) != nil {
		return 0, false
	}
	for i := range samples {
		var d, v mat.VecDense
		d.SubVec(samples[i].p, &best)
		if samples[i].chol.SolveVecTo(&v, &d) != nil {
			return 0, false
		}
		x2 += mat.Dot(&d, &v)
	}
	return x2, true
}
