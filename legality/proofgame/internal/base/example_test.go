package base_test

import (
	"fmt"

	"chesscensus/chess"
	"chesscensus/legality/proofgame/internal/base"
)

// Two white pawns of a file and one in the goal: the upper one promotes. With a black pawn above that has to promote, too, neither gets
// past the other.
func ExampleEnds() {
	goal := chess.Board{}
	goal.Put(chess.E4, chess.NewPiece(chess.White, chess.Pawn))
	pawns := []base.Pawn{{Sq: chess.E2, Color: chess.White}, {Sq: chess.E4, Color: chess.White}}
	var ends [6]chess.Square
	fmt.Println(base.Ends(chess.E4.File(), pawns, &goal, &ends), ends[:2])

	pawns = append(pawns, base.Pawn{Sq: chess.E6, Color: chess.Black})
	fmt.Println(base.Ends(chess.E4.File(), pawns, &goal, &ends))
	// Output:
	// true [e4 e8]
	// false
}
