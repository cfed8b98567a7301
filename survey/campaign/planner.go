package campaign

import (
	"context"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"

	"chesscensus/internal/safefile"
	"chesscensus/legality"
	"chesscensus/legality/verdict"
	"chesscensus/sampler"
	"chesscensus/stats"
	"chesscensus/stats/design"
	"chesscensus/survey/internal/record"
	"chesscensus/survey/internal/shards"
	"chesscensus/survey/plan"
)

// A Request asks for a plan.
type Request struct {
	// Space is the name of the space, Seed the seed of all draws.
	Space string
	Seed  uint64
	// Budget is the processor time in seconds for all shards and the pilot. Zero means
	// the time that Target needs.
	Budget float64
	// Target is the relative half-width to be reached, such as 0.00015. Zero means the
	// one that Budget allows. If both are given, the work ends when the first is reached.
	Target float64
	// Confidence of all intervals; 0 means 0.95.
	Confidence float64
	// Effort of the last phase; the phases are those up to it.
	Effort verdict.Effort
	// Nodes is the budget of every judgement, 0 for the defaults of the stages.
	Nodes int64
	// Stratification by name, "" for the finest of the space.
	Stratification string
	// Plain says that draws are not redrawn, even if the space can redraw them.
	Plain bool
	// Shards is the number of shards. 0 lets the planner choose, so that a shard takes ShardSeconds of processor time; if that is 0
	// too, 10 s, but within 16 to 120 shards.
	Shards       int
	ShardSeconds float64
	// Note is copied to the plan.
	Note string
	PilotRequest

	knowledge design.Knowledge // about the strata, see setPriorRisks
}

// A PilotRequest says how the pilot of a plan is made.
type PilotRequest struct {
	// PilotDraws is about the number of draws of the pilot; 0 lets the planner choose.
	PilotDraws uint64
	// Costs, one in seconds for each phase, replace the measured ones, so that the
	// plan can be reproduced on another machine.
	Costs []float64
	// Findings, if not nil, are of a pilot made before, see [Explore]; then none is made.
	Findings *Findings
	// Workers of the pilot; they do not change its counts.
	Workers int
	// Progress, if not nil, is called while the pilot is done.
	Progress func(done, all int)
}

// seconds returns about the requested processor time, before anything is measured.
func (r *Request) seconds() float64 {
	budget := math.Inf(1)
	if r.Budget > 0 {
		budget = r.Budget
	}
	if r.Target > 0 {
		budget = min(budget, math.Pow(nominalRoot/r.Target, 2))
	}
	return budget
}

// Constants of the planner.
const (
	defaultBudget   = 600.0 // seconds, without Budget and Target
	pilotShare      = 0.03  // of the budget
	nominalCost     = 20e-6 // seconds for a pilot draw, for choosing its number
	nominalRoot     = 0.006 // relative half-width after one second: that of the cover
	classSeconds    = 100.0 // least budget for classes, since two games of each class in every stratum take some seconds
	hopelessSeconds = 1e12  // no pilot is made beyond: the plan would have at least ten times too many draws
	minPilot        = 20_000
	maxPilot        = 5_000_000
	shardSeconds    = 10.0
	minShards       = 16
	maxShards       = 120
	diagramBudget   = 0.02      // of the budget, for diagrams; the strata have equal parts of it
	diagramShare    = 1.0 / 128 // at least, of the draws in the second phase of a stratum
)

// Make makes a plan, after a pilot, and writes it to a new folder.
func Make(ctx context.Context, prog Program, dir string, r Request) (*Campaign, error) {
	path := filepath.Join(dir, plan.FileName)
	if _, err := os.Stat(path); err == nil {
		return nil, fmt.Errorf("%s exists already; a plan is made for a new folder", path)
	} else if err := safefile.CheckWritable(dir); err != nil {
		return nil, err
	}
	c, space, err := draftPlan(prog, dir, &r)
	if err != nil {
		return nil, err
	}
	if r.Budget == 0 && r.Target == 0 {
		r.Budget = defaultBudget
	}
	if s := r.seconds(); s > hopelessSeconds && !math.IsInf(s, 0) {
		return nil, unreachableError(nominalRoot/math.Sqrt(s), s, s/nominalCost)
	}
	f, pilotCPU := r.Findings, 0.0
	if f == nil {
		pl, err := c.explore(ctx, prog, space, &r)
		if err != nil {
			return nil, err
		}
		if f, err = c.findings(pl, &r); err != nil {
			return nil, err
		}
		pilotCPU = pl.cpuAt(f.Costs)
	} else {
		c.setPriorRisks(space, &r)
		if err := f.checkUsable(c); err != nil {
			return nil, err
		}
	}
	if err := c.allocate(f, pilotCPU, &r); err != nil {
		return nil, err
	}
	if c.Plan.Code.Signature, err = prog.signature(space, c.Plan); err != nil {
		return nil, err
	}
	if err := c.Plan.Validate(); err != nil {
		return nil, err
	}
	if err := os.MkdirAll(dir, 0o777); err != nil { // only now, so that a failure leaves nothing behind
		return nil, err
	}
	c = (*Campaign)(shards.New(dir, c.Plan))
	return c, record.WriteFile(path, c.Plan.Append(nil))
}

