package endgame_test

import (
	"context"
	"fmt"

	"chesscensus/chess"
	"chesscensus/legality/endgame"
)

func Example() {
	m, err := endgame.ParseMaterial("KRK")
	if err != nil {
		fmt.Println(err)
		return
	}
	within, _ := endgame.Enumerate(context.Background(), m, endgame.Options{})
	beyond, _ := endgame.Enumerate(context.Background(), m, endgame.Options{Reading: endgame.Beyond})
	w, b := within.Counts(chess.White), within.Counts(chess.Black)
	fmt.Println(w.InitiallyLegal()+b.InitiallyLegal(), "initially legal")

	// The rook can only have come by a capture on a4.
	f, _ := chess.ParseFEN("8/8/k7/8/RK6/8/8/8 b - -")
	for _, t := range []*endgame.Table{within, beyond} {
		class, err := t.Class(f.Setup)
		fmt.Println(t.Options().Reading, "the material:", class, err)
	}
	// Output:
	// 399112 initially legal
	// within the material: once derivedly illegal <nil>
	// beyond the material: rest <nil>
}
