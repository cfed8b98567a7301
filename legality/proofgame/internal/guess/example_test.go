package guess_test

import (
	"fmt"

	"chesscensus/chess"
	"chesscensus/legality/proofgame/internal/guess"
)

// King and pawn against king: everybody else falls.
func Example() {
	p, err := chess.ParsePosition("4k3/8/8/4P3/8/8/8/4K3 w - - 0 1")
	if err != nil {
		fmt.Println(err)
		return
	}
	start, goal := chess.InitialSetup(), p.Setup()
	var g guess.Guesser
	kernel, ok := g.Guess(&start, &goal, 0)
	fmt.Println(ok, len(kernel.Moves), "captures")
	// Output: true 29 captures
}
