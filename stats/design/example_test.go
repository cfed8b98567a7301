package design_test

import (
	"fmt"
	"math/big"

	"chesscensus/stats"
	"chesscensus/stats/design"
)

// An example by hand. A stratum has 1000 members. Ten draws are made, and phase 1 refutes six of them. The four that pass have the
// multiplicities 1, 1, 2 and 2, so that their possible contributions y are 1, 1, 1/2 and 1/2. Phase 2 judges half of them, the first
// two: one is In, one Out.
//
//	without Known    D = (1 + 0)/2 = 1/2                    mean = (0 + 4 D)/10 = 0.2           estimate 200
//	with K = 1/2     D = ((1 - 1/2) + (0 - 1/2))/2 = 0      mean = (1/2 * 3 + 4 D)/10 = 0.15    estimate 150
//
// The second knows that the two that were not judged can contribute 1/2 each at most. Both are unbiased. If phase 2 leaves its second
// draw undecided, the bounds are those of Out (low) and of In (high).
func ExampleDesign_Estimate() {
	for _, known := range []float64{0, 0.5} {
		for _, last := range []stats.Outcome{stats.Out, stats.Open} {
			d := design.Simple(big.NewInt(1000))
			d.Phases, d.Known = 2, []float64{known}
			s := design.NewSample(1)
			node := &s.Strata[0]
			node.AddOut(6)
			for _, mult := range []uint64{1, 1, 2, 2} {
				node.Add(stats.Open, 1, mult)
			}
			node.Child(0).Add(stats.In, 1, 1)
			node.Child(0).Add(last, 1, 1)
			r, err := d.Estimate(s, stats.Options{})
			if err != nil {
				fmt.Println(err)
				return
			}
			fmt.Println("known", known, "low", r.Low.Value, "high", r.High.Value)
		}
	}
	// Output:
	// known 0 low 200 high 200
	// known 0 low 200 high 400
	// known 0.5 low 150 high 150
	// known 0.5 low 150 high 350
}
