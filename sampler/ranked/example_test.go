package ranked_test

import (
	"fmt"

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
