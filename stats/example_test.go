package stats_test

import (
	"fmt"
	"math/big"
	"os"

	"chesscensus/stats"
)

// This is the published estimate of the number of legal chess positions, from its counts of legal draws by
// multiplicity.
func ExampleTally_Estimate() {
	size, _ := new(big.Int).SetString("8726713169886222032347729969256422370854716254", 10)
	tally := stats.FromCounts(2000000, []uint64{0, 108547, 3418, 705, 56, 3, 23, 0, 0, 0, 2})
	e := tally.Estimate(size, stats.Options{Z: stats.ReferenceZ}).Low
	fmt.Printf("%.6g +- %.6g\n", e.Value, e.HalfWidth())
	// Output: 4.82193e+44 +- 2.74973e+42
}

// Undecided draws give two estimates. The interval of each allows for chance, and their distance for what is not known.
func ExampleResult() {
	var tally stats.Tally
	for i := range 1000 {
		switch {
		case i%10 == 0:
			tally.Add(stats.In, 1, 1)
		case i%50 == 1:
			tally.Add(stats.Open, 1, 1)
		default:
			tally.Add(stats.Out, 1, 1)
		}
	}
	r := tally.Estimate(big.NewInt(1e6), stats.Options{})
	fmt.Println("low: ", r.Low)
	fmt.Println("high:", r.High)
	fmt.Printf("undecided %.0f%%, so from %.0f to %.0f\n", 100*r.OpenShare, r.Lo, r.Hi)
	// Output:
	// low:  100000 +- 1.86e+04 at 95% confidence
	// high: 120000 +- 2.02e+04 at 95% confidence
	// undecided 2%, so from 84373 to 136928
}

func ExampleTable() {
	table := stats.NewTable("legal", "kings adjacent", "both kings in check")
	table.AddCount("both kings in check", 1, 1, 15) // 15 draws of weight 1 and multiplicity 1
	table.AddCount("legal", 1, 1, 5)
	stats.WriteCSV(os.Stdout, table.Frame().Select([]string{"category", "draws", "share"}))
	// Output:
	// category,draws,share
	// legal,5,0.25
	// kings adjacent,0,0
	// both kings in check,15,0.75
}

// Parts of a sample are merged to the whole.
func ExampleTally_Merge() {
	var a, b stats.Tally
	a.Add(stats.In, 1, 2)
	a.AddOut(10)
	b.Add(stats.In, 1, 3)
	a.Merge(&b)
	fmt.Println(a.Draws(), a.Sum(stats.In))
	// Output: 12 5/6
}

func ExampleHistogram() {
	var h stats.Histogram
	h.AddCount(30, stats.In, 1, 1, 60)
	h.AddCount(28, stats.In, 1, 2, 80) // 80 draws of weight 1 and multiplicity 2
	h.AddOut(860)
	for _, b := range h.Estimate(big.NewInt(1e6), stats.Options{}) {
		fmt.Printf("%d men: %v\n", b.Key, b.Result.Low)
	}
	// Output:
	// 28 men: 40000 +- 8.41e+03 at 95% confidence
	// 30 men: 60000 +- 1.47e+04 at 95% confidence
}

func ExampleTrace() {
	tr := stats.Trace{Size: big.NewInt(1e6)} // records the first point at 100 draws
	var tally stats.Tally
	for i := range 200 {
		if i%10 == 0 {
			tally.Add(stats.In, 1, 1)
		} else {
			tally.AddOut(1)
		}
		tr.Observe(&tally)
	}
	for _, p := range tr.Points {
		fmt.Printf("%3d draws: %.0f in [%.0f, %.0f]\n", p.Draws, p.Result.Low.Value, p.Result.Lo, p.Result.Hi)
	}
	// Output:
	// 100 draws: 100000 in [49005, 176223]
	// 126 draws: 103175 in [56090, 169969]
	// 158 draws: 101266 in [58999, 159238]
	// 200 draws: 100000 in [62159, 150213]
}
