package astar_test

import (
	"context"
	"fmt"

	"chesscensus/chess"
	"chesscensus/legality/proofgame/astar"
)

// The shortest game to a position, with the proof that it is one: the least number of plies that any game could have rises until it
// meets that of the game found.
func ExampleSearch_Find() {
	goal, err := chess.ParsePosition("rnbqkbnr/pp3ppp/2p1p3/8/4P3/8/PPPP1PPP/RNBQK1NR w KQ - 0 5")
	if err != nil {
		fmt.Println(err)
		return
	}
	var s astar.Search
	r, err := s.Find(context.Background(), chess.InitialPosition(), goal, astar.Options{
		Raised: func(p astar.Progress) { fmt.Println("min cost:", p.Least) },
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(r.Outcome, len(r.Moves))
	p := chess.InitialPosition()
	for _, m := range r.Moves {
		fmt.Print(p.SAN(m), " ")
		p = p.Play(m)
	}
	fmt.Println()
	// Output:
	// min cost: 4
	// min cost: 6
	// min cost: 8
	// shortest 8
	// e4 e6 Bb5 Ke7 Bxd7 c6 Be8 Kxe8
}
