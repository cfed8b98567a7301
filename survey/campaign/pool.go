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
	// Data is the shard file, Kept the compressed lines of the candidates, nil unless asked for, Open the list of what stayed open, nil if nothing can.
	Data []byte `json:"data"`
	Kept []byte `json:"kept,omitempty"`
	Open []byte `json:"open,omitempty"`
	// Reached is the list of the draws that the last phase judged, nil if no phase proves positions legal.
	Reached []byte `json:"reached,omitempty"`
	// Draws made, draws that entered every phase, and the processor time in seconds
	// that every phase used.
	Draws  uint64    `json:"draws"`
	Judged []uint64  `json:"judged"`
	CPU    []float64 `json:"cpu"`
	// StrataCPU and StrataJudged are the same by stratum and phase.
	StrataCPU    [][]float64 `json:"strata_cpu,omitempty"`
	StrataJudged [][]uint64  `json:"strata_judged,omitempty"`

	tallies *record.Shard // in Data, once they are verified
}

// A Pool has jobs done. It is all that a campaign knows of who does the work.
type Pool interface {
	// Run does the jobs in any order and calls done for each, in any order, from one goroutine at a time. It takes a job from the sequence when
	// it can begin with it, so that the sequence may end early. It may call done for a shard that it was not
	// asked for, if an earlier run has asked: one that is stored must be the same. Shards that nobody can do it leaves out, and returns a
	// [*ParkedError] when all others are done. When the context is done, or a job or done
	// fails, Run gives up the jobs in flight, waits for its workers, and returns the
	// first error.
	Run(ctx context.Context, jobs iter.Seq[Job], done func(Result) error) error
}

// A Local is a pool of goroutines.
type local struct {
	// Workers is their number, 0 for one on each processor.
	Workers int
	// New makes what a goroutine works with.
	New func() (*Worker, error)
}

// Run does the jobs; see [Pool].
func (p local) Run(ctx context.Context, jobs iter.Seq[Job], done func(Result) error) error {
	r := localRun{done: done, todo: make(chan Job), free: make(chan struct{}), over: make(chan struct{})}
	r.ctx, r.stop = context.WithCancel(ctx)
	defer r.stop()
	n := p.Workers
	if n <= 0 {
		n = runtime.GOMAXPROCS(0)
	}
	var workers sync.WaitGroup
	for range n {
		workers.Go(func() { r.work(p.New) })
	}
	r.send(jobs)
	workers.Wait()
	if r.failed == nil {
		return ctx.Err()
	}
	return r.failed
}

// A localRun is a run of a Local.
type localRun struct {
	ctx  context.Context
	stop func()
	todo chan Job
	free chan struct{} // a worker that waits for a job
	over chan struct{} // closed when there are no more

	mu     sync.Mutex // held while the sequence and done run
	done   func(Result) error
	failed error
}

// send takes a job from the sequence whenever a worker waits.
func (r *localRun) send(jobs iter.Seq[Job]) {
	defer close(r.over)
	wait := func() bool {
		select {
		case <-r.free:
		case <-r.ctx.Done():
		}
		r.mu.Lock()
		return r.ctx.Err() == nil
	}
	if wait() {
		for job := range jobs {
			r.mu.Unlock()
			select {
			case r.todo <- job:
			case <-r.ctx.Done():
			}
			if !wait() {
				break
			}
		}
	}
	r.mu.Unlock()
}

// work does jobs until there are no more.
func (r *localRun) work(makeWorker func() (*Worker, error)) {
	runtime.LockOSThread() // for its clock
	defer runtime.UnlockOSThread()
	w, err := makeWorker()
	if err != nil {
		r.finish(func() error { return err })
		return
	}
	for {
		select {
		case r.free <- struct{}{}:
		case <-r.over:
			return
		case <-r.ctx.Done():
			return
		}
		select {
		case job := <-r.todo:
			r.do(w, job)
		case <-r.over:
			return
		case <-r.ctx.Done():
			return
		}
	}
}

func (r *localRun) do(w *Worker, job Job) {
	result, err := w.Do(r.ctx, job)
	r.finish(func() error {
		if err != nil {
			return err
		}
		return r.done(result)
	})
}

// finish calls f unless the run has ended, and ends it if f fails.
func (r *localRun) finish(f func() error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.ctx.Err() != nil {
		return // given up
	}
	if err := f(); err != nil {
		r.failed = err
		r.stop()
	}
}
