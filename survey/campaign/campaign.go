package campaign

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"

	"chesscensus/legality"
	"chesscensus/sampler"
	"chesscensus/stats/design"
	"chesscensus/survey/plan"
	"chesscensus/survey/record"
)

// A Program is what judges: the build of the program that is running.
type Program struct {
	// Space makes the set of a name: a sampler.Space, or a sampler.Divided set.
	Space func(name string) (sampler.Set, error)
	// Stages of the engines; nil means legality.DefaultStages.
	Stages func() []legality.Stage
	// Engine is the version of the engine; 0 means legality.Version.
	Engine int
	// Build is version and revision, for people.
	Build string
}

// A Campaign is a plan with the folder of its record.
type Campaign struct {
	Plan   *plan.Plan
	Folder record.Folder
}

// Open reads the plan of a folder.
func Open(dir string) (*Campaign, error) {
	path := filepath.Join(dir, plan.FileName)
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	p, err := plan.Parse(data)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return newCampaign(dir, p), nil
}

func newCampaign(dir string, p *plan.Plan) *Campaign {
	return &Campaign{p, record.Folder{Dir: dir, Identity: identity(p), Shards: p.Shards,
		Verify: func(s *record.Shard) error { return verify(p, s) }}}
}

// Options of a run. The zero value does all shards that are left.
type Options struct {
	// Pool does the shards; nil means one in this process with Workers goroutines, 0 for one on
	// each processor. Neither changes a shard.
	Pool    Pool
	Workers int
	// Shards, if positive, limits the number of shards of this run.
	Shards int
	// Budget, if positive, limits the processor time of this run in seconds: no shard
	// is begun that is not expected to end within it.
	Budget float64
	// Keep stores the judged candidates as well.
	Keep bool
	// Redo does shards again that were made from something else, which would
	// otherwise stop the run.
	Redo bool
	// Lists does shards again that were made before there were lists of open draws. Their
	// tallies come out the same.
	Lists bool
	// Notice, if not nil, is called with what should be known: damaged shards, a lock
	// left behind, another build.
	Notice func(string)
	// Progress, if not nil, is called at the start and after every shard.
	Progress func(*Status)
}

// ErrForeign is wrapped by the error of a run in a folder with shards that were made
// from another plan, program, space or seed.
var ErrForeign = errors.New("shards in the folder were made from something else")

// Run does the shards that are not done yet and stores each as soon as it is there.
// Damaged and missing ones are named by Notice and done again. It returns the state
// of the folder at the end, also together with an error.
func (c *Campaign) Run(ctx context.Context, prog Program, o Options) (st *Status, err error) {
	notice := o.Notice
	if notice == nil {
		notice = func(string) {}
	}
	lock, err := c.Folder.Lock()
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, lock.Unlock()) }()
	if lock.Stale != nil {
		notice(fmt.Sprintf("the lock was left by %v, which has ended; taken over", lock.Stale))
	}
	if err := c.Folder.Prepare(); err != nil {
		return nil, err
	}
	st = newStatus(c)
	inventory, err := c.Folder.Check(func(e record.Entry, s *record.Shard) error {
		if o.Lists && e.OpenSHA256 == "" && Proves(c.Plan) {
			return nil
		}
		return st.add(e, s)
	})
	if err != nil {
		return nil, err
	}
	for _, p := range inventory.Problems {
		if !p.Foreign || o.Redo {
			notice(p.Err.Error())
		}
	}
	if errs := inventory.Foreign(); len(errs) > 0 && !o.Redo {
		return st, fmt.Errorf("%w; use another folder, or have them done again:\n%w", ErrForeign, errors.Join(errs...))
	}
	if err := c.Folder.Repair(); err != nil {
		return st, err
	}
	if prog.Build != c.Plan.Code.Build {
		notice(fmt.Sprintf("the plan was made by %s, this is %s", c.Plan.Code.Build, prog.Build))
	}
	workers, err := c.workers(prog)
	if err != nil {
		return st, err
	}
	if o.Pool == nil {
		o.Pool = local{o.Workers, workers}
	}
	return st, c.run(ctx, prog.Build, st, &o)
}

