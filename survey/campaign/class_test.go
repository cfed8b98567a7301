package campaign

import (
	"context"
	"testing"

	"chesscensus/internal/testing/testkit"
	"chesscensus/legality/verdict"
	"chesscensus/stats"
	"chesscensus/stats/design"
	"chesscensus/survey/internal/record"
	"chesscensus/survey/internal/shards"
	"chesscensus/survey/internal/toy"
	"chesscensus/survey/plan"
)

func init() {
	shards.Classifications[toy.ClassName] = shards.Classification{Classes: toy.Classes, Of: toy.Class}
}

// withClasses changes the plan of a toy to one with classes.
func withClasses(t testing.TB, c *Campaign) *Campaign {
	return editPlan(t, c, func(p *plan.Plan) {
		p.Classes = toy.ClassName
		for h := range p.Strata {
			s := &p.Strata[h]
			s.Fractions, s.Classes = s.Fractions[:len(p.Phases)-2], []float64{0.1, 0.4, 0.8}
		}
	})
}

// TestClassesAreSampledApart: of every class the share of the plan enters the last phase, and rows have the class.
func TestClassesAreSampledApart(t *testing.T) {
	testkit.Medium(t)
	testkit.Unraced(t)
	c := withClasses(t, makeToy(t, verdict.Game))
	runToy(t, c, verdict.Game, Options{})
	sample := design.NewSample(len(c.Plan.Strata))
	if _, err := c.Folder.Check(func(_ record.Entry, s *record.Shard) error {
		shards.AddRows(sample, c.Plan, s.Rows, shards.IsAll)
		return shards.Verify(c.Plan, s)
	}); err != nil {
		t.Fatal(err)
	}
	for h := range sample.Strata {
		before := sample.Strata[h].Child(0)
		for g, f := range c.Plan.Strata[h].Classes {
			passed, judged := float64(before.Passed(g)), float64(before.Child(g).Draws())
			if least := f * passed; judged < least || judged > least+2*float64(c.Plan.Shards) || passed == 0 {
				t.Errorf("stratum %d, class %d: %v of %v are judged, want a share of %v", h, g, judged, passed, f)
			}
		}
		if n := before.Child(2); n.Count(stats.In) != 0 || n.Draws() == 0 {
			t.Errorf("class 2 has %d games in %d draws, want none", n.Count(stats.In), n.Draws())
		}
	}
}

// TestForeignClasses: a plan whose classes the program does not know, or that has another number of them, is refused.
func TestForeignClasses(t *testing.T) {
	testkit.Medium(t)
	for want, edit := range map[string]func(*plan.Plan){
		`plan: classes: found "odd", want "home and crossed pawns" or none: this program knows no others`: func(p *plan.Plan) { p.Classes = "odd" },
		`plan: strata[0].classes: found 3, want 4, the number of classes of "home and crossed pawns"`:     func(p *plan.Plan) { p.Classes = shards.RiskName },
	} {
		c := withClasses(t, makeToy(t, verdict.Game))
		edit(c.Plan)
		if _, err := c.Run(context.Background(), toyProgram(verdict.Game), Options{}); err == nil || err.Error() != want {
			t.Errorf("error %v, want %s", err, want)
		}
	}
}
