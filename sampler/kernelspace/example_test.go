package kernelspace_test

import (
	"context"
	"fmt"

	"chesscensus/chess"
	"chesscensus/sampler/kernelspace"
)

// In the first setup all eight white pawns have promoted and four black men are missing. White's pawns of b,
// d, f and h can have taken the black pawns of a, c, e and g; then every other pawn can promote. In the
// second setup only two men are missing, so on some file a white and a black pawn still block each other.
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
