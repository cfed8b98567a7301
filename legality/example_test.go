package legality_test

import (
	"context"
	"fmt"

	"chesscensus/chess"
	"chesscensus/legality"
	"chesscensus/legality/verdict"
)

func ExampleEngine_Judge() {
	e, err := legality.New(legality.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, fen := range []string{
		"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
		"r1bqkbnr/pppppppp/8/8/1P6/8/PPP1PPPP/RNBQKBNR w KQkq - 0 1",
		"4k3/8/8/8/8/8/8/4K3 w - - 0 1",
	} {
		f, _ := chess.ParseFEN(fen)
		v := e.Judge(context.Background(), f.Setup)
		fmt.Println(v.Outcome, v.Reasons)
	}
	// Output:
	// legal none
	// illegal PawnCaptures
	// unknown none
}

func ExampleNew_effort() {
	_, err := legality.New(legality.Options{
		Effort: verdict.Game,
		Stages: func() []legality.Stage { return legality.DefaultStages()[:1] },
	})
	fmt.Println(err)
	// Output: legality: effort game is not available in this build, only [static]
}