// workers checks that the program can do the shards of the plan and returns what
// makes workers.
func (c *Campaign) workers(prog Program) (func() (*Worker, error), error) {
	if err := c.sameEngine(&prog); err != nil {
		return nil, err
	}
	space, err := prog.Space(c.Plan.Space)
	if err != nil {
		return nil, err
	}
	source, err := newSource(space, c.Plan)
	if err != nil {
		return nil, err
	}
	got, err := signature(space, c.Plan, prog.Stages)
	if err != nil {
		return nil, err
	}
	if want := c.Plan.Code.Signature; got != want {
		return nil, &plan.FieldError{Field: "code.signature", Msg: fmt.Sprintf(
			"found %.40s, want %s, that of this program (%s): its shards would not fit those of the plan's (%s)", want, got, prog.Build, c.Plan.Code.Build)}
	}
	return func() (*Worker, error) { return newWorker(c.Plan, source, prog.Stages) }, nil
}

// run does the shards that st lacks.
func (c *Campaign) run(ctx context.Context, build string, st *Status, o *Options) error {
	started, before := 0, st.CPU
	finished := st.Done
	expected := func() float64 { // CPU when the shards in flight are done, and one more
		mean := 0.0
		if st.Done > 0 {
			mean = st.CPU / float64(st.Done)
		}
		return st.CPU - before + mean*float64(started-(st.Done-finished)+1)
	}
	jobs := func(yield func(Job) bool) {
		for s := range c.Plan.Shards {
			if st.has[s] {
				continue
			}
			if o.Shards > 0 && started == o.Shards || o.Budget > 0 && expected() > o.Budget {
				return
			}
			started++
			if !yield(Job{s, o.Keep}) {
				return
			}
		}
	}
	report := func() {
		if o.Progress != nil {
			o.Progress(st)
		}
	}
	report()
	return o.Pool.Run(ctx, jobs, func(r Result) error {
		shard, err := record.Decode(r.Data)
		if err != nil {
			return err
		}
		e := record.Entry{Shard: r.Shard, Identity: c.Folder.Identity, Build: build, Draws: r.Draws, Judged: r.Judged, CPU: r.CPU}
		if err := verify(c.Plan, shard); err != nil {
			return err
		}
		if e, err = c.Folder.Put(e, record.Files{Data: r.Data, Kept: r.Kept, Open: r.Open, Reached: r.Reached}); err != nil {
			return err
		}
		if err := st.add(e, shard); err != nil {
			return err
		}
		report()
		return nil
	})
}

// A Status says how far a survey is.
type Status struct {
	// Done of Shards are done, with Draws of the planned Want draws.
	Done, Shards int
	Draws, Want  uint64
	// CPU is the processor time in seconds that the shards have taken.
	CPU float64
	// Builds are the programs that made them.
	Builds []string
	// Kept is the number of shards with kept candidates.
	Kept int

	plan   *plan.Plan
	has    map[int]bool
	sample *design.Sample
}

func newStatus(c *Campaign) *Status {
	return &Status{Shards: c.Plan.Shards, Want: c.Plan.Draws(), plan: c.Plan, has: map[int]bool{}, sample: design.NewSample(len(c.Plan.Strata))}
}

// add counts a shard.
func (st *Status) add(e record.Entry, s *record.Shard) error {
	addRows(st.sample, st.plan, s.Rows, isAll)
	st.has[e.Shard] = true
	st.Done++
	st.Draws += e.Draws
	for _, s := range e.CPU {
		st.CPU += s
	}
	if !slices.Contains(st.Builds, e.Build) {
		st.Builds = append(st.Builds, e.Build)
	}
	if e.KeptBytes > 0 {
		st.Kept++
	}
	return nil
}

// Estimate returns what the shards done so far say.
func (st *Status) Estimate() (design.Result, error) {
	d := designOf(st.plan)
	return d.Estimate(st.sample, options(st.plan))
}

// Left returns the processor time in seconds that the shards to come are expected
// to take, by those that are done or else by the plan.
func (st *Status) Left() float64 {
	each := st.plan.Expected.CPUSeconds / float64(st.Shards)
	if st.Done > 0 {
		each = st.CPU / float64(st.Done)
	}
	return each * float64(st.Shards-st.Done)
}

// Forecast returns the relative half-width that the plan expects after as many shards.
func (st *Status) Forecast() float64 {
	return st.plan.Expected.Relative * math.Sqrt(float64(st.Shards)/float64(st.Done))
}

// Status reads the folder. The problems are those of [record.Folder.Check].
func (c *Campaign) Status() (*Status, []record.Problem, error) {
	st := newStatus(c)
	v, err := c.Folder.Check(st.add)
	if err != nil {
		return nil, nil, err
	}
	return st, v.Problems, nil
}
