package chesscounter_test

import (
	"fmt"

	"chesscensus/chess"
	"chesscensus/legality/chesscounter"
)

// The README's example of a weight: three castling rights and two possible captures en
// passant are 8 times 3 positions, which the program counts twice.
func ExampleJudge() {
	f, _ := chess.ParseFEN("4k2r/8/8/1Pp2pP1/8/8/8/R3K2R w - - 0 1")
	fmt.Println(chesscounter.Judge(&f.Setup, chesscounter.General))
	// Output: accepted, weight 24
}
