package world_test

import (
	"fmt"

	"chesscensus/chess"
	"chesscensus/legality/proofgame/internal/world"
)

// A knight's way through the initial position, and the number that it keeps.
func Example() {
	var w world.World
	p := chess.InitialPosition()
	w.Begin(&p)
	way, ok := w.FreeWay(chess.B1, chess.Knight, chess.D5.BB(), ^chess.Bitboard(0))
	fmt.Println(ok, way.Cost, "moves, first to", way.First)
	w.Play(w.Find(chess.B1, way.First, chess.NoRole))
	fmt.Println("man 1 on", w.Men[1].Sq)
	// Output:
	// true 2 moves, first to c3
	// man 1 on c3
}
