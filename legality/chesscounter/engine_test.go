package chesscounter

import (
	"context"
	"strings"
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/testkit"
	theorems "chesscensus/legality/rules"
	"chesscensus/legality/verdict"
	"chesscensus/sampler"
	sets "chesscensus/sampler/spaces"
)

// TestTheoremsRefuteMore checks that the theorems of package rules refute every setup that the mended rules 1
// to 9 reject.
func TestTheoremsRefuteMore(t *testing.T) {
	var st theorems.Stage
	compare := func(s *chess.Setup, space Space) {
		t.Helper()
		v := Options{Mended: true}.Judge(s, space)
		theorem, _ := st.Judge(context.Background(), *s, verdict.Budget{})
		if !v.Accepted() && v.Rule < 10 && theorem.Outcome != verdict.Illegal {
			t.Errorf("%s: %v, but not by package rules", s, v)
		}
	}
	for space := General; int(space) < numSpaces; space++ {
		for _, level := range []string{"", "-positions"} { // nearly all of the former are rejected, a tenth of the latter accepted
			name := "counter-" + strings.ReplaceAll(space.String(), " ", "-") + level
			set := testkit.Must(sets.Open(name))(t)
			n := testkit.LongSizes(30_000, 200_000, 1_000_000)
			if level != "" {
				n = testkit.LongSizes(3_000, 20_000, 100_000)
			}
			for _, d := range sampler.NewStream(set, 2).Draws(0, uint64(n)) {
				compare(&d.Setup, space)
			}
		}
	}
	src := testkit.Rand("t")
	for range testkit.LongSizes(600, 5_000, 20_000) {
		compare(randomHomePawns(src), General)
		compare(randomBesieged(src), General)
		compare(randomSetup(src, 14), General)
	}
}
