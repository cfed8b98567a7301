package design_test

import (
	"fmt"
	"math/big"

	"chesscensus/stats"
	"chesscensus/stats/design"
)

// Two strata, a cheap phase and an expensive one. In the first stratum a tenth of the
// draws survive phase 1, and half of the survivors are judged.
func Example() {
	d := design.Design{
		Strata: []design.Stratum{{Name: "small", Size: big.NewInt(1e6)}, {Name: "large", Size: big.NewInt(9e6)}},
		Phases: 2,
	}
	s := design.NewSample(2)
	for h, share := range []uint64{10, 5} {
		take := design.NewSystematicSample(0.5)
		for i := range uint64(10000) {
			if i%share != 0 {
				s.Strata[h].AddOut(1)
				continue
			}
			s.Strata[h].Add(stats.Open, 1, 1)
			if take.Next() {
				outcome := stats.Out
				if i%3 == 0 {
					outcome = stats.In
				}
				s.Strata[h].Child(0).Add(outcome, 1, 1)
			}
		}
	}
	r, err := d.Estimate(s, stats.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(r.Low)
	for j, p := range r.Phases {
		fmt.Printf("phase %d: %d judged, %.0f %% of the variance\n", j+1, p.Judged, 100*p.Share)
	}
	// Output:
	// 634600 +- 5.79e+04 at 95% confidence
	// phase 1: 20000 judged, 17 % of the variance
	// phase 2: 1500 judged, 83 % of the variance
}

// A budget of 1000 seconds for a filter of 2 microseconds and a judge of 100.
func ExampleDesign_Allocate() {
	d := design.Simple(big.NewInt(1e9))
	d.Phases = 2
	models := []design.Model{{Reach: 1, Variance: 0.03, Cost: 2e-6, Next: []design.Model{
		{Reach: 0.1, Variance: 0.24, Cost: 1e-4}}}}
	a, err := d.Allocate(models, design.AllocateOptions{Budget: 1000})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%d draws, %.2g of the survivors judged, standard error %.2g\n",
		a.Strata[0].Draws, a.Strata[0].Next[0].Share, a.StdErr)
	// Output: 166666667 draws, 0.4 of the survivors judged, standard error 2.3e+04
}

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
