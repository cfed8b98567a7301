package report

import (
	"context"
	"math"
	"testing"

	"chesscensus/internal/testing/testkit"
	"chesscensus/legality/verdict"
	"chesscensus/survey/campaign"
)

// TestMultiplicitiesAgreeWithListing: the shares add up to one, and their mean agrees with that of the listed space and that of the report.
func TestMultiplicitiesAgreeWithListing(t *testing.T) {
	testkit.Medium(t)
	testkit.Unraced(t)
	program := toyProgram(verdict.Game)
	tr := listToy(t, verdict.Game, program.Stages)
	c := makeToy(t, verdict.Game)
	runToy(t, c, verdict.Game, campaign.Options{})
	law := testkit.Must(readerOf(t, c).Multiplicities(context.Background()))(t)
	sum, mean := 0.0, 0.0
	for _, v := range law.Values {
		if v.Value < 1 || v.Draws == 0 || !(v.Share.Value > 0) || v.Share.Lo > v.Share.Value || v.Share.Hi < v.Share.Value {
			t.Errorf("multiplicity %d: %d draws, share %v in [%v, %v]", v.Value, v.Draws, v.Share.Value, v.Share.Lo, v.Share.Hi)
		}
		sum, mean = sum+v.Share.Value, mean+float64(v.Value)*v.Share.Value
	}
	if len(law.Values) < 2 || math.Abs(sum-1) > 1e-9 || math.Abs(mean-law.Mean.Value) > 1e-9 {
		t.Errorf("%d multiplicities, shares add up to %v, mean %v, stated %v", len(law.Values), sum, mean, law.Mean.Value)
	}
	if z := (law.Mean.Value - tr.mult) / law.Mean.StdErr; math.Abs(z) > 5 {
		t.Errorf("mean %v, by listing %v: z = %.1f", law.Mean.Value, tr.mult, z)
	}
}

// TestMultiplicitiesNeedGames: a survey that proves nothing has no law of multiplicities; a context that is done ends the pass.
func TestMultiplicitiesNeedGames(t *testing.T) {
	testkit.Medium(t)
	c := makeToy(t, verdict.Static)
	runToy(t, c, verdict.Static, campaign.Options{})
	if law, err := readerOf(t, c).Multiplicities(context.Background()); law != nil || err != nil {
		t.Errorf("of a survey without games: %v, %v", law, err)
	}
	c = makeToy(t, verdict.Game)
	runToy(t, c, verdict.Game, campaign.Options{})
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := readerOf(t, c).Multiplicities(ctx); err == nil {
		t.Error("a context that is done ends nothing")
	}
}
