package chesstest_test

import (
	"fmt"
	"math/rand/v2"

	"chesscensus/internal/testing/chesstest"
)

func ExamplePlayout() {
	// A rule that refutes legal positions is wrong: no game may reach one.
	refuted := 0
	src := rand.New(rand.NewPCG(1, 2))
	for range 10 {
		for p := range chesstest.Playout(src, chesstest.RandomOptions(src)) {
			if b := p.Board(); b.Men() > 32 {
				refuted++
			}
		}
	}
	fmt.Println(refuted, "legal positions refuted")
	// Output: 0 legal positions refuted
}
