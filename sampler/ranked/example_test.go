package ranked_test

import (
	"fmt"

	"chesscensus/chess"
	"chesscensus/sampler"
	"chesscensus/sampler/ranked"
)

func Example() {
	space := ranked.New()
	fmt.Println("N =", space.Size())

	rank, err := sampler.ParseRank(space, "2767319389670148721918452131955021058376335346")
	if err != nil {
		fmt.Println(err)
		return
	}
	var d sampler.Draw
	space.Unrank(&d, &rank)
	fmt.Println(d.FEN())

	back, err := space.Rank(&d)
	fmt.Println(back.Dec(), err)
	// Output:
	// N = 8726713169886222032347729969256422370854716254
	// 2NB4/RprpB2p/1PBrr2P/3b3q/p3PnK1/P1Q5/1krP1p2/nB3N2 w - - 5 6
	// 2767319389670148721918452131955021058376335346 <nil>
}

// The reference set lacks some legal positions; the repaired set has them all.
func ExampleNewRepaired() {
	f, _ := chess.ParseFEN("rnbqkbnr/1p2pppp/p7/2Pp4/3p4/8/PP1PPPPP/RNBQKB1R w KQkq d6 0 1")
	for _, space := range []*ranked.Space{ranked.New(), ranked.NewRepaired()} {
		d := sampler.Draw{Setup: f.Setup}
		if _, err := space.Rank(&d); err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Printf("%s: in the set, multiplicity %d\n", space.Name(), d.Multiplicity)
	}
	// Output:
	// ranked: not in the space: the required pairs use the file of an en passant pawn without that pawn
	// ranked-repaired: in the set, multiplicity 1
}

// Strata of exactly known sizes, and a draw from one of them.
func ExampleSpace_Stratify() {
	strata := ranked.NewRepaired().Stratify()
	stream := sampler.NewDividedStream(strata, 1)
	list := strata.Strata()
	fmt.Println(len(list), "strata, such as", list[18].Name)
	fmt.Println("of size", list[18].Size)
	var d sampler.Draw
	stream.Draw(&d, 18, 0)
	fmt.Println(d.FEN())
	// Output:
	// 54 strata, such as special=0 captures=4 promotions=9 pawns=3
	// of size 1192166969362941417237086254153462387943424000
	// b3qRN1/nN3p1Q/qPn2r1r/2R1B2B/1pnb4/1B3QKn/N1q3b1/2B4k w - - 0 1
}
