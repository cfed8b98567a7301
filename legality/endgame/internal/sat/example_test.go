package sat_test

import (
	"context"
	"fmt"

	"chesscensus/chess"
	"chesscensus/legality/endgame/internal/sat"
)

// No KRK position is more than once derivedly illegal; some are once.
func ExampleProve() {
	t, err := sat.NewTheorem("KRK")
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, a := range t.Assertions()[1:3] {
		p, err := sat.Prove(context.Background(), &a.Claim, chess.Black, sat.Options{})
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(a.Name, p.Proven)
	}
	// Output:
	// depth: no position is more than 1 times derivedly illegal true
	// sharp: no position is 1 times derivedly illegal false
}
