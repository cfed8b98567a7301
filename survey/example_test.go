package survey_test

import (
	"context"
	"fmt"

	"chesscensus/legality/verdict"
	"chesscensus/sampler"
	"chesscensus/sampler/ranked"
	"chesscensus/sampler/rndfen"
	"chesscensus/survey"
)

// Two sets of 8.7e45 and 4.5e46 elements, which share no code, hold the same legal positions.
func ExampleCompare() {
	r, err := survey.Compare(context.Background(), survey.Comparison{
		Spaces: []sampler.Space{ranked.NewRepaired(), rndfen.NewConditioned()},
		Draws:  5000, Seed: 1, Effort: verdict.Static,
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, s := range r.NotRefuted.Samples {
		fmt.Printf("%s: at most %.1e\n", s.Name, s.Estimate.Value)
	}
	fmt.Printf("z = %.1f, agree: %v\n", r.NotRefuted.Pairs[0].Z, r.NotRefuted.Agree)
	for _, p := range r.Shares {
		fmt.Printf("by %s, agree: %v\n", p.Property, p.Agree)
	}
	// Output:
	// ranked-repaired: at most 7.3e+44
	// rndfen-conditioned: at most 6.9e+44
	// z = 0.4, agree: true
	// by men, agree: true
	// by captures by White, agree: true
	// by promotions, agree: true
}
