package campaign

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"

	"chesscensus/legality"
	"chesscensus/legality/verdict"
	"chesscensus/sampler"
	"chesscensus/stats/design"
	"chesscensus/survey/plan"
	"chesscensus/survey/record"
)

// A Request asks for a plan.
type Request struct {
	// Space by name, Seed of all draws.
	Space string
	Seed  uint64
	// Budget is the processor time in seconds for all shards and the pilot. Zero
	// means as much as Target needs.
	Budget float64
	// Target is the relative half-width to be reached, such as 0.00015. Zero means
	// what Budget allows. If both are given, the work ends where the first is reached.
	Target float64
	// Confidence of all intervals; 0 means 0.95.
	Confidence float64
	// Effort of the last phase; the phases are those up to it.
	Effort verdict.Effort
	// Nodes is the budget of every judgement, 0 for the defaults of the stages.
	Nodes int64
	// Stratification by name, "" for the finest of the space.
	Stratification string
	// Plain draws are not redrawn, even if the space can do so.
	Plain bool
	// Shards in which the work is cut; 0 lets the planner choose.
	Shards int
	// PilotDraws is about the number of draws of the pilot; 0 lets the planner choose.
	PilotDraws uint64
	// Costs, one in seconds for each phase, replace the measured ones, so that the
	// plan can be reproduced on another machine.
	Costs []float64
	// Note is put in the plan.
	Note string
	// Workers of the pilot; they do not change its counts.
	Workers int
	// Progress, if not nil, is called while the pilot is done.
	Progress func(done, all int)

	risks []float64 // covariates of the strata, see risksOf
}

// Bounds of what the planner chooses.
const (
	defaultBudget  = 600.0 // seconds, without Budget and Target
	pilotShare     = 0.03  // of the budget
	nominalCost    = 12e-6 // seconds for a pilot draw, for choosing its number
	minPilot       = 100_000
	maxPilot       = 5_000_000
	shardSeconds   = 10.0
	minShards      = 16
	maxShards      = 120
	diagramShare   = 1.0 / 32 // of the draws in the second phase
	diagramSeconds = 0.0005   // of the budget, for a stratum to have more
)

// Make makes a plan, after a pilot, and writes it to a new folder.
func Make(ctx context.Context, prog Program, dir string, r Request) (*Campaign, error) {
	c, workers, err := draft(prog, dir, &r)
	if err != nil {
		return nil, err
	}
	if r.Budget == 0 && r.Target == 0 {
		r.Budget = defaultBudget
	}
	draws := r.PilotDraws
	if draws == 0 {
		budget := r.Budget
		if budget == 0 {
			budget = math.Inf(1)
		}
		draws = uint64(min(max(pilotShare*budget/nominalCost, minPilot), maxPilot))
	}
	pl, err := runPilot(ctx, c, workers, local{Workers: r.Workers}, draws, r.Progress)
	if err != nil {
		return nil, err
	}
	if err := c.allocate(pl, &r); err != nil {
		return nil, err
	}
	if err := c.Plan.Validate(); err != nil {
		return nil, err
	}
	c = newCampaign(dir, c.Plan)
	return c, record.WriteFile(filepath.Join(dir, plan.FileName), c.Plan.Append(nil))
}

// draft returns a plan without numbers of draws, and what makes workers for pilots.
func draft(prog Program, dir string, r *Request) (*Campaign, func(*plan.Plan) (*Worker, error), error) {
	path := filepath.Join(dir, plan.FileName)
	if _, err := os.Stat(path); err == nil {
		return nil, nil, fmt.Errorf("%s exists already; a plan is made for a new folder", path)
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, nil, err
	}
	space, err := prog.Space(r.Space)
	if err != nil {
		return nil, nil, err
	}
	if r.Stratification == "" {
		r.Stratification = stratifications(space)[0]
	}
	p := &plan.Plan{Format: plan.Format, Note: r.Note, Space: space.Name(), Size: space.Size().String(),
		Stratification: r.Stratification, Seed: r.Seed, Confidence: r.Confidence, Code: plan.Code{Build: prog.Build, Engine: prog.engine()}}
	if p.Confidence == 0 {
		p.Confidence = 0.95
	}
	p.Redraw = redraws(space, p.Stratification) && !r.Plain
	if p.Phases, err = phases(prog.Stages, r.Effort, r.Nodes); err != nil {
		return nil, nil, err
	}
	if _, ok := space.(sampler.Divided); ok {
		p.Phases = leanPhases(p.Phases, prog.Stages)
	}
	if p.Strata, err = strataOf(space, r.Stratification); err != nil {
		return nil, nil, err
	}
	if p.Code.Signature, err = signature(space, p, prog.Stages); err != nil {
		return nil, nil, err
	}
	r.risks = risksOf(space, p.Stratification)
	workers := func(p *plan.Plan) (*Worker, error) {
		source, err := newSource(space, p)
		if err != nil {
			return nil, err
		}
		return newWorker(p, source, prog.Stages)
	}
	return &Campaign{p, record.Folder{Dir: dir}}, workers, nil
}

