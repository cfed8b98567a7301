package naive_test

import (
	"fmt"

	"chesscensus/sampler"
	"chesscensus/sampler/internal/naive"
)

func Example() {
	for _, space := range []sampler.Space{naive.New(), naive.NewKrinitskii()} {
		fmt.Println(space.Name(), "N =", space.Size())
		var d, back sampler.Draw
		stream := sampler.NewStream(space, 1)
		stream.Draw(&d, 0)
		fmt.Println(d.FEN())
		rank, err := space.Rank(&d)
		space.Unrank(&back, &rank)
		fmt.Println(rank.Dec(), err, back == d)
	}
	// Output:
	// naive N = 56463401212059189119230011001987012442228144641185346825802197586567700768
	// k1NkBBNq/PbkK1rpr/NNbrPPq1/nNQk1PBP/NqqbRQnr/qqnnrpPk/1BbQ1nNN/BqBn1kQn w k e6 0 1
	// 31823783739062963808815778396362172896162072641488646732778405045961864754 <nil> true
	// krinitskii N = 1168233055134793149160367203546386400298494927579486272
	// 4rR2/p4p1P/q2pkK1n/Pp1N2b1/nN3PP1/2PB1Q2/3pP1pP/rPp1RpB1 w - - 99577553398 104044953600
	// 413271285004111982162923780521801501210222918582800045 <nil> true
}
