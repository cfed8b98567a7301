package retro_test

import (
	"fmt"

	"chesscensus/chess"
	"chesscensus/legality/retro"
)

func ExampleUnmoves() {
	// Black has just moved; the rook gives check, and h2 is held by White's own pawn.
	f, _ := chess.ParseFEN("7k/8/8/8/8/8/6PP/r6K w - - 0 1")
	for _, u := range retro.Unmoves(nil, f.Setup, retro.Options{})[:3] {
		before := retro.Undo(f.Setup, u)
		fmt.Printf("%s\n%s\n", u.Append(nil), before)
	}
	// Output:
	// a2a1 captP: - castle: - ep: -
	// 7k/8/8/8/8/8/r5PP/7K b - -
	// a2a1 captP: N castle: - ep: -
	// 7k/8/8/8/8/8/r5PP/N6K b - -
	// a2a1 captP: B castle: - ep: -
	// 7k/8/8/8/8/8/r5PP/B6K b - -
}
