package named_test

import (
	"context"
	"fmt"
	"math/rand/v2"

	"chesscensus/chess"
	"chesscensus/legality/proofkernel/named"
)

func ExampleNamer_Name() {
	// White lacks a knight and has a pawn more on the b-file, Black lacks a pawn, which
	// cannot step to a1 as White may castle.
	f, _ := chess.ParseFEN("rnbqkbnr/1ppppppp/8/8/8/1P6/1PPPPPPP/RNBQKB1R w KQkq - 0 1")
	var n named.Namer
	k, err := n.Name(context.Background(), f.Setup, nil)
	fmt.Println(err)
	fmt.Println(k)
	fmt.Println(k.ExtendedString())
	others := map[string]bool{}
	for seed := range uint64(50) {
		k, _ := n.Name(context.Background(), f.Setup, rand.NewPCG(seed, 0))
		others[k.String()] = true
	}
	fmt.Println(len(others), "kernels by chance")
	// Output:
	// <nil>
	// wPa0xNb1 bPa0xNbN
	// bNb8-b3 wPa2xb3 bPa7-a2 bPa2xb1N
	// 3 kernels by chance
}
