package planner_test

import (
	"context"
	"fmt"

	"chesscensus/chess"
	"chesscensus/legality/proofgame/planner"
)

// A game to a position without two of the knights, all castling rights left, Black to move.
func Example() {
	goal, err := chess.ParsePosition("r1bqkb1r/pppppppp/8/8/8/8/PPPPPPPP/R1BQKBNR b KQkq - 0 1")
	if err != nil {
		fmt.Println(err)
		return
	}
	var pl planner.Planner
	res, err := pl.Find(context.Background(), planner.Problem{Goal: goal}, planner.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	p := chess.InitialPosition()
	for _, m := range res.Moves {
		p = p.Play(m)
	}
	fmt.Println(p == goal, len(res.Kernel.Moves), "captures")
	// Output: true 2 captures
}
