package campaign

import (
	"context"
	"errors"
	"path/filepath"
	"testing"

	"chesscensus/internal/testing/testkit"
	"chesscensus/legality/verdict"
	"chesscensus/sampler"
	"chesscensus/survey/internal/record"
	"chesscensus/survey/internal/shards"
	"chesscensus/survey/internal/toy"
	"chesscensus/survey/plan"
	"chesscensus/survey/report"
)

// toyProgram returns a program for the toy space with stages up to an effort.
func toyProgram(effort verdict.Effort) Program {
	return Program{Space: func(name string) (sampler.Set, error) { return toy.New(name), nil }, Stages: toy.Stages(effort), Build: "toy build"}
}

// toyRequest returns a request for a plan of the toy.
func toyRequest(effort verdict.Effort) Request {
	return Request{Space: "toy", Seed: 5, Plain: true, Budget: toy.Budget(0.6), Effort: effort, Shards: 12,
		PilotRequest: PilotRequest{PilotDraws: 3000, Workers: 2,
			Costs: []float64{2e-6, 1e-5, 1e-4}[:map[verdict.Effort]int{verdict.Static: 1, verdict.Kernel: 2, verdict.Game: 3}[effort]]}}
}

// makeToy makes a plan in a new folder.
func makeToy(t testing.TB, effort verdict.Effort) *Campaign {
	t.Helper()
	c := testkit.Must(Make(context.Background(), toyProgram(effort), t.TempDir(), toyRequest(effort)))(t)
	return editPlan(t, c, func(p *plan.Plan) {
		for h := range p.Strata {
			p.Strata[h].Diagrams = 1.0 / 32 // more than the planner sets, for the tests of open draws
		}
	})
}

// editPlan changes the plan of a campaign without shards, also in its file.
func editPlan(t testing.TB, c *Campaign, edit func(*plan.Plan)) *Campaign {
	t.Helper()
	edit(c.Plan)
	testkit.OK(t, errors.Join(c.Plan.Validate(), record.WriteFile(filepath.Join(c.Folder.Dir, plan.FileName), c.Plan.Append(nil))))
	return (*Campaign)(shards.New(c.Folder.Dir, c.Plan))
}

// runToy does shards of a campaign.
func runToy(t testing.TB, c *Campaign, effort verdict.Effort, o Options) *Status {
	t.Helper()
	return testkit.Must(c.Run(context.Background(), toyProgram(effort), o))(t)
}

// reportOf returns the report of a campaign, which must have no problems.
func reportOf(t testing.TB, c *Campaign) *report.Report {
	t.Helper()
	r, problems, err := readerOf(t, c).Report(context.Background())
	if err != nil || len(problems) > 0 {
		t.Fatalf("%v, problems %v", err, problems)
	}
	return r
}

// readerOf opens the folder of a campaign for reports.
func readerOf(t testing.TB, c *Campaign) *report.Reader {
	t.Helper()
	return testkit.Must(report.Open(c.Folder.Dir))(t)
}
