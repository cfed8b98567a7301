package count_test

import (
	"context"
	"fmt"

	"chesscensus/chess"
	"chesscensus/legality/proofgame/count"
)

// A problem by Orban (1976): how does a game of four moves each lead to this position? One game does. Shorter ones lead to the same
// diagram, with Black's rights to castle.
func ExampleGames() {
	goal, err := chess.ParsePosition("rnbqkbnr/pp3ppp/2p1p3/8/4P3/8/PPPP1PPP/RNBQK1NR w KQ - 0 5")
	if err != nil {
		fmt.Println(err)
		return
	}
	start := chess.InitialPosition()
	r, err := count.Games(context.Background(), start, []chess.Position{goal}, 8, count.Options{List: 5})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(r.Games, "game of", r.Plies, "plies")
	for _, game := range r.List {
		fmt.Println(start.SANs(game))
	}
	// Output:
	// 1 game of 8 plies
	// [e4 e6 Bb5 Ke7 Bxd7 c6 Be8 Kxe8]
}
