package campaign

import (
	"context"
	"math"
	"os"
	"strings"
	"testing"

	"chesscensus/chess"
	"chesscensus/legality/verdict"
	"chesscensus/stats"
)

// TestLastPhaseIsASampleOfTheLegalPositions compares the shares of a property that no tally knows, found on the draws of
// the last phase, with those among all legal positions of the toy; and the sum of what draws stand for with the estimate of a
// design without coefficients.
func TestLastPhaseIsASampleOfTheLegalPositions(t *testing.T) {
	property := func(s *chess.Setup) int { return int(hash("property", s) % 5) }
	for _, plain := range []bool{true, false} {
		request := toyRequest(verdict.Game)
		request.Plain, request.Budget = plain, 3
		c, err := Make(context.Background(), toyProgram(verdict.Game), t.TempDir(), request)
		if err != nil {
			t.Fatal(err)
		}
		runToy(t, c, verdict.Game, Options{})
		l, err := c.LastPhase(toyProgram(verdict.Game))
		if err != nil || l.Shards != 12 || l.Unlisted != 0 || len(l.Problems) > 0 {
			t.Fatalf("%v, %+v", err, l)
		}
		truth, legal := map[int]float64{}, 0.0
		space := newToy("toy")
		seen := map[chess.Setup]bool{}
		for _, e := range space.elements {
			if seen[e.setup] || e.weight == 0 || !toyLegal(e.setup) {
				continue
			}
			seen[e.setup] = true
			truth[property(&e.setup)]++
			legal++
		}
		sum, in := 0.0, 0
		for s := range l.All() {
			if s.Outcome == stats.In {
				sum += s.Positions
				in++
				if !toyLegal(s.Draw.Setup) {
					t.Fatalf("draw %d of stratum %d, %v, counts as legal", s.Index, s.Stratum, s.Draw.Setup)
				}
			}
		}
		d := designOf(c.Plan)
		d.Known = nil
		r, err := d.Estimate(l.whole, options(c.Plan))
		if err != nil || math.Abs(sum/r.Low.Value-1) > 1e-9 {
			t.Errorf("%v: the draws stand for %v positions, want %v", err, sum, r.Low.Value)
		}
		law, err := l.Law(context.Background(), property)
		if err != nil || law.Draws != uint64(in) || len(law.Values) != 5 {
			t.Fatalf("%v, law %+v", err, law)
		}
		total, mean := 0.0, 0.0
		for _, v := range law.Values {
			want := truth[v.Value] / legal
			if math.Abs(v.Share.Value-want) > 5*v.Share.StdErr || v.Share.StdErr == 0 || v.Share.StdErr > 0.05 {
				t.Errorf("plain %v: share of %d is %v +- %v, want %v", plain, v.Value, v.Share.Value, v.Share.StdErr, want)
			}
			total, mean = total+v.Share.Value, mean+float64(v.Value)*v.Share.Value
		}
		if math.Abs(total-1) > 1e-9 || math.Abs(law.Mean()-mean) > 1e-12 {
			t.Errorf("the shares add up to %v, mean %v, want %v", total, law.Mean(), mean)
		}
	}
}

// toyLegal judges a setup by all toy stages.
func toyLegal(s chess.Setup) bool {
	for _, st := range toyStages(verdict.Game)() {
		if v, done := st.Judge(context.Background(), s, verdict.Budget{}); done {
			return v.Outcome == verdict.Legal
		}
	}
	return false
}

// TestLastPhaseNeedsLists: records without lists say so, and a damaged list is found by everything that reads.
func TestLastPhaseNeedsLists(t *testing.T) {
	old, err := Open("../../record-unpromoted")
	if err != nil {
		t.Fatal(err)
	}
	prog := toyProgram(verdict.Game)
	if _, err := old.LastPhase(prog); err == nil {
		t.Error("the draws of another space are made")
	}
	upper := makeToy(t, verdict.Kernel) // no phase proves
	runToy(t, upper, verdict.Kernel, Options{Shards: 1})
	if _, err := upper.LastPhase(toyProgram(verdict.Kernel)); err == nil || !strings.Contains(err.Error(), "no shard has a list") {
		t.Errorf("without lists: %v", err)
	}
	c := makeToy(t, verdict.Game)
	runToy(t, c, verdict.Game, Options{Shards: 2})
	if err := os.Truncate(c.Folder.ReachedPath(1), 40); err != nil {
		t.Fatal(err)
	}
	_, problems, err := c.Report(context.Background())
	if err != nil || len(problems) != 1 || !strings.Contains(problems[0].Err.Error(), "its list of draws in the last phase") {
		t.Errorf("%v, problems %v", err, problems)
	}
	runToy(t, c, verdict.Game, Options{})
	if l, err := c.LastPhase(prog); err != nil || l.Shards != 12 || len(l.Problems) > 0 {
		t.Errorf("%v, %+v after the shard was done again", err, l)
	}
}
