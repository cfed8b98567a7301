package retract_test

import (
	"context"
	"fmt"

	"chesscensus/chess"
	"chesscensus/legality/proofgame/internal/retract"
)

// The black bishop on h7 came there before g6 was closed: a pawn goes back, and it can leave.
func Example() {
	goal, err := chess.ParsePosition("rn1qkbnr/ppp1pp1b/3p2p1/7p/8/8/PPPPPPPP/RNBQKBNR w KQkq -")
	if err != nil {
		fmt.Println(err)
		return
	}
	var x retract.Retractor
	line, ok := x.Open(context.Background(), goal.Setup(), retract.Opening{}, nil)
	if !ok {
		fmt.Println("nothing to take back")
		return
	}
	p, _ := line.Setup.Position()
	fmt.Println(line.Setup)
	for _, m := range line.Moves {
		fmt.Print(p.SAN(m), " ")
		p = p.Play(m)
	}
	fmt.Println(p == goal, line.ShutMeasure)
	// Output:
	// rn1qkbnr/ppp1pppb/3p4/7p/8/8/PPPPPPPP/RNBQKBNR b KQkq -
	// g6 true 0
}
