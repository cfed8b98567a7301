package kernelspace_test

import (
	"context"
	"fmt"

	"chesscensus/chess"
	"chesscensus/sampler/kernelspace"
)

// All eight white pawns have promoted, and four men are missing. Black's four pawns on a, c, e and g may have been taken by the
// neighbors of White's on b, d, f and h, or the other way round: then every pawn got by. If two men fewer are missing, somewhere a
// pawn stands before another for good.
func ExampleSpace_Contains() {
	tables, err := kernelspace.Build(context.Background(), kernelspace.Params{Captures: 4, Pawns: 2, BishopCap: 2}, nil)
	if err != nil {
		panic(err)
	}
	space := kernelspace.New(tables)
	for _, fen := range []string{
		"rnbqkbnr/qqqq4/8/8/8/8/QQQQQQQQ/RNBQKBNR w - -",
		"rnbqkbnr/qqqqqq2/8/8/8/8/QQQQQQQQ/RNBQKBNR w - -",
	} {
		f, err := chess.ParseFEN(fen)
		if err != nil {
			panic(err)
		}
		fmt.Println(space.InRegion(&f.Setup), space.Contains(&f.Setup))
	}
	// Output:
	// true true
	// true false
}
