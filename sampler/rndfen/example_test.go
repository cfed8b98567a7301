package rndfen_test

import (
	"fmt"

	"chesscensus/chess"
	"chesscensus/sampler/rndfen"
)

// This makes a list of candidates, without tests of legality, of which one is legal on average.
func Example() {
	space := rndfen.NewConditioned()
	plan, err := rndfen.NewPlan(space, 1, 2026)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(plan, "for", plan.Raw, "raw draws")
	n := 0
	for block := range plan.Blocks() {
		plan.Candidates(space, block, func(*chess.Setup) { n++ })
	}
	fmt.Println(n < int(plan.Draws), plan.Draws/10)
	// Output:
	// multiplier: 4.800000002e+44 for 457594545 raw draws
	// true 9
}
