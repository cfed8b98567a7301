package proofkernel_test

import (
	"fmt"

	"chesscensus/chess"
	"chesscensus/legality/proofkernel"
)

// A white pawn came from a2 to b3 by a capture. The man that it took on b3, a light square, cannot be Black's dark bishop. In the
// first setup this is the only man that Black has lost.
func ExampleSolver_Exists() {
	var s proofkernel.Solver
	for _, fen := range []string{
		"rnbqk1nr/pppp1ppp/4p3/8/8/1P6/1PPPPPPP/RNBQKBNR w KQkq - 0 1",
		"rn1qkbnr/ppp1pppp/3p4/8/8/1P6/1PPPPPPP/RNBQKBNR w KQkq - 0 1",
	} {
		p, err := chess.ParsePosition(fen)
		if err != nil {
			panic(err)
		}
		setup := p.Setup()
		result, _ := s.Exists(&setup, 0)
		fmt.Println(result)
		if result == proofkernel.Has {
			for file, events := range s.Class().Files {
				for _, e := range events {
					fmt.Printf("file %c: %+v\n", 'a'+file, e)
				}
			}
		}
	}
	// Output:
	// no extended kernel
	// has kernel
	// file a: {Kind:leave Color:0 Left:false Index:0 Row:1 Bishop:0}
	// file b: {Kind:arrive Color:0 Left:true Index:1 Row:2 Bishop:1}
}
