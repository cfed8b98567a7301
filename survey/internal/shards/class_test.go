package shards

import (
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/testkit"
	"chesscensus/sampler"
	"chesscensus/stats"
	"chesscensus/stats/design"
	"chesscensus/survey/internal/loop"
	"chesscensus/survey/internal/record"
	"chesscensus/survey/internal/toy"
	"chesscensus/survey/plan"
)

// TestSharesOfClasses: in a plan with classes the last phase has a share for each class, and every other phase one share.
func TestSharesOfClasses(t *testing.T) {
	p := &plan.Plan{Phases: make([]plan.Phase, 3), Classes: RiskName,
		Strata: []plan.Stratum{{Fractions: []float64{0.5}, Classes: []float64{0.1, 0.2, 0.3, 0.4}},
			{Fractions: []float64{0.25}, Classes: []float64{0.5, 0.6, 0.7, 0.8}}}}
	if ClassesOf(p) != 4 || ClassesIn(p, 0) != 1 || ClassesIn(p, 1) != 1 || ClassesIn(p, 2) != 4 || ClassOf(p)(&chess.Setup{}) >= 4 {
		t.Errorf("%d classes; %d, %d and %d by phase", ClassesOf(p), ClassesIn(p, 0), ClassesIn(p, 1), ClassesIn(p, 2))
	}
	for h := range 2 {
		testkit.Equal(t, ShareOf(p, h, 1, 0), p.Strata[h].Fractions[0], h)
		for g := range 4 {
			testkit.Equal(t, ShareOf(p, h, 2, g), p.Strata[h].Classes[g], h, g)
		}
	}
	p.Classes, p.Strata[0].Classes, p.Strata[0].Fractions = "", nil, []float64{0.5, 0.01}
	if ClassesOf(p) != 1 || ClassesIn(p, 2) != 1 || ShareOf(p, 0, 2, 0) != 0.01 {
		t.Errorf("without classes: %d in the last phase, share %v", ClassesIn(p, 2), ShareOf(p, 0, 2, 0))
	}
	p.Classes = "unheard"
	if ClassOf(p) != nil {
		t.Error("classes that are not known have a function")
	}
	p.Classes, p.Strata[0].Classes = RiskName, []float64{1, 1}
	testkit.FailsWith(t, checkClasses(p), "strata[0].classes: found 2, want 4", "two classes of four")
}

// TestSources: the draws of a plan are the same as those of the source of package loop for its set and stratification.
func TestSources(t *testing.T) {
	space := toy.New("toy")
	divided := toy.NewDivided()
	oneStratum := []plan.Stratum{{Name: Whole, Size: space.Size().String()}}
	strata, err := StrataOf(space, Finest)
	if err != nil || len(strata) < 2 {
		t.Fatalf("%v, strata %v", err, strata)
	}
	for name, c := range map[string]struct {
		set            sampler.Set
		stratification string
		strata         []plan.Stratum
		redraw         bool
		want           loop.Source
	}{
		"whole":    {space, Whole, oneStratum, false, loop.Whole(space, 3)},
		"strata":   {space, Finest, strata, false, loop.Plain(space, 3)},
		"redrawn":  {space, Finest, strata, true, loop.Conditional(space, 3)},
		"divided":  {divided, Finest, strata, false, loop.Plain(divided, 3)},
		"no parts": {undividedSpace{space}, Whole, oneStratum, false, loop.Whole(space, 3)},
	} {
		p := &plan.Plan{Space: "toy", Size: space.Size().String(), Stratification: c.stratification, Redraw: c.redraw, Seed: 3, Strata: c.strata}
		got, err := NewSource(c.set, p)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		for h := range c.strata {
			for i := range uint64(50) {
				var a, b sampler.Draw
				if got.Redraw(&a, h, i) != c.want.Redraw(&b, h, i) || a.Setup != b.Setup || a.Weight != b.Weight || a.Multiplicity != b.Multiplicity ||
					got.Levels(h) != c.want.Levels(h) {
					t.Fatalf("%s: draw %d of stratum %d is %v, want %v", name, i, h, a.Setup, b.Setup)
				}
			}
		}
	}
	if Redraws(undividedSpace{space}, Whole) || Redraws(space, Whole) || !Redraws(space, Finest) || !Redraws(divided, Finest) {
		t.Error("Redraws is true for a set without redraws, or false for one with them")
	}
	testkit.Fails(StrataOf(divided, Whole))(t, "want finest", "a divided set as a whole")
}

// undividedSpace hides the strata of a space.
type undividedSpace struct{ sampler.Space }

// TestRecount recounts three and two phases of a sample with squares as contributions.
func TestRecount(t *testing.T) {
	s := design.NewSample(1)
	s.Strata[0].AddOut(7)
	s.Strata[0].Add(stats.Open, 3, 2)
	second := s.Strata[0].Child(0)
	second.AddCell(design.Cell{Outcome: stats.Open, Class: 2, Weight: 3, Mult: 2, Count: 1})
	second.Child(2).Add(stats.In, 3, 2)
	square := func(w, m uint64) (uint64, uint64) { return w * w, m * m }
	threePhases := recount(s, 3, false, square)
	if n := threePhases.Strata[0].Child(0).Child(2); n.Count(stats.In) != 1 || n.Cells()[0].Weight != 9 || n.Cells()[0].Mult != 4 {
		t.Errorf("the last phase has %+v, want 9/4", n.Cells())
	}
	if c := threePhases.Strata[0].Cells(); len(c) != 2 || threePhases.Strata[0].Count(stats.Out) != 7 {
		t.Errorf("the first phase has %+v", c)
	}
	twoPhases := recount(s, 2, true, square)
	if n := twoPhases.Strata[0].Child(0); n.Count(stats.In) != 1 || n.Passed(2) != 0 || len(twoPhases.Strata) != 1 {
		t.Errorf("what passes the second phase is %+v, want it counted", n.Cells())
	}
	for range twoPhases.Strata[0].Below(2) {
		t.Error("the third phase is still there")
	}
}

// TestLevelsOf: the levels of redrawn draws are the multiplicity of rows of verdicts that pass, or 1 without such a row.
func TestLevelsOf(t *testing.T) {
	verdict := record.Row{Property: Verdict, Outcome: record.Pass, Multiplicity: 32}
	refuted := record.Row{Property: Verdict, Outcome: record.Out, Multiplicity: 1}
	all := record.Row{Property: All, Outcome: record.Pass, Multiplicity: 96}
	for want, rows := range map[int][]record.Row{32: {all, refuted, verdict}, 1: {all, refuted}} {
		testkit.Equal(t, LevelsOf(rows), want, rows)
	}
}
