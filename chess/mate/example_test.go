package mate_test

import (
	"context"
	"fmt"

	"chesscensus/chess"
	"chesscensus/chess/mate"
)

// Tightrope, by D. A. Harrod: White to move mates in three, Black to move in four.
func ExampleSolver_Solve() {
	white, err := chess.ParsePosition("6rk/q3N1p1/4b1pp/2pn4/5N2/3B4/PPP5/K7 w - - 0 1")
	if err != nil {
		fmt.Println(err)
		return
	}
	black, err := mate.Other(white)
	if err != nil {
		fmt.Println(err)
		return
	}
	solver := mate.New(mate.Options{})
	for _, p := range []chess.Position{white, black} {
		r, err := solver.Solve(context.Background(), p, 4)
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Printf("%v in %d by", r.Outcome, r.Moves)
		for _, m := range r.Keys {
			fmt.Print(" ", p.SAN(m))
		}
		fmt.Println()
	}
	// Output:
	// mate in 3 by Nfxg6+ Nexg6+
	// mate in 4 by Qxa2+
}

// A solution in full, for a reader and for JSON.
func ExampleTree_Text() {
	p, err := chess.ParsePosition("7k/8/5K2/8/8/8/8/6Q1 w - - 0 1")
	if err != nil {
		fmt.Println(err)
		return
	}
	solver := mate.New(mate.Options{})
	m, err := p.ParseSAN("Kf7")
	if err != nil {
		fmt.Println(err)
		return
	}
	tree, err := solver.Tree(context.Background(), p, m, 2, false)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Print(tree.Text(p))
	record := tree.Record(p)
	fmt.Println(record.Move, record.Moves, record.Replies[0].Move, record.Replies[0].Answers[0].Move)
	// Output:
	// 1. Kf7
	//   1... Kh7 2. Qh1#
	// Kf7 2 Kh7 Qh1#
}
