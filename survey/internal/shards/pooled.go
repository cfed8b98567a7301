package shards

import (
	"math"
	"slices"

	"chesscensus/stats/design"
)

// Pooled returns models in which the classes of the last phase are one class: reaches are added, variances averaged by reach.
func Pooled(models []design.Model) []design.Model {
	list := slices.Clone(models)
	for h := range list {
		m := &list[h]
		if len(m.Next) < 2 {
			m.Next = Pooled(m.Next)
			continue
		}
		pooled := design.Model{Cost: m.Next[0].Cost}
		for i := range m.Next {
			pooled.Reach += m.Next[i].Reach
			pooled.Variance += m.Next[i].Reach * m.Next[i].Variance
		}
		pooled.Variance /= max(pooled.Reach, math.SmallestNonzeroFloat64)
		m.Next = []design.Model{pooled}
	}
	return list
}