// explore makes the pilot of a plan.
func (c *Campaign) explore(ctx context.Context, prog Program, space sampler.Set, r *Request) (*pilot, error) {
	draws := r.PilotDraws
	if draws == 0 {
		draws = uint64(min(max(pilotShare*r.seconds()/nominalCost, minPilot), maxPilot))
	}
	c.setPriorRisks(space, r)
	games := pilotGames
	if r.knowledge.Last != nil {
		games = pilotGamesKnown
	}
	p := pilotPlan(c.Plan, draws, games)
	return runPilot(ctx, p, localPool{r.Workers, func() (*Worker, error) {
		source, err := shards.NewSource(space, p)
		if err != nil {
			return nil, err
		}
		return newWorker(p, source, prog.Stages)
	}}, r.Progress)
}

// draftPlan returns a plan without numbers of draws, and its space.
func draftPlan(prog Program, dir string, r *Request) (*Campaign, sampler.Set, error) {
	space, err := prog.Space(r.Space)
	if err != nil {
		return nil, nil, err
	}
	if r.Stratification == "" {
		r.Stratification = shards.Stratifications(space)[0]
	}
	p := &plan.Plan{Format: plan.Format, Note: r.Note, Space: space.Name(), Size: space.Size().String(),
		Stratification: r.Stratification, Seed: r.Seed, Confidence: r.Confidence, Code: plan.Code{Build: prog.Build, Engine: prog.engine()}}
	if p.Confidence == 0 {
		p.Confidence = 0.95
	}
	p.Redraw = shards.Redraws(space, p.Stratification) && !r.Plain
	if p.Phases, err = phases(prog.Stages, r.Effort, r.Nodes); err != nil {
		return nil, nil, err
	}
	if shards.ByKings(space) {
		p.Phases = leanPhases(p.Phases, prog.Stages)
	}
	if p.Strata, err = shards.StrataOf(space, r.Stratification); err != nil {
		return nil, nil, err
	}
	return &Campaign{p, record.Folder{Dir: dir}}, space, nil
}

// lastPasses is the number of passes of the last phase of a plan at effort exhaustive. They decide three in four of the draws that
// one pass leaves open, for a tenth of the processor time of the phase. The sixth pass of the engine's default takes minutes a draw.
const lastPasses = 3

// phases returns the phases up to an effort: filter, kernel, game. At effort exhaustive the game phase makes [lastPasses] passes over
// the draws that it leaves open, with the same budget in all shards.
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

// allocate sets all numbers of the plan that follow from the findings of a pilot, which took pilotCPU seconds.
func (c *Campaign) allocate(f *Findings, pilotCPU float64, r *Request) error {
	p, value := c.Plan, f.Value
	p.Pilot = plan.Pilot{Seed: f.Seed, Draws: f.Draws, Costs: f.Costs}
	p.Known = f.Known
	d, models := shards.DesignOf(p), f.Models
	if f.Classes != p.Classes { // findings for a larger budget
		p.Classes, models = "", shards.Pooled(models)
	}
	budget, a, err := c.choose(d, models, value, pilotCPU, r)
	if err != nil {
		return err
	}
	z := stats.Options{Confidence: p.Confidence}.Quantile()
	p.Expected = plan.Expected{Estimate: value, HalfWidth: z * a.StdErr, Relative: z * a.StdErr / value, CPUSeconds: a.Cost,
		SimpleRelative: z * f.Simple / math.Sqrt(a.Cost) / value, Variance: roundThousandths(a.Phases), Cost: roundThousandths(a.Costs)}
	c.fillPlan(a, f.Costs, budget)
	if n := numDraws(p); n > plan.MaxDraws {
		return unreachableError(p.Expected.Relative, a.Cost, n)
	}
	return nil
}

// choose returns the processor time for the shards and its allocation, with classes in the last phase or without, whichever has the smaller
// expected error. Classes save games, but every shard needs two games of each class in every stratum, which small surveys cannot afford.
func (c *Campaign) choose(d *design.Design, models []design.Model, value, pilotCPU float64, r *Request) (float64, design.Allocation, error) {
	budget, a, err := c.allocateBudget(d, models, value, pilotCPU, r)
	if c.Plan.Classes == "" {
		return budget, a, err
	}
	numShards := c.Plan.Shards
	plainBudget, plain, plainErr := c.allocateBudget(d, shards.Pooled(models), value, pilotCPU, r)
	if plainErr != nil || err == nil && a.StdErr*math.Sqrt(a.Cost) <= plain.StdErr*math.Sqrt(plain.Cost) {
		c.Plan.Shards = numShards
		return budget, a, err
	}
	c.Plan.Classes = ""
	return plainBudget, plain, nil
}

// roundThousandths returns shares in thousandths.
func roundThousandths(list []float64) []float64 {
	list = slices.Clone(list)
	for k := range list {
		list[k] = math.Round(1000*list[k]) / 1000
	}
	return list
}

// unreachableError returns the error of a plan with too many draws: it names their precision and processor time.
func unreachableError(relative, seconds, draws float64) error {
	return fmt.Errorf("a relative half-width of %.2g takes %.2g draws and %.2g s of processor time; a plan has at most %.2g draws: a larger target or a smaller budget is needed",
		relative, draws, seconds, float64(plan.MaxDraws))
}

// numDraws returns the number of draws of a plan as a float, which cannot overflow.
func numDraws(p *plan.Plan) (n float64) {
	for h := range p.Strata {
		n += float64(p.Strata[h].Draws)
	}
	return n
}
