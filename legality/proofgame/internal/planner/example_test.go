package planner_test

import (
	"context"
	"fmt"

	"chesscensus/chess"
	"chesscensus/legality/proofgame/internal/planner"
)

// A game to a position without three of the knights, all castling rights left, Black to move. It is
// planned for the position before the last capture.
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
	fmt.Println(p == goal, res.Kernel.ExtendedString(), res.PathPlies, "plies")
	fmt.Println(res.Target.Setup(), res.LastPlies)
	// Output:
	// true wxb8 bxb1 23 plies
	// r1bqkb1r/pppppppp/8/8/8/5N2/PPPPPPPP/R1BQKBnR w KQkq - 1
}
