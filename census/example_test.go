package census_test

import (
	"fmt"

	"chesscensus/census"
)

func ExampleJudge() {
	// White has two queens and all eight pawns: no pawn can have promoted.
	v, err := census.Judge("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKQNR w Qkq -")
	fmt.Println(v.Outcome, err)
	// Output: illegal <nil>
}

func ExampleProofGame() {
	g, err := census.ProofGame("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq -")
	fmt.Println(len(g.Moves), err)
	// Output: 1 <nil>
}

func ExampleSurvey() {
	r, err := census.Survey(census.Sample{Draws: 1000, Effort: census.Kernel})
	fmt.Println(r.Draws, r.Estimate.InCount, err)
	// Output: 1000 0 <nil>
}

func ExampleSize() {
	fmt.Println(census.Size("ranked"))
	// Output: 8726713169886222032347729969256422370854716254 <nil>
}

func ExamplePlay() {
	g, err := census.Play("1. f3 e5 2. g4 Qh4#")
	final, _ := g.Final()
	fmt.Println(final.IsCheckmate(), err)
	// Output: true <nil>
}

func ExampleMate() {
	fmt.Println(census.Mate("6k1/5ppp/8/8/8/8/8/K3R3 w - -", 2))
	// Output: mate in 1: 1. Re8# <nil>
}

func ExampleRounded() {
	fmt.Println(census.Rounded(census.Published))
	// Output: (4.822 ± 0.027)e44
}
