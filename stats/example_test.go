package stats_test

import (
	"fmt"
	"math/big"

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