// lastPasses is the number of passes of the last phase of a plan at effort exhaustive. They settle
// three in four of what one pass leaves open, for a tenth of the CPU of the phase; the sixth
// pass of the engine's default takes minutes a draw.
const lastPasses = 3

// phases returns the phases up to an effort: filter, kernel, game. At effort exhaustive the
// game phase makes [lastPasses] passes over what it leaves open, on the same budget in all shards.
func phases(stages func() []legality.Stage, effort verdict.Effort, nodes int64) ([]plan.Phase, error) {
	if stages == nil {
		stages = legality.DefaultStages
	}
	available := map[verdict.Effort]bool{}
	for _, e := range legality.Efforts(stages()) {
		available[e] = true
	}
	if !available[effort] {
		return nil, &legality.EffortError{Effort: effort, Available: legality.Efforts(stages())}
	}
	list := []plan.Phase{{Name: "filter", Effort: verdict.Static.String()}}
	for _, e := range []verdict.Effort{verdict.Kernel, verdict.Game} {
		if available[e] && e <= effort {
			list = append(list, plan.Phase{Name: e.String(), Effort: e.String(), Nodes: nodes})
		}
	}
	if effort == verdict.Exhaustive {
		last := &list[len(list)-1]
		last.Effort, last.Passes = effort.String(), lastPasses
	}
	return list, nil
}

// allocate sets what the pilot decides.
func (c *Campaign) allocate(pl *pilot, r *Request) error {
	p := c.Plan
	costs := pl.costs
	if r.Costs != nil {
		costs = r.Costs
	}
	if len(costs) != len(p.Phases) {
		return fmt.Errorf("found %d costs, want one for each of the %d phases", len(costs), len(p.Phases))
	}
	p.Pilot = plan.Pilot{Seed: pl.plan.Seed, Draws: pl.plan.Draws(), Costs: costs}
	p.Known = knownShares(pl)
	d := designOf(p)
	models, err := d.ModelBy(pl.sample, costs, r.risks)
	if err != nil {
		return err
	}
	if r.Costs == nil {
		if err := design.SetCosts(models, pl.strataCosts()); err != nil {
			return err
		}
	}
	result, err := designOf(pl.plan).Estimate(pl.sample, options(p))
	if err != nil {
		return err
	}
	value := result.Low.Value
	if !(value > 0) {
		return errors.New("the pilot has found nothing to estimate; a larger pilot is needed")
	}
	budget, a, err := c.budget(d, models, value, pl.cpu(costs), r)
	if err != nil {
		return err
	}
	z := quantile(p.Confidence)
	simple, err := simplePerSecond(p, pl.sample, costs, pl.levels)
	if err != nil {
		return err
	}
	p.Expected = plan.Expected{Estimate: value, HalfWidth: z * a.StdErr, Relative: z * a.StdErr / value, CPUSeconds: a.Cost,
		SimpleRelative: z * simple / math.Sqrt(a.Cost) / value}
	c.fill(a, costs, budget)
	if n := draws(p); n > plan.MaxDraws {
		return fmt.Errorf("a relative half-width of %.2g takes %.2g draws and %.2g s of processor time; a plan has at most %.2g draws: a larger target or a smaller budget is needed",
			p.Expected.Relative, n, a.Cost, float64(plan.MaxDraws))
	}
	return nil
}

// draws is the number of draws of a plan that may have too many.
func draws(p *plan.Plan) (n float64) {
	for h := range p.Strata {
		n += float64(p.Strata[h].Draws)
	}
	return n
}
