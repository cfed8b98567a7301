package campaign

import (
	"context"
	"math"
	"testing"
)

// TestRecordByProducts compares by-products of the stored record with figures that somebody else computed from its counts
// by a program of their own (values and half-widths to the digits given). They are those that were biased
// while a domain with survivors and no subsample counted as empty.
func TestRecordByProducts(t *testing.T) {
	if testing.Short() {
		t.Skip("reads the stored record, some seconds; skipped with -short")
	}
	c, err := Open("../../record")
	if err != nil {
		t.Fatal(err)
	}
	r, problems, err := c.Report(context.Background())
	if err != nil || len(problems) > 0 {
		t.Fatalf("%v, problems %v", err, problems)
	}
	items := map[string]*Item{}
	for _, g := range r.Groups {
		for i := range g.Items {
			items[g.Name+" "+g.Items[i].Value] = &g.Items[i]
		}
	}
	for name, want := range map[string]struct{ value, half, digits float64 }{
		"men 22":                   {4.6e38, 0, 0.05e38},
		"men 24":                   {1.2331e41, 1.1e39, 0.00005e41},
		"men 25":                   {1.7549e42, 3.8e39, 0.00005e42},
		"promoted men, at least 1": {1.93e39, 1.7e38, 0.005e39},
		"castling rights KQ":       {4.02e39, 3.0e38, 0.005e39},
	} {
		item := items[name]
		if item == nil {
			t.Errorf("no figure for %s", name)
			continue
		}
		if e := &item.Low; math.Abs(e.Value-want.value) > want.digits || want.half > 0 && math.Abs(e.HalfWidth()/want.half-1) > 0.05 {
			t.Errorf("%s: %.5g +- %.2g, want %.5g +- %.2g", name, e.Value, e.HalfWidth(), want.value, want.half)
		}
	}
	partitionsAddUp(t, r)
	// 149 of the draws that were judged have no game, 76 of which are refuted.
	game := r.Estimate.Phases[2]
	if without, refuted := game.Judged-(game.Decided-game.Out), game.Out; without != 149 || refuted != 76 || r.Estimate.OpenDraws != 73 {
		t.Errorf("%d draws without a game, %d of them refuted, %d undecided; want 149, 76 and 73", without, refuted, r.Estimate.OpenDraws)
	}
}
