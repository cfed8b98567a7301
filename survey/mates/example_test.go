package mates_test

import (
	"context"
	"fmt"

	"chesscensus/legality/verdict"
	"chesscensus/sampler/ranked"
	"chesscensus/survey/mates"
)

// Shares of the positions that nothing refutes, from a small sample.
func ExampleRun() {
	r, err := mates.Run(context.Background(), mates.Config{
		Space: ranked.NewRepaired(), Draws: 20000, Seed: 7,
		Judge: mates.Engine{Effort: verdict.Kernel}, Moves: 2,
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, row := range r.Rows() {
		fmt.Printf("%-13s %5.1f %%\n", row.Class, 100*row.Low.Value)
	}
	// Output:
	// mated           4.3 %
	// mate in 1       9.2 %
	// mate in 2       6.1 %
	// stalemate       0.0 %
	// none of these  80.4 %
	// in check       57.1 %
}
