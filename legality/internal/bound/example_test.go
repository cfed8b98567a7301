package bound_test

import (
	"context"
	"fmt"

	"chesscensus/chess"
	"chesscensus/legality/internal/bound"
	"chesscensus/legality/verdict"
)

// position returns the position of a FEN record.
func position(fen string) chess.Position {
	f, err := chess.ParseFEN(fen)
	if err != nil {
		panic(err)
	}
	p, err := f.Setup.Position()
	if err != nil {
		panic(err)
	}
	return p
}

// The Spanish opening takes five plies; one ply from its goal there is one left. After
// a wrong pawn move the goal is out of reach.
func ExampleGoal_Bound() {
	goal := bound.NewGoal(position("r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3"), nil)
	p := chess.InitialPosition()
	for _, uci := range []string{"", "e2e4", "e7e5", "g1f3", "b8c6", "f1b5"} {
		if uci != "" {
			m, _ := p.ParseUCI(uci)
			p = p.Play(m)
		}
		fmt.Print(goal.Bound(&p), " ")
	}
	p = position("rnbqkbnr/pppp1ppp/8/4p3/4P3/7P/PPPP1PP1/RNBQKBNR b KQkq - 0 2")
	fmt.Println(goal.Bound(&p) == bound.Infinite)
	// Output: 5 4 3 2 1 0 true
}

// White's bishop has left its home though the pawns on b2 and d2 never moved.
func ExampleStage() {
	var stage bound.Stage
	p := position("rnbqkbnr/pppppp1p/6p1/6B1/8/8/PPPPPPPP/RN1QKBNR w KQkq - 0 1")
	v, _ := stage.Judge(context.Background(), p.Setup(), verdict.Budget{})
	fmt.Println(v)
	// Output: illegal: no moves lead here, even if men could pass through each other (without captures these men can never move: c1)
}
