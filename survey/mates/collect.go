package mates

import (
	"context"
	"sync"
)

// collect hands block numbers to the workers and merges what comes back in order. At most
// four blocks for each worker wait for an earlier one.
func (r *Report) collect(ctx context.Context, c *Config, workers []*worker) error {
	blocks := (c.Draws + BlockSize - 1) / BlockSize
	work, stop := context.WithCancel(ctx)
	defer stop()
	numbers, done := make(chan uint64), make(chan *block)
	ahead := make(chan struct{}, 4*len(workers))
	go func() {
		defer close(numbers)
		for i := range blocks {
			select {
			case ahead <- struct{}{}:
			case <-work.Done():
				return
			}
			select {
			case numbers <- i:
			case <-work.Done():
				return
			}
		}
	}()
	var running sync.WaitGroup
	for _, w := range workers {
		running.Go(func() {
			for i := range numbers {
				if b := w.block(work, i); b != nil {
					done <- b
				}
			}
		})
	}
	go func() {
		running.Wait()
		close(done)
	}()
	waiting := map[uint64]*block{}
	next := uint64(0)
	var failed error
	for b := range done {
		if b.err != nil && failed == nil {
			failed = b.err
			stop()
		}
		waiting[b.number] = b
		for b := waiting[next]; b != nil && failed == nil; b = waiting[next] {
			delete(waiting, next)
			r.merge(b)
			next++
			<-ahead
			if c.Progress != nil {
				c.Progress(r.Draws)
			}
		}
	}
	if failed == nil && next < blocks {
		failed = ctx.Err()
	}
	return failed
}

func (r *Report) merge(b *block) {
	r.Draws += b.draws
	r.Solved += b.solved
	r.Nodes += b.nodes
	r.Classes.Merge(&b.classes)
	r.InCheck.Merge(&b.inCheck)
}
