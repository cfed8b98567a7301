package report

import (
	"context"
	"errors"
	"path/filepath"
	"testing"

	"chesscensus/internal/testing/testkit"
	"chesscensus/legality/verdict"
	"chesscensus/sampler"
	"chesscensus/survey/campaign"
	"chesscensus/survey/internal/record"
	"chesscensus/survey/internal/shards"
	"chesscensus/survey/internal/toy"
	"chesscensus/survey/plan"
)

// toyProgram returns a program for the toy space with stages up to an effort.
func toyProgram(effort verdict.Effort) campaign.Program {
	return campaign.Program{Space: func(name string) (sampler.Set, error) { return toy.New(name), nil }, Stages: toy.Stages(effort), Build: "toy build"}
}

// toyRequest returns a request for a plan of the toy.
func toyRequest(effort verdict.Effort) campaign.Request {
	return campaign.Request{Space: "toy", Seed: 5, Plain: true, Budget: toy.Budget(0.6), Effort: effort, Shards: 12,
		PilotRequest: campaign.PilotRequest{PilotDraws: 3000, Workers: 2,
			Costs: []float64{2e-6, 1e-5, 1e-4}[:map[verdict.Effort]int{verdict.Static: 1, verdict.Kernel: 2, verdict.Game: 3}[effort]]}}
}

// makeToy makes a plan in a new folder.
func makeToy(t testing.TB, effort verdict.Effort) *campaign.Campaign {
	t.Helper()
	return testkit.Must(campaign.Make(context.Background(), toyProgram(effort), t.TempDir(), toyRequest(effort)))(t)
}

// runToy does shards of a campaign.
func runToy(t testing.TB, c *campaign.Campaign, effort verdict.Effort, o campaign.Options) *campaign.Status {
	t.Helper()
	return testkit.Must(c.Run(context.Background(), toyProgram(effort), o))(t)
}

// readerOf opens the folder of a campaign for reports.
func readerOf(t testing.TB, c *campaign.Campaign) *Reader {
	t.Helper()
	return testkit.Must(Open(c.Folder.Dir))(t)
}

func init() {
	shards.Classifications[toy.ClassName] = shards.Classification{Classes: toy.Classes, Of: toy.Class}
}

// withClasses changes the plan of a toy to one with classes, writes it, and opens it again.
func withClasses(t testing.TB, c *campaign.Campaign) *campaign.Campaign {
	t.Helper()
	p := c.Plan
	p.Classes = toy.ClassName
	for h := range p.Strata {
		s := &p.Strata[h]
		s.Fractions, s.Classes = s.Fractions[:len(p.Phases)-2], []float64{0.1, 0.4, 0.8}
	}
	testkit.OK(t, errors.Join(p.Validate(), record.WriteFile(filepath.Join(c.Folder.Dir, plan.FileName), p.Append(nil))))
	return testkit.Must(campaign.Open(c.Folder.Dir))(t)
}
