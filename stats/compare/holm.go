package compare

import (
	"cmp"
	"math"
	"slices"
)

// Holm adjusts the p-values of m tests for their number: with p(1) <= p(2) <= ... <= p(m),
//
//	adjusted(i) = max over j <= i of min(1, (m - j + 1) p(j)).
//
// If all hypotheses with an adjusted value below a level are rejected, the probability to reject any true one is at most
// the level, whatever the dependence of the tests. For example, 0.01, 0.04, 0.03, 0.005 become 0.03, 0.06, 0.06, 0.02.
// The result is in the order of the arguments, which do not change. Holm panics if a p-value is not in [0,1].
//
// Source: S. Holm, "A Simple Sequentially Rejective Multiple Test Procedure", Scand. J. Statist. 6 (1979).
func Holm(p []float64) []float64 {
	order := make([]int, len(p))
	for i, x := range p {
		if !(x >= 0 && x <= 1) {
			panic("compare: a p-value is not in the range [0,1]")
		}
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(p[a], p[b]) })
	adjusted, most := make([]float64, len(p)), 0.0
	for j, i := range order {
		most = math.Max(most, math.Min(1, float64(len(p)-j)*p[i]))
		adjusted[i] = most
	}
	return adjusted
}
