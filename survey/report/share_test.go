package report

import (
	"context"
	"math"
	"os"
	"strings"
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/testkit"
	"chesscensus/legality/verdict"
	"chesscensus/stats"
	"chesscensus/survey/campaign"
	"chesscensus/survey/internal/shards"
	"chesscensus/survey/internal/toy"
)

// TestLastPhaseIsASampleOfTheLegalPositions compares the shares of a property that no tally has, from the draws of the last phase, with those
// among all legal positions of the toy, and the sum of [Sampled].Positions with the estimate of a design without coefficients.
func TestLastPhaseIsASampleOfTheLegalPositions(t *testing.T) {
	testkit.Medium(t)
	property := func(s *chess.Setup) int { return int(toy.Hash("property", s) % 5) }
	for _, plain := range []bool{true, false} { // -short has time for one of the two
		if plain && testing.Short() {
			continue
		}
		request := toyRequest(verdict.Game)
		request.Plain, request.Budget = plain, toy.Budget(3)
		survey := testkit.Must(campaign.Make(context.Background(), toyProgram(verdict.Game), t.TempDir(), request))(t)
		runToy(t, survey, verdict.Game, campaign.Options{})
		lastPhase, err := readerOf(t, survey).LastPhase(toyProgram(verdict.Game).Space)
		if err != nil || lastPhase.Shards != 12 || lastPhase.Unlisted != 0 || len(lastPhase.Problems) > 0 {
			t.Fatalf("%v, %+v", err, lastPhase)
		}
		truth, legal := map[int]float64{}, 0.0 // numbers of legal setups by value of the property, and of all
		space := toy.New("toy")
		setups := map[chess.Setup]bool{}
		for _, e := range space.Elements {
			if setups[e.Setup] || e.Weight == 0 || !toy.Legal(e.Setup) {
				continue
			}
			setups[e.Setup] = true
			truth[property(&e.Setup)]++
			legal++
		}
		positions, numLegal := 0.0, 0
		for s := range lastPhase.All() {
			if s.Outcome == stats.In {
				positions += s.Positions
				numLegal++
				if !toy.Legal(s.Draw.Setup) {
					t.Fatalf("draw %d of stratum %d, %v, counts as legal", s.Index, s.Stratum, s.Draw.Setup)
				}
			}
		}
		withoutKnown := shards.DesignOf(survey.Plan)
		withoutKnown.Known = nil
		estimate, err := withoutKnown.Estimate(lastPhase.whole, shards.OptionsOf(survey.Plan))
		if err != nil || math.Abs(positions/estimate.Low.Value-1) > 1e-9 {
			t.Errorf("%v: the draws stand for %v positions, want %v", err, positions, estimate.Low.Value)
		}
		laws, err := lastPhase.Laws(context.Background(), []Property{{Name: "hash", Text: "a hash", Of: property}}, true)
		if err != nil || len(laws) != 1 || laws[0].Draws != uint64(numLegal) || len(laws[0].Values) != 5 || laws[0].Name != "hash" {
			t.Fatalf("%v, laws %+v", err, laws)
		}
		total, mean, trueMean := 0.0, 0.0, 0.0
		for _, v := range laws[0].Values {
			share := truth[v.Value] / legal
			if math.Abs(v.Share.Value-share) > 5*v.Share.StdErr || v.Share.StdErr == 0 || v.Share.StdErr > 0.05 {
				t.Errorf("plain %v: share of %d is %v +- %v, want %v", plain, v.Value, v.Share.Value, v.Share.StdErr, share)
			}
			value := float64(v.Value)
			total, mean, trueMean = total+v.Share.Value, mean+value*v.Share.Value, trueMean+value*share
		}
		m := &laws[0].Mean
		if math.Abs(total-1) > 1e-9 || math.Abs(m.Value-mean) > 1e-9 {
			t.Errorf("the shares add up to %v, mean %v, want that of the shares, %v", total, m.Value, mean)
		}
		if math.Abs(m.Value-trueMean) > 5*m.StdErr || m.StdErr > 0.1 {
			t.Errorf("mean %v +- %v, want %v", m.Value, m.StdErr, trueMean)
		}
		// A legal draw without a value of the property is an error.
		if _, err := lastPhase.Laws(context.Background(), []Property{{Name: "none", Of: func(*chess.Setup) int { return -1 }}}, false); err == nil ||
			!strings.Contains(err.Error(), "has no none") {
			t.Errorf("a property that legal draws do not have: %v", err)
		}
	}
}

// TestLastPhaseNeedsLists: a record of another space and a survey without lists are errors. A damaged list is a problem of the report, until its shard
// is done again.
func TestLastPhaseNeedsLists(t *testing.T) {
	testkit.Medium(t)
	unpromoted := testkit.Must(Open("../../records/unpromoted"))(t)
	space := toyProgram(verdict.Game).Space
	testkit.Fails(unpromoted.LastPhase(space))(t, "", "the draws of a record of another space")
	upper := makeToy(t, verdict.Kernel) // no phase proves
	runToy(t, upper, verdict.Kernel, campaign.Options{Shards: 1})
	testkit.Fails(readerOf(t, upper).LastPhase(toyProgram(verdict.Kernel).Space))(t, "no shard has a list", "without lists")
	c := makeToy(t, verdict.Game)
	runToy(t, c, verdict.Game, campaign.Options{Shards: 2})
	testkit.OK(t, os.Truncate(c.Folder.ReachedPath(1), 40))
	_, problems, err := readerOf(t, c).Report(context.Background())
	if err != nil || len(problems) != 1 || !strings.Contains(problems[0].Err.Error(), "its list of draws in the last phase") {
		t.Errorf("%v, problems %v", err, problems)
	}
	runToy(t, c, verdict.Game, campaign.Options{})
	if l, err := readerOf(t, c).LastPhase(space); err != nil || l.Shards != 12 || len(l.Problems) > 0 {
		t.Errorf("%v, %+v after the shard was done again", err, l)
	}
}

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
	testkit.Fails(readerOf(t, c).Multiplicities(ctx))(t, "", "a context that is done ends nothing")
}
