package retro_test

import (
	"context"
	"fmt"

	"chesscensus/chess"
	"chesscensus/legality/retro"
	"chesscensus/legality/verdict"
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

func ExampleAppendAll() {
	f, _ := chess.ParseFEN("4k3/8/8/3pP3/8/8/8/4K3 w K d6 4 9")
	fmt.Printf("%s", retro.AppendAll(nil, f))
	// Output:
	// Corrected FEN: 4k3/8/8/3pP3/8/8/8/4K3 w - d6 4 9
	// d7d5 captP: - castle: - ep: -
}

func ExampleStage() {
	// The double step was the last move. Before it the bishop gave check to the king,
	// but there is no square that it can have come from.
	f, _ := chess.ParseFEN("k7/8/8/2Pp4/8/8/8/K6B w - d6 0 1")
	v, _ := new(retro.Stage).Judge(context.Background(), f.Setup, verdict.Budget{})
	fmt.Println(v)
	fmt.Print(v.Certificate)
	// Output:
	// illegal: no possible last move, all moves rejected (the only last move is refuted)
	// k7/8/8/2Pp4/8/8/8/K6B w - d6
	//   d7d5 captP: - castle: - ep: -: no last move
}

func ExampleStage_Forced() {
	f, _ := chess.ParseFEN("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1")
	c := new(retro.Stage).Forced(context.Background(), f.Setup, verdict.Budget{})
	fmt.Println(c.Moves, "from", c.Goal)
	// Output:
	// [d7d5] from 4k3/3p4/8/4P3/8/8/8/4K3 b - -
}
