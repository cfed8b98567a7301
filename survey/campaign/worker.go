package campaign

import (
	"context"
	"slices"

	"chesscensus/legality"
	"chesscensus/legality/verdict"
	"chesscensus/survey/loop"
	"chesscensus/survey/plan"
	"chesscensus/survey/record"
)

// A Worker does shards. It is for one goroutine at a time. It is the tally of its loop.
type Worker struct {
	plan     *plan.Plan
	identity record.Identity
	stages   func() []legality.Stage
	loop     loop.Loop[note]
	samples  samples
	tallies  []phaseTally // one for each phase
	earlier  loop.Judge   // of setups that may stand for a diagram
	plain    plainTally
	rows     []record.Row
	kept     *keeper
	keepAt   int              // the last phase before games, whose judgements are kept
	open     []byte           // list of what the last phase leaves, nil if that is what is counted
	reached  []record.Reached // draws that the last phase has judged
	// judged counts the draws that entered each phase; strata by stratum and phase.
	judged []uint64
	strata [][]uint64
}

// newWorker returns a worker for a plan that is valid and whose draws the source
// makes. The error is that of an effort for which the stages have none.
func newWorker(p *plan.Plan, source loop.Source, stages func() []legality.Stage) (*Worker, error) {
	w := &Worker{plan: p, identity: identity(p), stages: stages, tallies: make([]phaseTally, len(p.Phases)), judged: make([]uint64, len(p.Phases))}
	for k := range w.tallies {
		w.tallies[k].rest = map[kind]int64{}
		if k == 1 || k > 1 && !isGame(&p.Phases[k]) {
			w.keepAt = k
		}
	}
	w.loop = loop.Loop[note]{Source: source, Tally: w, CPU: cpuSeconds, Plain: func(_ int, j loop.Judgement) { w.plain[j.Label][j.Outcome]++ }}
	for range p.Strata {
		w.loop.Cost = append(w.loop.Cost, make([]float64, len(p.Phases)))
	}
	return w, w.renew()
}

// renew makes the engines anew. A stage keeps tables from one setup to the next, which
// by its contract change no verdict; if one does against the contract, as the limited
// search of the kernel stage did (its hash table stays as large as an earlier setup has
// made it), shards still do not depend on what the worker has done before.
func (w *Worker) renew() error {
	w.loop.Phases = w.loop.Phases[:0]
	for _, ph := range w.plan.Phases {
		judge, err := w.judge(ph)
		if err != nil {
			return err
		}
		w.loop.Phases = append(w.loop.Phases, judge)
	}
	if len(w.plan.Phases) < 2 {
		return nil
	}
	// The second phase with all its stages.
	ph := w.plan.Phases[1]
	if w.earlier = w.loop.Phases[1]; len(ph.Stages) == 0 {
		return nil
	}
	ph.Stages = nil
	var err error
	w.earlier, err = w.judge(ph)
	return err
}

// judge returns a new judge of a phase.
func (w *Worker) judge(ph plan.Phase) (loop.Judge, error) {
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
	return loop.Weighed(loop.Engine(e)), nil
}

// identity is what the shards of a plan are marked with.
func identity(p *plan.Plan) record.Identity {
	return record.Identity{Plan: p.Hash(), Signature: p.Code.Signature, Space: p.Space, Seed: p.Seed}
}

// Do does one shard. The result depends on the plan and the job alone, but for CPU.
// The error is that of the context, or of stages that contradict each other.
func (w *Worker) Do(ctx context.Context, job Job) (r Result, err error) {
	w.rows = w.rows[:0]
	clear(w.judged)
	w.strata = w.strata[:0]
	for h := range w.loop.Cost {
		clear(w.loop.Cost[h])
	}
	w.kept, w.open, w.reached = nil, nil, w.reached[:0]
	if Proves(w.plan) {
		w.open = append([]byte{}, openHeader...)
	}
	if err := w.renew(); err != nil {
		return r, err
	}
	if job.Keep {
		if w.kept, err = newKeeper(); err != nil {
			return r, err
		}
	}
	for h := range w.plan.Strata {
		if err := w.stratum(ctx, h, job.Shard); err != nil {
			return r, err
		}
	}
	r = Result{Shard: job.Shard, Draws: w.judged[0], Judged: append([]uint64(nil), w.judged...), Open: w.open, CPU: w.cpu(), StrataJudged: slices.Clone(w.strata)}
	for _, list := range w.loop.Cost {
		r.StrataCPU = append(r.StrataCPU, slices.Clone(list))
	}
	slices.SortFunc(w.rows, record.Compare)
	shard := record.Shard{Identity: w.identity, Number: job.Shard, Rows: w.rows}
	if r.Data, err = shard.Encode(); err == nil && w.kept != nil {
		r.Kept, err = w.kept.close()
	}
	if err == nil && Proves(w.plan) {
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

// stratum makes and judges the draws of one stratum.
func (w *Worker) stratum(ctx context.Context, h, shard int) error {
	first, n := w.plan.Span(h, shard)
	before := slices.Clone(w.judged)
	w.samples = newSamples(&w.plan.Strata[h])
	for k := range w.tallies {
		w.tallies[k].levels = w.loop.Source.Levels(h)
	}
	if err := w.loop.Run(ctx, h, first, n); err != nil {
		return err
	}
	for k := range w.tallies {
		w.rows = w.tallies[k].flush(w.rows, k, h)
	}
	w.rows = w.plain.flush(w.rows, h)
	judged := make([]uint64, len(w.judged))
	for k := range judged {
		judged[k] = w.judged[k] - before[k]
	}
	w.strata = append(w.strata, judged)
	return nil
}
