package campaign

import (
	"context"
	"iter"
	"runtime"
	"sync"
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
	// Data is the shard file, Kept the compressed lines of the candidates, nil unless
	// asked for.
	Data []byte `json:"data"`
	Kept []byte `json:"kept,omitempty"`
	// Draws made, draws that entered every phase, and the processor time in seconds
	// that every phase used.
	Draws  uint64    `json:"draws"`
	Judged []uint64  `json:"judged"`
	CPU    []float64 `json:"cpu"`
}

// A Pool has jobs done. It is all that a campaign knows of who does the work.
type Pool interface {
	// Run does the jobs in any order and calls done for each, in any order, from one
	// goroutine at a time. It takes a job from the sequence when it can begin with it,
	// so that the sequence may end early. When the context is done, or a job or done
	// fails, Run gives up the jobs in flight, waits for its workers, and returns the
	// first error.
	Run(ctx context.Context, jobs iter.Seq[Job], done func(Result) error) error
}

// A Local is a pool of goroutines.
type Local struct {
	// Workers is their number, 0 for one on each processor.
	Workers int
	// New makes what a goroutine works with.
	New func() (*Worker, error)
}

// Run does the jobs; see [Pool].
func (p Local) Run(ctx context.Context, jobs iter.Seq[Job], done func(Result) error) error {
	work, stop := context.WithCancel(ctx)
	defer stop()
	n := p.Workers
	if n <= 0 {
		n = runtime.GOMAXPROCS(0)
	}
	next, end := iter.Pull(jobs)
	var mu sync.Mutex // for next, done and failed
	var failed error
	fail := func(err error) {
		if failed == nil {
			failed = err
		}
		stop()
	}
	var workers sync.WaitGroup
	for range n {
		workers.Go(func() {
			runtime.LockOSThread() // for its clock
			defer runtime.UnlockOSThread()
			w, err := p.New()
			if err != nil {
				mu.Lock()
				defer mu.Unlock()
				fail(err)
				return
			}
			for {
				mu.Lock()
				job, ok := Job{}, false
				if work.Err() == nil {
					job, ok = next()
				}
				mu.Unlock()
				if !ok {
					return
				}
				r, err := w.Do(work, job)
				mu.Lock()
				switch {
				case work.Err() != nil: // given up
				case err != nil:
					fail(err)
				default:
					if err := done(r); err != nil {
						fail(err)
					}
				}
				mu.Unlock()
			}
		})
	}
	workers.Wait()
	end()
	if failed == nil {
		failed = ctx.Err()
	}
	return failed
}
