package campaign

import (
	"context"
	"fmt"
	"runtime"
	"slices"

	"chesscensus/internal/cputime"
	"chesscensus/legality"
	"chesscensus/legality/verdict"
	"chesscensus/survey/internal/loop"
	"chesscensus/survey/internal/record"
	"chesscensus/survey/internal/shards"
	"chesscensus/survey/plan"
)

// A Worker does shards, and is the tally of its loop. It is for one goroutine at a time.
type Worker struct {
	plan         *plan.Plan
	identity     record.Identity
	stages       func() []legality.Stage
	loop         loop.Loop[note]
	samples      samples
	tallies      [][]shards.PhaseTally // by phase and class, see [Worker.tally]
	diagramJudge loop.Judge            // of setups that may stand for a diagram
	plain        shards.PlainTally
	rows         []record.Row
	kept         *keeper
	keptPhase    int              // the last phase before games, whose judgements are kept
	open         []byte           // list of open draws of the last phase, nil if no phase proves positions legal
	reached      []record.Reached // draws that the last phase has judged
	// judged counts the draws that entered each phase; strata by stratum and phase.
	judged       []uint64
	strataJudged [][]uint64
}

// Workers checks that the program makes the same shards of a valid plan as the program of the origin, and returns a function that makes
// workers. Each worker is for one goroutine at a time. The check takes half a second, see [Signatures]. The error is an engineError for
// another engine, a [*plan.FieldError] for a plan that does not fit the space or the verdicts of the program, or the error of the space.
func (prog *Program) Workers(p *plan.Plan, o record.Origin) (func() (*Worker, error), error) {
	if o.Engine != prog.engine() {
		return nil, &engineError{o, prog.engine()}
	}
	space, err := prog.Space(p.Space)
	if err != nil {
		return nil, err
	}
	source, err := shards.NewSource(space, p)
	if err != nil {
		return nil, err
	}
	signature, err := prog.signature(space, p)
	if err != nil {
		return nil, err
	}
	if want := p.Code.Signature; signature != want {
		return nil, &plan.FieldError{Field: "code.signature", Msg: fmt.Sprintf(
			"found %.40s, want %s, that of this program (%s): its shards would not fit those of the plan's (%s)", want, signature, prog.Build,
			p.Code.Build)}
	}
	return func() (*Worker, error) { return newWorker(p, source, prog.Stages) }, nil
}

// newWorker returns a worker for a valid plan, whose draws the source makes. It is an error if an effort has no stages.
func newWorker(p *plan.Plan, source loop.Source, stages func() []legality.Stage) (*Worker, error) {
	w := &Worker{plan: p, identity: shards.IdentityOf(p), stages: stages, judged: make([]uint64, len(p.Phases))}
	for k := range p.Phases {
		w.tallies = append(w.tallies, shards.NewTallies(max(shards.ClassesIn(p, k), shards.ClassesIn(p, k+1))))
		if k == 1 || k > 1 && !shards.IsGame(&p.Phases[k]) {
			w.keptPhase = k
		}
	}
	w.loop = loop.Loop[note]{Source: source, Tally: w, CPU: cputime.Thread,
		Plain: func(_ int, j loop.Judgement) { w.plain[j.Label][j.Outcome]++ }}
	for range p.Strata {
		w.loop.Cost = append(w.loop.Cost, make([]float64, len(p.Phases)))
	}
	return w, w.renewEngines()
}

// renewEngines makes new engines. A stage keeps tables from one setup to the next, which by its contract change no verdict. The limited
// search of the kernel stage once broke this contract, since its hash table stayed as large as an earlier setup had made it. With new
// engines a shard never depends on the earlier work of the worker.
func (w *Worker) renewEngines() error {
	w.loop.Phases = w.loop.Phases[:0]
	for _, ph := range w.plan.Phases {
		judge, err := w.newJudge(ph)
		if err != nil {
			return err
		}
		w.loop.Phases = append(w.loop.Phases, judge)
	}
	if len(w.plan.Phases) < 2 {
		return nil
	}
	// Earlier setups of a diagram are judged by all stages of the second phase.
	ph := w.plan.Phases[1]
	if w.diagramJudge = w.loop.Phases[1]; len(ph.Stages) == 0 {
		return nil
	}
	ph.Stages = nil
	var err error
	w.diagramJudge, err = w.newJudge(ph)
	return err
}

