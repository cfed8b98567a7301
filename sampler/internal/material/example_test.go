package material_test

import (
	"fmt"

	"chesscensus/chess"
	"chesscensus/sampler"
	"chesscensus/sampler/internal/material"
)

func Example() {
	space := material.New()
	fmt.Println("N =", space.Size())

	var d sampler.Draw
	stream := sampler.NewStream(space, 1)
	stream.Draw(&d, 0)
	fmt.Println(d.FEN())

	rank, err := space.Rank(&d)
	fmt.Println(rank.Dec(), err)

	var back sampler.Draw
	space.Unrank(&back, &rank)
	fmt.Println(back == d)
	// Output:
	// N = 50209325007364940764539843570679669387641891674
	// 3Bn1r1/Q2p4/Qq3qPQ/1Qp1NnNQ/2RrRP2/k2R2nq/K6b/2bN3B b - - 0 1
	// 28239436125359282071024395640260416641286614441 <nil>
	// true
}

// A position takes 26 characters.
func ExampleTomicCodec() {
	codec := material.NewTomicCodec(material.New())
	setup := chess.InitialSetup()
	code, err := codec.Encode(&setup)
	fmt.Println(code, err)

	back, err := codec.Decode(code)
	fmt.Println(back, err)

	material, placement, err := codec.Lengths(&setup)
	fmt.Println(material, "+", placement, "bits", err)
	// Output:
	// ZGkAAUmmDeXq6uUgCh5BvUSbkz <nil>
	// rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - <nil>
	// 30 + 125 bits <nil>
}
