package shorten_test

import (
	"context"
	"fmt"

	"chesscensus/chess"
	"chesscensus/legality/proofgame/shorten"
)

func ExampleShortener_Shorten() {
	start := chess.InitialPosition()
	var moves []chess.Move
	p := start
	for _, san := range []string{"Nf3", "Nc6", "Ng5", "Nb4", "e4", "e5", "Nf3", "Nc6", "Bb5", "a6"} {
		m, err := p.ParseSAN(san)
		if err != nil {
			fmt.Println(err)
			return
		}
		moves, p = append(moves, m), p.Play(m)
	}
	var s shorten.Shortener
	r, err := s.Shorten(context.Background(), start, moves, shorten.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(r.Before, "->", r.After)
	for _, m := range r.Moves {
		p = start
		fmt.Print(start.SAN(m), " ")
		start = p.Play(m)
	}
	fmt.Println()
	// Output:
	// 10 -> 6
	// Nf3 Nc6 e4 e5 Bb5 a6
}
