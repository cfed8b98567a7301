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
	for _, plain := range []bool{true, false} {
		if plain && testing.Short() {
			continue
		}
		request := toyRequest(verdict.Game)
		request.Plain, request.Budget = plain, toy.Budget(3)
		c, err := campaign.Make(context.Background(), toyProgram(verdict.Game), t.TempDir(), request)
		testkit.OK(t, err)
		runToy(t, c, verdict.Game, campaign.Options{})
		l, err := readerOf(t, c).LastPhase(toyProgram(verdict.Game).Space)
		if err != nil || l.Shards != 12 || l.Unlisted != 0 || len(l.Problems) > 0 {
			t.Fatalf("%v, %+v", err, l)
		}
		truth, legal := map[int]float64{}, 0.0
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
		sum, in := 0.0, 0
		for s := range l.All() {
			if s.Outcome == stats.In {
				sum += s.Positions
				in++
				if !toy.Legal(s.Draw.Setup) {
					t.Fatalf("draw %d of stratum %d, %v, counts as legal", s.Index, s.Stratum, s.Draw.Setup)
				}
			}
		}
		d := shards.DesignOf(c.Plan)
		d.Known = nil
		r, err := d.Estimate(l.whole, shards.OptionsOf(c.Plan))
		if err != nil || math.Abs(sum/r.Low.Value-1) > 1e-9 {
			t.Errorf("%v: the draws stand for %v positions, want %v", err, sum, r.Low.Value)
		}
		laws, err := l.Laws(context.Background(), []Property{{Name: "hash", Text: "a hash", Of: property}}, true)
		if err != nil || len(laws) != 1 || laws[0].Draws != uint64(in) || len(laws[0].Values) != 5 || laws[0].Name != "hash" {
			t.Fatalf("%v, laws %+v", err, laws)
		}
		total, mean, want := 0.0, 0.0, 0.0
		for _, v := range laws[0].Values {
			share := truth[v.Value] / legal
			if math.Abs(v.Share.Value-share) > 5*v.Share.StdErr || v.Share.StdErr == 0 || v.Share.StdErr > 0.05 {
				t.Errorf("plain %v: share of %d is %v +- %v, want %v", plain, v.Value, v.Share.Value, v.Share.StdErr, share)
			}
			total, mean, want = total+v.Share.Value, mean+float64(v.Value)*v.Share.Value, want+float64(v.Value)*share
		}
		if m := &laws[0].Mean; math.Abs(total-1) > 1e-9 || math.Abs(m.Value-mean) > 1e-9 || math.Abs(m.Value-want) > 5*m.StdErr || m.StdErr > 0.1 {
			t.Errorf("the shares add up to %v, mean %v +- %v, want %v and %v", total, m.Value, m.StdErr, mean, want)
		}
		// A legal draw without a value of the property is an error.
		if _, err := l.Laws(context.Background(), []Property{{Name: "none", Of: func(*chess.Setup) int { return -1 }}}, false); err == nil ||
			!strings.Contains(err.Error(), "has no none") {
			t.Errorf("a property that legal draws do not have: %v", err)
		}
	}
}

// TestLastPhaseNeedsLists: records without lists are errors, and a damaged list is a problem.
func TestLastPhaseNeedsLists(t *testing.T) {
	testkit.Medium(t)
	old, err := Open("../../records/unpromoted")
	testkit.OK(t, err)
	space := toyProgram(verdict.Game).Space
	if _, err := old.LastPhase(space); err == nil {
		t.Error("the draws of another space are made")
	}
	upper := makeToy(t, verdict.Kernel) // no phase proves
	runToy(t, upper, verdict.Kernel, campaign.Options{Shards: 1})
	if _, err := readerOf(t, upper).LastPhase(toyProgram(verdict.Kernel).Space); err == nil || !strings.Contains(err.Error(), "no shard has a list") {
		t.Errorf("without lists: %v", err)
	}
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
