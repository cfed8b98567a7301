package play_test

import (
	"context"
	"fmt"

	"chesscensus/chess"
	"chesscensus/legality/proofgame/internal/base"
	"chesscensus/legality/proofgame/internal/play"
	"chesscensus/legality/proofkernel/search"
)

// Officers capture two knights at home, and the other knights return.
func Example() {
	start := chess.InitialPosition()
	p, err := chess.ParsePosition("rnbqkb1r/pppppppp/8/8/8/8/PPPPPPPP/R1BQKBNR w KQkq - 0 1")
	if err != nil {
		fmt.Println(err)
		return
	}
	goal := p.Setup()
	kernel := search.Kernel{
		Moves: []search.Move{{Color: chess.White, Victim: search.Knight}, {Color: chess.Black, Victim: search.Knight}},
		Extended: []search.Step{
			{Color: chess.White, From: chess.NoSquare, To: chess.G8, Capture: true},
			{Color: chess.Black, From: chess.NoSquare, To: chess.B1, Capture: true},
		},
	}
	var player play.Player
	var rng base.RNG
	budget := play.Budget{Limit: 10_000}
	for restart := uint64(1); ; restart++ { // one restart may fail
		rng.Key(base.Hash(&goal), 0, restart)
		came := player.Try(context.Background(), &play.Problem{Start: &start, Goal: &goal, Kernel: &kernel, RNG: &rng}, &budget)
		if came.Reached || budget.Over() {
			fmt.Println(came.Reached)
			return
		}
	}
	// Output: true
}
