package campaign

import (
	"context"
	"iter"
	"runtime"
	"sync"

	"chesscensus/survey/internal/record"
)

// A Job asks for one shard.
type Job struct {
	Shard int `json:"shard"`
	// Keep asks for the judged candidates as well.
	Keep bool `json:"keep,omitempty"`
}

// A Result is a shard that is done. It is plain data, to be carried over a network.
type Result struct {
	Shard int `json:"shard"`
	// Data is the shard file. Kept has the compressed lines of the candidates, nil unless asked for. Open is the list of open draws, nil if no
	// phase proves positions legal.
	Data []byte `json:"data"`
	Kept []byte `json:"kept,omitempty"`
	Open []byte `json:"open,omitempty"`
	// Reached is the list of the draws that the last phase judged, nil if no phase proves positions legal.
	Reached []byte `json:"reached,omitempty"`
	// Draws is the number of draws, Judged the number that entered each phase, and CPU the processor time of each phase in
	// seconds.
	Draws  uint64    `json:"draws"`
	Judged []uint64  `json:"judged"`
	CPU    []float64 `json:"cpu"`
	// StrataCPU and StrataJudged are the same by stratum and phase.
	StrataCPU    [][]float64 `json:"strata_cpu,omitempty"`
	StrataJudged [][]uint64  `json:"strata_judged,omitempty"`

	tallies *record.Shard // those of Data after Verify, nil before
}

// A Pool has jobs done, by goroutines or by workers on other machines.
type Pool interface {
	// Run does the jobs in any order and calls done for each, in any order, from one goroutine at a time. It takes a job from the
	// sequence only when it can begin with the job, so that the sequence may end early. It may call done for a shard that an earlier
	// run has asked for; if the shard is stored, the result must be the same. Run leaves out shards that no worker can do, and
	// returns a [*ParkedError] when all others are done. When the context is done, or a job or done fails, Run gives up the jobs in
	// flight, waits for its workers, and returns the first error.
	Run(ctx context.Context, jobs iter.Seq[Job], done func(Result) error) error
}

// A localPool is a pool of goroutines.
type localPool struct {
	// Workers is their number, 0 for one on each processor.
	Workers int
	// New makes the worker of a goroutine.
	New func() (*Worker, error)
}

// A jobOutcome is the result or the error of a job, or the error of a goroutine that has no worker.
type jobOutcome struct {
	Result
	err error
}

// Run does the jobs; see [Pool].
func (p localPool) Run(ctx context.Context, jobs iter.Seq[Job], done func(Result) error) error {
	next, end := iter.Pull(jobs)
	defer end()
	n := p.Workers
	if n <= 0 {
		n = runtime.GOMAXPROCS(0)
	}
	var workers sync.WaitGroup
	defer workers.Wait()
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	free, todo, made := make(chan struct{}), make(chan Job), make(chan jobOutcome)
	for range n {
		workers.Go(func() { p.work(ctx, free, todo, made) })
	}
	waiting := free // nil when there are no more jobs; the goroutines read free when they begin
	for busy := 0; waiting != nil || busy > 0; {
		select {
		case <-waiting: // a goroutine that waits for a job
			job, ok := next()
			if !ok {
				waiting = nil
				continue
			}
			select {
			case todo <- job:
				busy++
			case <-ctx.Done():
				return ctx.Err()
			}
		case o := <-made:
			busy--
			if o.err == nil {
				o.err = done(o.Result)
			}
			if o.err != nil {
				return o.err
			}
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return nil
}

// work does jobs until the context is done. If there is no worker, it sends only the error.
func (p localPool) work(ctx context.Context, free chan<- struct{}, todo <-chan Job, made chan<- jobOutcome) {
	w, err := p.New()
	for {
		o := jobOutcome{err: err}
		if err == nil {
			select {
			case free <- struct{}{}:
			case <-ctx.Done():
				return
			}
			select {
			case job := <-todo:
				o.Result, o.err = w.Do(ctx, job)
			case <-ctx.Done():
				return
			}
		}
		select {
		case made <- o:
		case <-ctx.Done():
			return
		}
	}
}
