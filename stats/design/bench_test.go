package design

import (
	"fmt"
	"math/big"
	"testing"

	"chesscensus/stats"
)

// BenchmarkEstimate measures the estimate of a survey of 200 strata and three phases.
func BenchmarkEstimate(b *testing.B) {
	one, s := twoStrata()
	d := Design{Phases: 3, Known: one.Known}
	big200 := &Sample{}
	for h := range 200 {
		d.Strata = append(d.Strata, Stratum{fmt.Sprint(h), big.NewInt(1e15)})
		big200.Strata = append(big200.Strata, *s.Strata[h%2].clone())
	}
	for b.Loop() {
		if r, err := d.Estimate(big200, stats.Options{}); err != nil || r.Low.Value <= 0 {
			b.Fatal(r, err)
		}
	}
	b.ReportMetric(200*float64(b.N)/b.Elapsed().Seconds(), "strata/s")
}

// BenchmarkTally measures counting one survivor.
func BenchmarkTally(b *testing.B) {
	var n Node
	take := NewSystematicSample(0.01)
	b.ReportAllocs()
	for b.Loop() {
		n.Add(stats.Open, 1, 1)
		if take.Next() {
			n.Child(0).Add(stats.In, 1, 1)
		}
	}
	if n.Draws() == 0 || n.Child(0).Draws() > n.Draws() {
		b.Fatal(n.Draws())
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "draws/s")
}
