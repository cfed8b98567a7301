package planner

import (
	"context"
	"flag"
	"fmt"
	"testing"

	"chesscensus/chess"
	"chesscensus/legality/kernel/search"
)

var debugFEN = flag.String("fen", "", "position")

func TestDebug(t *testing.T) {
	if *debugFEN == "" {
		t.Skip()
	}
	goal, err := chess.ParsePosition(*debugFEN)
	if err != nil {
		t.Fatal(err)
	}
	b := goal.Board()
	fmt.Print(b.String())
	var s search.Searcher
	s.Options = search.Options{Nodes: 3_000_000}
	var k search.Result
	if b.Men() > 21 {
		k = s.First(context.Background(), chess.InitialSetup(), goal.Setup())
	}
	fmt.Println(k.Status, k.Kernel, "|", k.Kernel.ExtendedString())
	var pl Planner
	g := goal.Setup()
	for i, tt := range pl.targets(context.Background(), &g, &pl.run.dice, fewTargets) {
		if i < 12 {
			fmt.Println(tt.setup, tt.moves, tt.cost, tt.quiet)
		}
	}
	for seed := range uint64(3) {
		res, err := pl.Find(context.Background(), Problem{Goal: goal, Kernel: k.Kernel}, Options{Seed: seed, Plies: *surveyPlies})
		fmt.Println(err, res.Restarts, res.Plies, res.Pending, res.Closest, res.Target, res.Stops)
		cb := res.Closest.Board()
		if err != nil {
			fmt.Println(cb.String())
		}
	}
}
