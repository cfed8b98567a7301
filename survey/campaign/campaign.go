package campaign

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"chesscensus/legality"
	"chesscensus/sampler"
	"chesscensus/stats/design"
	"chesscensus/survey/internal/record"
	"chesscensus/survey/internal/shards"
	"chesscensus/survey/plan"
)

// A Program makes the sets and engines of a survey. It describes the running program.
type Program struct {
	// Space makes the set of a name: a sampler.Space, or a sampler.Divided set.
	Space func(name string) (sampler.Set, error)
	// Stages of the engines; nil means legality.DefaultStages.
	Stages func() []legality.Stage
	// Engine is the version of the engine; 0 means legality.Version.
	Engine int
	// Build is version and revision, for people.
	Build string
	// Signatures, if not nil, remember those of this program, for callers that plan and run with one program: it then has to make the
	// same sets and stages every time.
	Signatures *Signatures
	// Probe is about the number of draws of the sample whose verdicts identify a program; 0 means 10 000, half a second.
	// The programs that plan and run a survey need the same number.
	Probe uint64
	// Signature, if not empty, is used in the place of these verdicts, for surveys that no other process continues.
	Signature string
}

// A Campaign is a plan with the folder of its record.
type Campaign struct {
	Plan   *plan.Plan
	Folder record.Folder
}

// Open reads the plan of a folder.
func Open(dir string) (*Campaign, error) {
	s, err := shards.Open(dir)
	return (*Campaign)(s), err
}

// Proves reports whether the plan has a phase that can prove positions legal. If not, the draws that the last phase does not
// refute are counted, and the estimate is an upper bound.
func (c *Campaign) Proves() bool { return shards.Proves(c.Plan) }

// survey returns the campaign as a survey of package shards.
func (c *Campaign) survey() *shards.Survey { return (*shards.Survey)(c) }

// Options of a run. The zero value does all shards that are left.
type Options struct {
	// Pool does the shards; nil means a pool in this process with Workers goroutines, 0 for one on
	// each processor. Neither Pool nor Workers changes a shard.
	Pool    Pool
	Workers int
	// Shards, if positive, limits the number of shards of this run.
	Shards int
	// Budget, if positive, limits the processor time of this run in seconds: no shard
	// is begun that is not expected to end within it.
	Budget float64
	// Keep stores the judged candidates as well, and does shards again whose stored candidates are damaged or missing. Shards that
	// were made without it, and those in a bundle, are left as they are.
	Keep bool
	// Redo does foreign shards again, which otherwise stop the run, see record.Problem.
	Redo bool
	// Lists does shards again that were made before there were lists of open draws and of those that the last phase has
	// judged. Their tallies come out the same. Shards in a bundle are left as they are.
	Lists bool
	// Notice, if not nil, is called with texts for people: damaged shards, a lock of a killed run, another
	// build.
	Notice func(string)
	// Progress, if not nil, is called at the start and after every shard.
	Progress func(*Status)
}

// ErrLocked is wrapped by the error of a run in a folder in which another process is at work.
var ErrLocked = record.ErrLocked

// errForeign is wrapped by the error of a run in a folder with shards of another plan, program, space or seed, or with a bundle
// that cannot be read.
var errForeign = errors.New("shards in the folder were made from something else, or their bundle is damaged")

// Run does the shards that are not done yet and stores each as soon as it is done. It reports damaged and missing
// shards to Notice and does them again. It returns the state of the folder at the end, also together with an error.
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
		if o.Lists && (e.OpenSHA256 == "" || e.ReachedSHA256 == "") && !s.Bundled && shards.Proves(c.Plan) {
			return nil
		}
		if o.Keep && !s.Bundled {
			if err := record.CheckKept(&c.Folder, e); err != nil {
				notice(err.Error())
				return nil
			}
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
	if errs := inventory.ForeignErrors(); len(errs) > 0 && !o.Redo {
		return st, fmt.Errorf("%w; use another folder, or have them done again:\n%w", errForeign, errors.Join(errs...))
	}
	if inventory.HasBrokenBundle() {
		if err := c.Folder.Unpack(); err != nil {
			return st, err
		}
	}
	if err := c.Folder.Repair(); err != nil {
		return st, err
	}
	if prog.Build != c.Plan.Code.Build {
		notice(fmt.Sprintf("the plan was made by %s, this is %s", c.Plan.Code.Build, prog.Build))
	}
	workers, err := c.workerMaker(prog)
	if err != nil {
		return st, err
	}
	if o.Pool == nil {
		o.Pool = localPool{o.Workers, workers}
	}
	return st, c.run(ctx, prog.Build, st, &o)
}