// newJudge returns a new judge of a phase.
func (w *Worker) newJudge(ph plan.Phase) (loop.Judge, error) {
	effort, err := verdict.ParseEffort(ph.Effort)
	if err != nil {
		return nil, err
	}
	stages, err := phaseStages(w.stages, &ph)
	if err != nil {
		return nil, err
	}
	e, err := legality.New(legality.Options{Effort: effort, Passes: ph.Passes, Budget: verdict.Budget{Nodes: ph.Nodes}, Stages: stages})
	if err != nil {
		return nil, err
	}
	// Elements of no interest have no weight, see sampler.Draw.
	return loop.SkipWeightless(loop.Engine(e)), nil
}

// Do does one shard. The result depends on the plan and the job alone, but for the processor times. The error is that of the context,
// or of stages that contradict each other.
func (w *Worker) Do(ctx context.Context, job Job) (r Result, err error) {
	runtime.LockOSThread() // the processor time is that of the thread
	defer runtime.UnlockOSThread()
	w.rows = w.rows[:0]
	clear(w.judged)
	w.strataJudged = w.strataJudged[:0]
	for h := range w.loop.Cost {
		clear(w.loop.Cost[h])
	}
	w.kept, w.open, w.reached = nil, nil, w.reached[:0]
	if shards.Proves(w.plan) {
		w.open = append([]byte{}, shards.OpenHeader...)
	}
	if err := w.renewEngines(); err != nil {
		return r, err
	}
	if job.Keep {
		if w.kept, err = newKeeper(); err != nil {
			return r, err
		}
	}
	for h := range w.plan.Strata {
		if err := w.doStratum(ctx, h, job.Shard); err != nil {
			return r, err
		}
	}
	r = Result{Shard: job.Shard, Draws: w.judged[0], Judged: append([]uint64(nil), w.judged...), Open: w.open, CPU: w.cpu(),
		StrataJudged: slices.Clone(w.strataJudged)}
	for _, list := range w.loop.Cost {
		r.StrataCPU = append(r.StrataCPU, slices.Clone(list))
	}
	slices.SortFunc(w.rows, record.Compare)
	shard := record.Shard{Identity: w.identity, Number: job.Shard, Rows: w.rows}
	if r.Data, err = shard.Encode(); err == nil && w.kept != nil {
		r.Kept, err = w.kept.close()
	}
	if err == nil && shards.Proves(w.plan) {
		record.SortReached(w.reached)
		r.Reached, err = record.EncodeReached(w.reached)
	}
	return r, err
}

// cpu returns the processor time of the phases in seconds, of all strata.
func (w *Worker) cpu() []float64 {
	sum := make([]float64, len(w.plan.Phases))
	for _, list := range w.loop.Cost {
		for k, s := range list {
			sum[k] += s
		}
	}
	return sum
}

// doStratum makes and judges the draws of one stratum.
func (w *Worker) doStratum(ctx context.Context, h, shard int) error {
	first, n := w.plan.Span(h, shard)
	before := slices.Clone(w.judged)
	w.samples = newSamples(w.plan, h)
	for _, classes := range w.tallies {
		for g := range classes {
			classes[g].Levels = w.loop.Source.Levels(h)
		}
	}
	if err := w.loop.Run(ctx, h, first, n); err != nil {
		return err
	}
	for k, classes := range w.tallies {
		for g := range classes {
			w.rows = classes[g].Flush(w.rows, k, h, g)
		}
	}
	w.rows = w.plain.Flush(w.rows, h)
	judged := make([]uint64, len(w.judged))
	for k := range judged {
		judged[k] = w.judged[k] - before[k]
	}
	w.strataJudged = append(w.strataJudged, judged)
	return nil
}
