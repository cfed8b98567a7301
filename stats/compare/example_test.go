package compare_test

import (
	"fmt"
	"math/big"

	"chesscensus/stats"
	"chesscensus/stats/compare"
)

// Two spaces hold the same 500 objects. The first has 10 000 members and each object once, the
// second 4000 members and each object twice.
func ExampleEstimates() {
	once := stats.FromCounts(20000, []uint64{0, 1013})
	twice := stats.FromCounts(5000, []uint64{0, 0, 1238})
	a, err := compare.Estimates([]compare.Sample{
		{Name: "once", Estimate: once.Estimate(big.NewInt(10000), stats.Options{}).Low, Seconds: 2},
		{Name: "twice", Estimate: twice.Estimate(big.NewInt(4000), stats.Options{}).Low, Seconds: 1},
	}, compare.Options{Level: 0.01})
	if err != nil {
		fmt.Println(err)
		return
	}
	for i, s := range a.Samples {
		fmt.Printf("%s: %.1f +- %.1f, efficiency %.2f per draw, %.2f per second\n",
			s.Name, s.Estimate.Value, s.Estimate.StdErr, a.Efficiency[i].RatioPerDraw, a.Efficiency[i].RatioPerSecond)
	}
	fmt.Printf("z = %.2f, pooled %.1f +- %.1f, agree: %v\n", a.Pairs[0].Z, a.Pooled, a.PooledStdErr, a.Agree)
	// Output:
	// once: 506.5 +- 15.5, efficiency 1.00 per draw, 1.00 per second
	// twice: 495.2 +- 12.2, efficiency 6.17 per draw, 3.08 per second
	// z = 0.57, pooled 499.5 +- 9.6, agree: true
}

// This compares the numbers of men on the board in two samples.
func ExampleDistributions() {
	var a, b stats.Histogram
	for men, counts := range map[int][2]uint64{28: {100, 180}, 29: {300, 620}, 30: {80, 190}} {
		a.AddCount(men, stats.In, 1, 1, counts[0])
		b.AddCount(men, stats.In, 1, 2, counts[1])
	}
	sh, err := compare.Distributions([]compare.Counted{{Name: "a", Histogram: &a}, {Name: "b", Histogram: &b}}, compare.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, c := range sh.Categories {
		fmt.Printf("%d men: %.3f +- %.3f, %.3f +- %.3f\n", c.First, c.Shares[0], c.StdErrs[0], c.Shares[1], c.StdErrs[1])
	}
	d := sh.Differences[0]
	fmt.Printf("chi-squared %.2f, p = %.2f; largest difference %.3f, p = %.1f; agree: %v\n", d.X2, d.X2P, d.KS, d.KSP, sh.Agree)
	// Output:
	// 28 men: 0.208 +- 0.019, 0.182 +- 0.012
	// 29 men: 0.625 +- 0.022, 0.626 +- 0.015
	// 30 men: 0.167 +- 0.017, 0.192 +- 0.013
	// chi-squared 2.32, p = 0.31; largest difference 0.027, p = 0.4; agree: true
}
