package search_test

import (
	"context"
	"fmt"

	"chesscensus/chess"
	"chesscensus/legality/proofkernel/search"
)

// White's e-pawn has taken Black's d-pawn.
func ExampleSearcher_First() {
	goal, _ := chess.ParseFEN("rnbqkbnr/ppp1pppp/8/3P4/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1")
	r := new(search.Searcher).First(context.Background(), chess.InitialSetup(), goal.Setup)
	fmt.Println(r.Status)
	fmt.Println(r.Kernel)
	fmt.Println(r.Kernel.ExtendedString())
	// Output:
	// kernel
	// wPe0xPd1
	// wPe2-e4 bPd7-d5 wPe4xd5
}

// White's c-pawn takes one of four men on the b-file.
func ExampleSearcher_All() {
	start, _ := chess.ParseFEN("3rk1n1/b1nb2B1/p3p1p1/8/Rpp1B2P/N1P1r2p/8/2K2Qq1 b - - 0 1")
	goal, _ := chess.ParseFEN("4k1nB/2n5/p2rpbp1/1b6/RPp4P/N3rB1p/8/2K2Qq1 b - - 0 1")
	for k, err := range new(search.Searcher).All(context.Background(), start.Setup, goal.Setup) {
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(k)
	}
	// Unordered output:
	// wPc0xNb1
	// wPc0xPb0
	// wPc0xQb1
	// wPc0xRb1
}