// workerMaker checks that the program can do the shards of the plan and returns a function that makes workers.
func (c *Campaign) workerMaker(prog Program) (func() (*Worker, error), error) {
	o, err := c.Origin()
	if err != nil {
		return nil, err
	}
	return prog.Workers(c.Plan, o)
}

// run does the shards that st lacks.
func (c *Campaign) run(ctx context.Context, build string, st *Status, o *Options) error {
	started, cpuBefore, doneBefore := 0, st.CPU, st.Done
	expected := func() float64 { // processor time of this run after the shards in flight and one more
		mean := 0.0
		if st.Done > 0 {
			mean = st.CPU / float64(st.Done)
		}
		return st.CPU - cpuBefore + mean*float64(started-(st.Done-doneBefore)+1)
	}
	jobs := func(yield func(Job) bool) {
		for s := range c.Plan.Shards {
			if st.isDone[s] {
				continue
			}
			isLimitReached := o.Shards > 0 && started == o.Shards
			if isLimitReached || o.Budget > 0 && expected() > o.Budget {
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
	err := o.Pool.Run(ctx, jobs, func(r Result) error {
		if err := c.store(build, st, &r); err != nil {
			return err
		}
		report()
		return nil
	})
	return errors.Join(err, c.storeParked(st, err))
}

// store stores the result of a shard and counts it. If the shard is stored already, the result must be the same.
func (c *Campaign) store(build string, st *Status, r *Result) error {
	if r.tallies == nil {
		if err := r.Verify(c.Plan); err != nil {
			return fmt.Errorf("%w: %w", errResult, err)
		}
	}
	if sum := st.sums[r.Shard]; sum == record.Sum(r.Data) {
		return nil
	} else if sum != "" {
		return fmt.Errorf("%w: shard %d is stored, and this is another", errResult, r.Shard)
	}
	e := record.Entry{Shard: r.Shard, Identity: c.Folder.Identity, Build: build, Draws: r.Draws, Judged: r.Judged, CPU: r.CPU}
	e, err := c.Folder.Put(e, record.Files{Data: r.Data, Kept: r.Kept, Open: r.Open, Reached: r.Reached})
	if err != nil {
		return err
	}
	return st.add(e, r.tallies)
}

// A Status is the progress of a survey.
type Status struct {
	// Done is the number of shards that are done, of Shards. Draws is the number of their draws, of Want planned ones.
	Done, Shards int
	Draws, Want  uint64
	// CPU is the processor time in seconds that the shards have taken.
	CPU float64
	// Builds are the programs that made the shards.
	Builds []string
	// Kept is the number of shards with kept candidates.
	Kept int
	// Parked has the reasons for which the last run has given up shards, by number; see [ParkedError].
	Parked map[int]string

	plan   *plan.Plan
	isDone map[int]bool
	sums   map[int]string // SHA-256 of the tallies
	sample *design.Sample
}

func newStatus(c *Campaign) *Status {
	return &Status{Shards: c.Plan.Shards, Want: c.Plan.Draws(), plan: c.Plan, isDone: map[int]bool{}, sums: map[int]string{},
		sample: design.NewSample(len(c.Plan.Strata))}
}

// add counts a shard.
func (st *Status) add(e record.Entry, s *record.Shard) error {
	shards.AddRows(st.sample, st.plan, s.Rows, shards.IsAll)
	st.isDone[e.Shard], st.sums[e.Shard] = true, e.SHA256
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

// Estimate returns the estimate from the shards that are done.
func (st *Status) Estimate() (design.Result, error) {
	d := shards.DesignOf(st.plan)
	return d.Estimate(st.sample, shards.OptionsOf(st.plan))
}

// Left returns the expected processor time in seconds of the shards that are not done, by the mean of those that are, or by the plan
// if none is.
func (st *Status) Left() float64 {
	mean := st.plan.Expected.CPUSeconds / float64(st.Shards)
	if st.Done > 0 {
		mean = st.CPU / float64(st.Done)
	}
	return mean * float64(st.Shards-st.Done)
}

// Forecast returns the relative half-width that the plan expects after the number of shards that are done.
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
	if err := c.readParked(st); err != nil {
		v.Problems = append(v.Problems, record.Problem{Shard: -1, Err: err})
	}
	return st, v.Problems, nil
}

// Pack puts the tallies of all shards that are done into one file, a bundle, and removes their files: see [record.Folder.Pack]. An
// unfinished survey may be packed, and packed again when more shards are done.
func (c *Campaign) Pack() (p record.Packing, err error) {
	lock, err := c.Folder.Lock()
	if err != nil {
		return p, err
	}
	defer func() { err = errors.Join(err, lock.Unlock()) }()
	if err := c.Folder.Prepare(); err != nil {
		return p, err
	}
	return c.Folder.Pack()
}
