package proofgame_test

import (
	"context"
	"fmt"

	"chesscensus/chess"
	"chesscensus/legality/proofgame"
)

// The game that the package documentation goes through: its kernel, its path, its length and cost.
func ExampleBuilder_Build() {
	goal, err := chess.ParsePosition("rnbqkbnr/1ppppppp/1p6/8/3Q4/8/1PPPPPPP/1NBQKBNR b Kk -")
	if err != nil {
		fmt.Println(err)
		return
	}
	var b proofgame.Builder
	a, err := b.Build(context.Background(), proofgame.Request{Goal: goal})
	if err != nil {
		fmt.Println(err)
		return
	}
	start := chess.InitialPosition()
	fmt.Println(a.Kernel)
	fmt.Println(a.Kernel.ExtendedString())
	fmt.Println(string(start.AppendSANs(nil, a.Path(), chess.CompactSAN)))
	fmt.Println(len(a.Moves), "plies by the", a.By, "at", a.Plies)
	// Output:
	// bPa1xRb1
	// wRa1-b6 bPa7xb6
	// a4 Nc6 Ra3 Nb8 Rb3 Na6 Rb6 axb6
	// 27 plies by the planner at 33
}
