package campaign

import (
	"context"
	"slices"

	"chesscensus/legality"
	"chesscensus/legality/verdict"
	"chesscensus/sampler"
	"chesscensus/stats/design"
	"chesscensus/survey/plan"
	"chesscensus/survey/record"
)

// blockSize is the number of draws between two looks at clock and context.
const blockSize = 4096

// A Worker does shards. It is for one goroutine at a time.
type Worker struct {
	plan     *plan.Plan
	identity record.Identity
	source   Source
	stages   func() []legality.Stage
	engines  []*legality.Engine // one for each phase
	tallies  []phaseTally       // likewise
	plain    plainTally
	rows     []record.Row
	left     []candidate // the draws of a block that the phases so far have left
	kept     *keeper
	open     []byte // list of what the last phase leaves, nil if that is what is counted
	cost     []float64
	// judged counts the draws that entered each phase.
	judged []uint64
}

// A candidate is a draw that is not refuted yet.
type candidate struct {
	draw  sampler.Draw
	index uint64 // of the draw in its stratum
	props properties
	// diagram says that the draw is among those that count diagrams.
	diagram bool
}

// NewWorker returns a worker for a plan that is valid and whose draws the source
// makes. The error is that of an effort for which the stages have none.
func NewWorker(p *plan.Plan, source Source, stages func() []legality.Stage) (*Worker, error) {
	w := &Worker{plan: p, source: source, stages: stages, identity: identity(p),
		tallies: make([]phaseTally, len(p.Phases)), cost: make([]float64, len(p.Phases)), judged: make([]uint64, len(p.Phases))}
	for k := range w.tallies {
		w.tallies[k].rest, w.tallies[k].levels = map[kind]int64{}, source.Levels()
	}
	return w, w.renew()
}

// renew makes the engines anew. A stage keeps tables from one setup to the next, which
// by its contract change no verdict; if one does against the contract, as the limited
// search of the kernel stage did (its hash table stays as large as an earlier setup has
// made it), shards still do not depend on what the worker has done before.
func (w *Worker) renew() error {
	w.engines = w.engines[:0]
	for _, ph := range w.plan.Phases {
		effort, err := verdict.ParseEffort(ph.Effort)
		if err != nil {
			return err
		}
		e, err := legality.New(legality.Options{Effort: effort, Budget: verdict.Budget{Nodes: ph.Nodes}, Stages: w.stages})
		if err != nil {
			return err
		}
		w.engines = append(w.engines, e)
	}
	return nil
}

// identity is what the shards of a plan are marked with.
func identity(p *plan.Plan) record.Identity {
	return record.Identity{Plan: p.Hash(), Signature: p.Code.Signature, Space: p.Space, Seed: p.Seed}
}

// Do does one shard. The result depends on the plan and the job alone, but for CPU.
// The error is that of the context.
func (w *Worker) Do(ctx context.Context, job Job) (r Result, err error) {
	w.rows = w.rows[:0]
	clear(w.cost)
	clear(w.judged)
	w.kept, w.open = nil, nil
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
	r = Result{Shard: job.Shard, Draws: w.judged[0], Judged: append([]uint64(nil), w.judged...), Open: w.open, CPU: append([]float64(nil), w.cost...)}
	slices.SortFunc(w.rows, record.Compare)
	shard := record.Shard{Identity: w.identity, Number: job.Shard, Rows: w.rows}
	if r.Data, err = shard.Encode(); err == nil && w.kept != nil {
		r.Kept, err = w.kept.close()
	}
	return r, err
}

// takes are the choices of one stratum and shard.
type takes struct {
	phase                [plan.MaxPhases]design.Take // the first is not used
	diagram, diagramGame design.Take
}

func newTakes(s *plan.Stratum) (t takes) {
	for k, f := range s.Fractions {
		t.phase[k+1] = design.NewTake(f)
	}
	t.diagram = design.NewTake(s.Diagrams)
	if len(s.Fractions) > 1 {
		t.diagramGame = design.NewTake(s.Fractions[1])
	}
	return t
}

// stratum makes and judges the draws of one stratum.
func (w *Worker) stratum(ctx context.Context, h, shard int) error {
	first, n := w.plan.Span(h, shard)
	t := newTakes(&w.plan.Strata[h])
	for done := uint64(0); done < n; done += blockSize {
		count := min(blockSize, n-done)
		w.filter(h, first+done, count)
		for k := 1; k < len(w.engines); k++ {
			w.judge(ctx, &t, k, h)
		}
		// Verdicts may have been cut short.
		if ctx.Err() != nil {
			return ctx.Err()
		}
	}
	for k := range w.tallies {
		w.rows = w.tallies[k].flush(w.rows, k, h)
	}
	w.rows = w.plain.flush(w.rows, h)
	return nil
}
