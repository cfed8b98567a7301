package mailbox_test

import (
	"fmt"

	"chesscensus/legality/internal/mailbox"
)

// A game starts at a position and is played by squares or in algebraic notation.
func ExampleGame() {
	p, err := mailbox.Parse(mailbox.Initial)
	if err != nil {
		fmt.Println(err)
		return
	}
	var g mailbox.Game
	g.Start(p, 0, false)
	for _, word := range []string{"e4", "a6", "e2e4", "e5", "d5", "exd6", "O-O"} {
		if _, err := g.PlayText(word); err != nil {
			fmt.Println(err)
		}
	}
	fmt.Println(&g.Position)
	// Output:
	// ply 3: "e2e4" moves no man in rnbqkbnr/1ppppppp/p7/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq -
	// ply 6: "O-O" goes where an own man stands in rnbqkbnr/1pp1pppp/p2P4/8/8/8/PPPP1PPP/RNBQKBNR b KQkq -
	// rnbqkbnr/1pp1pppp/p2P4/8/8/8/PPPP1PPP/RNBQKBNR b KQkq -
}
