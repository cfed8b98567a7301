package campaign

import (
	"context"
	"errors"
	"math"
	"os"
	"path/filepath"
	"testing"

	"chesscensus/internal/testing/testkit"
	"chesscensus/legality/verdict"
	"chesscensus/sampler"
	"chesscensus/sampler/ranked"
	"chesscensus/stats/design"
	"chesscensus/survey/internal/record"
	"chesscensus/survey/internal/shards"
	"chesscensus/survey/internal/toy"
	"chesscensus/survey/plan"
)

// TestPilotsScale: a pilot has a shard for every 100 000 draws, at least one and at most 8, and counts no diagrams.
func TestPilotsScale(t *testing.T) {
	c := makeToy(t, verdict.Game)
	for draws, want := range map[uint64]int{1: 1, 20_000: 1, 199_999: 1, 300_000: 3, 800_000: 8, 5_000_000: 8} {
		p := pilotPlan(c.Plan, draws, pilotGames)
		if p.Shards != want || p.CountsDiagrams() || p.Seed == c.Plan.Seed || math.Abs(float64(p.Draws())/float64(draws)-1) > 0.1 && draws > 1 {
			t.Errorf("%d draws: a pilot of %d in %d pieces, diagrams %v; want %d", draws, p.Draws(), p.Shards, p.CountsDiagrams(), want)
		}
	}
}

// TestSeconds: the processor time of a request follows from budget and target.
func TestSeconds(t *testing.T) {
	for _, c := range []struct{ budget, target, want float64 }{
		{20, 0, 20}, {0, 0.006, 1}, {0, 0.0006, 100}, {20, 0.0006, 20}, {200, 0.0006, 100}, {0, 0, math.Inf(1)},
	} {
		r := Request{Budget: c.budget, Target: c.target}
		if got := r.seconds(); math.Abs(got/c.want-1) > 1e-9 && got != c.want {
			t.Errorf("budget %v and target %v: %v s, want %v", c.budget, c.target, got, c.want)
		}
	}
}

// TestKnowledge: strata with numbers of pawns have risks, for each class if the budget is large; others have none.
func TestKnowledge(t *testing.T) {
	testkit.Medium(t)
	testkit.Unraced(t)
	space := ranked.NewRepaired().Stratify()
	phases := []plan.Phase{{Name: "filter", Effort: "static"}, {Name: "game", Effort: "game"}}
	knowledgeOf := func(set sampler.Set, phases []plan.Phase, budget float64) (*plan.Plan, *design.Knowledge) {
		c := &Campaign{Plan: &plan.Plan{Stratification: shards.Finest, Phases: phases}}
		r := Request{Budget: budget}
		c.setPriorRisks(set, &r)
		return c.Plan, &r.knowledge
	}
	for budget, classes := range map[float64]int{20: 1, 1000: shards.RiskClasses} {
		p, k := knowledgeOf(space, phases, budget)
		if len(k.Last) != len(space.Strata()) || (p.Classes != "") != (classes > 1) {
			t.Fatalf("%v s: risks of %d strata, classes %q", budget, len(k.Last), p.Classes)
		}
		for h, list := range k.Last {
			if len(list) != classes {
				t.Errorf("%v s: stratum %d has risks of %d classes, want %d", budget, h, len(list), classes)
			}
		}
	}
	if p, k := knowledgeOf(space, phases[:1], 1000); k.Last != nil || p.Classes != "" || k.Covariate == nil {
		t.Errorf("a plan without games: %+v", k)
	}
	if p, k := knowledgeOf(toy.New("toy"), phases, 1000); k.Last != nil || p.Classes != "" || k.Covariate != nil {
		t.Errorf("a space that tells nothing: %+v", k)
	}
}

// TestWithoutClasses: a pooled class has the sum of the reaches and the mean variance, and earlier phases do not change.
func TestWithoutClasses(t *testing.T) {
	models := []design.Model{{Reach: 1, Variance: 2, Cost: 3, Next: []design.Model{{Reach: 0.5, Variance: 4, Cost: 5, Next: []design.Model{
		{Reach: 0.3, Variance: 1, Cost: 6}, {Reach: 0.1, Variance: 5, Cost: 6}}}}}}
	got := shards.Pooled(models)
	last := got[0].Next[0].Next
	if len(last) != 1 || math.Abs(last[0].Reach-0.4) > 1e-12 || math.Abs(last[0].Variance-2) > 1e-12 || last[0].Cost != 6 {
		t.Errorf("%+v", last)
	}
	if got[0].Cost != 3 || got[0].Next[0].Variance != 4 || len(models[0].Next[0].Next) != 2 {
		t.Errorf("%+v of %+v", got, models)
	}
	if draw, nodes := costsOf(&models[0]); math.Abs(draw-(3+2.5+1.8+0.6)) > 1e-12 || nodes != 20 {
		t.Errorf("a draw costs %v, a judgement everywhere %v", draw, nodes)
	}
}

// TestDiagramTime: strata have equal parts of 2 % of the budget, unless the least number of games costs more.
func TestDiagramTime(t *testing.T) {
	c := &Campaign{Plan: &plan.Plan{Shards: 10, Strata: make([]plan.Stratum, 5)}}
	costs := []float64{1, 2, 3, 4} // two phases of kernels, 5 for both; least 2 x 10 x (5 + 4) = 180
	if time, draw := c.diagramTime(costs, 50_000); time != 200 || draw != 5 {
		t.Errorf("%v s for diagrams of %v s, want 200 of 5", time, draw)
	}
	if time, _ := c.diagramTime(costs, 44_999); time != 0 {
		t.Errorf("%v s where the least number takes 180", time)
	}
	if time, draw := c.diagramTime(costs[:1], 50_000); time != 0 || draw != 0 {
		t.Errorf("one phase has %v s of %v s", time, draw)
	}
}

