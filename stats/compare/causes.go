package compare

import (
	"cmp"
	"math"
	"math/big"
	"slices"

	"chesscensus/stats"
)

// A Cause is a category of draws, such as those that one theorem refutes, in two samples.
type Cause struct {
	Name string
	// A and B are the estimated numbers of objects of the category: the size of the space times the mean of weight/mult.
	A, B float64
	// Z is A less B in standard errors, Adjusted its two-sided probability, adjusted for the number of categories by [Holm].
	Z, Adjusted float64
}

// Causes compares the categories of two independent samples of spaces of the given sizes. The list begins with the category
// that differs most. Categories without a draw in either sample are left out.
//
// Spaces may hold different objects, so a category may differ although both samples are right. Suppose that estimates of the
// same objects differ by d. Each object that one estimate lacks is either in another category there or not in its space. If
// the estimate of A is too small by d, a category of which A has about d more is suspect. If there is none, the space of A
// lacks the objects, or its multiplicities are too high.
func Causes(a, b *stats.Table, sizeA, sizeB *big.Int) []Cause {
	byName := map[string]*[2]stats.Row{}
	for i, t := range []*stats.Table{a, b} {
		size, _ := new(big.Float).SetInt([]*big.Int{sizeA, sizeB}[i]).Float64()
		for _, row := range t.Rows() {
			if byName[row.Category] == nil {
				byName[row.Category] = new([2]stats.Row)
			}
			row.Mean, row.MeanStdErr = size*row.Mean, size*row.MeanStdErr
			byName[row.Category][i] = row
		}
	}
	var list []Cause
	var pValues []float64
	for name, rows := range byName {
		stdErr := math.Hypot(rows[0].MeanStdErr, rows[1].MeanStdErr)
		if !(stdErr > 0) {
			continue
		}
		c := Cause{Name: name, A: rows[0].Mean, B: rows[1].Mean}
		c.Z = (c.A - c.B) / stdErr
		list = append(list, c)
	}
	slices.SortFunc(list, func(x, y Cause) int {
		return cmp.Or(cmp.Compare(math.Abs(y.Z), math.Abs(x.Z)), cmp.Compare(x.Name, y.Name))
	})
	for _, c := range list {
		pValues = append(pValues, math.Erfc(math.Abs(c.Z)/math.Sqrt2))
	}
	for i, adjusted := range Holm(pValues) {
		list[i].Adjusted = adjusted
	}
	return list
}
