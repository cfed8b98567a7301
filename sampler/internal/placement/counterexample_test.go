package placement_test

import (
	"fmt"

	judge "chesscensus/legality/chesscounter"
	"chesscensus/sampler"
	"chesscensus/sampler/internal/placement"
)

// This is an estimate of the legal positions by ChessCounter's rules, from the space
// without material that cannot have come about.
func ExampleNewCounter() {
	plain, feasible := placement.NewCounter(placement.Split, placement.Plain), placement.NewCounter(placement.Split, placement.Feasible)
	fmt.Println(plain.Name(), plain.Size())
	fmt.Println(feasible.Name(), feasible.Size())

	const n = 100_000
	draws := sampler.NewBulk(feasible, 1)
	var d sampler.Draw
	sum := 0
	for range n {
		if draws.Next(&d) {
			sum += judge.Judge(&d.Setup, judge.Split).Weight
		}
	}
	size, _ := feasible.Size().Float64()
	fmt.Printf("about %.2g positions\n", size*float64(sum)/n)
	// Output:
	// counter-split 568159542837347293680664103149567870390294979574504
	// counter-split-feasible 44249243769234217170774771881657997752038783224
	// about 4.4e+45 positions
}