// TestNoDiagrams: a survey whose plan has no share of diagrams counts none, and its report has no such group.
func TestNoDiagrams(t *testing.T) {
	testkit.Medium(t)
	testkit.Unraced(t)
	c := editPlan(t, makeToy(t, verdict.Game), func(p *plan.Plan) {
		for h := range p.Strata {
			p.Strata[h].Diagrams = 0
		}
	})
	runToy(t, c, verdict.Game, Options{})
	if _, err := c.Folder.Check(func(_ record.Entry, s *record.Shard) error {
		for _, r := range s.Rows {
			if r.Property == shards.Diagram && r.Phase > 1 {
				t.Fatalf("counts diagrams: %+v", r)
			}
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	r := reportOf(t, c)
	for _, g := range r.Groups {
		if g.Name == "distinct diagrams" {
			t.Error("the report has diagrams")
		}
	}
	if e := r.Estimate.Low; math.Abs(e.Value-281) > 5*e.StdErr { // the toy has 281 legal positions
		t.Errorf("%v +- %v positions, want 281", e.Value, e.StdErr)
	}
}

// TestFailuresLeaveNothing: if a plan cannot be made, its folder is not made either.
func TestFailuresLeaveNothing(t *testing.T) {
	broken := errors.New("tables: cut")
	for name, edit := range map[string]func(*Program, *Request){
		"tables":     func(p *Program, _ *Request) { p.Space = func(string) (sampler.Set, error) { return nil, broken } },
		"effort":     func(_ *Program, r *Request) { r.Effort = verdict.Game },
		"budget":     func(_ *Program, r *Request) { r.Budget = 1e-6 },
		"target":     func(_ *Program, r *Request) { r.Budget, r.Target = 0, 1e-10 },
		"confidence": func(_ *Program, r *Request) { r.Confidence = 2 },
	} {
		prog, request := toyProgram(verdict.Kernel), toyRequest(verdict.Kernel)
		edit(&prog, &request)
		dir := filepath.Join(t.TempDir(), "new")
		testkit.Fails(Make(context.Background(), prog, dir, request))(t, "", name)
		if _, err := os.Stat(dir); !os.IsNotExist(err) {
			t.Errorf("%s: the folder is there, %v", name, err)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	dir := filepath.Join(t.TempDir(), "new")
	testkit.Fails(Make(ctx, toyProgram(verdict.Kernel), dir, toyRequest(verdict.Kernel)))(t, "", "interrupted")
	if _, err := os.Stat(dir); !os.IsNotExist(err) {
		t.Errorf("interrupted: the folder is there, %v", err)
	}
}

// TestOneExpensiveGame: a game of a thousand times the mean cost in one of five strata raises the estimated costs only a little.
func TestOneExpensiveGame(t *testing.T) {
	pl := &pilot{costs: []float64{1, 0}, strataCPU: [][]float64{{1, 2}, {1, 2}, {1, 3}, {1, 2}, {1, 1002}},
		strataJudged: [][]uint64{{9, 1}, {9, 1}, {9, 1}, {9, 1}, {9, 1}}}
	pl.capGames(1)
	if pl.costs[1] != 2+2+3+2+8 || pl.strataCPU[4][1] != 8 || pl.strataCPU[2][1] != 3 || pl.costs[0] != 1 {
		t.Errorf("costs %v, by stratum %v", pl.costs, pl.strataCPU)
	}
	few := &pilot{costs: []float64{1, 1004}, strataCPU: [][]float64{{1, 2}, {1, 1002}}, strataJudged: [][]uint64{{9, 1}, {9, 1}}}
	if few.capGames(1); few.costs[1] != 1004 {
		t.Errorf("two strata: costs %v", few.costs)
	}
}

// TestInflateVariance: the variance of the last phase is up to twice as large for a small survey, and unchanged for a large one and for one
// without known risks. Other variances are unchanged.
func TestInflateVariance(t *testing.T) {
	models := []design.Model{{Variance: 3, Next: []design.Model{{Variance: 5, Next: []design.Model{{Variance: 7}, {Variance: 11}}}}}}
	for budget, want := range map[float64]float64{1: 2, 20: 2, 40: 2, 80: 1.5, 400: 1.1, 1e6: 1} {
		r := Request{Budget: budget, knowledge: design.Knowledge{Last: [][]float64{{0.1, 0.1}}}}
		got := r.inflateVariance(models)
		last := got[0].Next[0].Next
		if got[0].Variance != 3 || got[0].Next[0].Variance != 5 || math.Abs(last[0].Variance-7*want) > 1e-9 || math.Abs(last[1].Variance-11*want) > 1e-9 {
			t.Errorf("%v s: %+v, want the last %v times as large", budget, got, want)
		}
	}
	r := Request{Budget: 1}
	if got := r.inflateVariance(models); got[0].Next[0].Next[0].Variance != 7 || models[0].Next[0].Next[1].Variance != 11 {
		t.Errorf("nothing known: %+v", got)
	}
}
