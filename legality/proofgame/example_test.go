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

// A setup that package cage refutes, and what the builder says of it: no try makes the captures. With the pawn on g5 there is a game.
func ExampleAttempt() {
	for _, fen := range []string{
		"rn1qkbbr/ppp1pp2/3p2p1/7p/6Q1/8/PPPPPPP1/RNBQKBNR b KQkq -",
		"rn1qkbbr/ppp1pp2/3p4/6pp/6Q1/8/PPPPPPP1/RNBQKBNR b KQkq -",
	} {
		goal, err := chess.ParsePosition(fen)
		if err != nil {
			fmt.Println(err)
			return
		}
		var b proofgame.Builder
		a, err := b.Build(context.Background(), proofgame.Request{Goal: goal, Plies: 5000})
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(a.Found, a.Plies, a.Restarts, a.PathPlies, a.Why, a.Pending)
	}
	// Output:
	// false 5002 890 -1 planner: ply budget spent [wPh2-h6 bPg7-g6 wPh6xg7]
	// true 43 0 9  []
}
