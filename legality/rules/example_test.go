package rules_test

import (
	"fmt"

	"chesscensus/chess"
	"chesscensus/legality/rules"
)

func ExamplePrefilter() {
	f, _ := chess.ParseFEN("k6R/8/8/8/8/8/8/K6r w - - 0 1")
	cat := rules.Prefilter(&f.Setup)
	fmt.Println(cat, cat.PossiblyLegal())
	// Output: Illegal Both Kings in Check false
}

func ExampleAppendPrefilter() {
	line, _, err := rules.AppendPrefilter(nil, "4k3/8/8/8/8/8/8/4K2R w K - 0 1")
	fmt.Printf("%q %v\n", line, err)
	// Output: "4k3/8/8/8/8/8/8/4K2R w K - 0 1\t No Checks\t wx 14 wp 0 wpr 0 wpx 8 maxuwp 37 minopp -37\t bx 15 bp 0 bpr 0 bpx 8 maxubp 37 minopp -37" <nil>
}
