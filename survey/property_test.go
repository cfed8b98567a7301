package survey

import (
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/testkit"
	"chesscensus/sampler"
)

// TestTwoWaysToCountPromotions compares both numbers of promotions on some boards, and [Promotions] with the condition no-promotions on draws of a
// space with and without promotions.
func TestTwoWaysToCountPromotions(t *testing.T) {
	testkit.Medium(t)
	for _, c := range []struct {
		fen           string
		colors, kinds int
	}{
		{"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 0, 0},
		{"4k3/8/8/8/8/8/8/2B1KB2 w - - 0 1", 0, 0},
		{"4k3/8/8/8/8/8/8/2B1B1K1 w - - 0 1", 1, 0}, // two on dark squares
		{"4k3/8/8/8/8/8/8/BBB1K3 w - - 0 1", 1, 1},
		{"4k3/8/8/8/8/B1B5/8/B1B1K3 w - - 0 1", 3, 2},
		{"qqq1k3/8/8/8/8/8/8/NNN1K3 w - - 0 1", 3, 3},
	} {
		f := testkit.Must(chess.ParseFEN(c.fen))(t)
		if a, b := Promotions.Of(&f.Setup), PromotionsByKind.Of(&f.Setup); a != c.colors || b != c.kinds {
			t.Errorf("%s: %d promotions, %d by kind, want %d and %d", c.fen, a, b, c.colors, c.kinds)
		}
	}
	conditions := testkit.Must(sampler.ParsePredicate("no-promotions"))(t)
	counts := map[[2]bool]int{}
	space := testkit.Must(sampler.Restrict(rankedSpace(), "knights<=2", "rooks<=2", "queens<=1"))(t)
	for _, d := range sampler.NewStream(space, 8).Draws(0, 3000) {
		n, kinds := Promotions.Of(&d.Setup), PromotionsByKind.Of(&d.Setup)
		if holds := sampler.FirstBroken(conditions, &d.Setup) == nil; holds != (n == 0) || kinds > n {
			t.Errorf("%v: no-promotions %v, %d promotions, %d by kind", d.Setup, holds, n, kinds)
		}
		counts[[2]bool{n > 0, kinds > 0}]++
	}
	if len(counts) != 3 {
		t.Errorf("draws by promotions with and without colors: %v, want all three kinds", counts)
	}
}
