package loop

import (
	"context"
	"errors"
	"sync"
)

// errCut marks a block of which a part was done when the context ended.
var errCut = errors.New("loop: a part of a block")

// inOrder has workers do blocks 0 to n-1, each worker one at a time, and merges what comes
// back in the order of the blocks, from one goroutine. At most four blocks for each
// worker wait for an earlier one. A block that is nil without an error was given up since
// the context ended. The error is the first of a block, or that of the context if it ended
// before all was merged; what was merged then is blocks 0 to some number, without gaps. Block 0 with errCut is merged if the context has ended, and none after it.
func inOrder[W, B any](ctx context.Context, workers []W, n uint64, do func(context.Context, W, uint64) (*B, error), merge func(*B)) error {
	type result struct {
		number uint64
		block  *B
		err    error
	}
	if n == 0 {
		return ctx.Err()
	}
	work, stop := context.WithCancel(ctx)
	defer stop()
	numbers, done := make(chan uint64), make(chan result)
	ahead := make(chan struct{}, 4*len(workers)) // tokens of blocks not merged yet
	go func() {
		defer close(numbers)
		for i := range n {
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
				if b, err := do(work, w, i); b != nil || err != nil {
					done <- result{i, b, err}
				}
			}
		})
	}
	go func() {
		running.Wait()
		close(done)
	}()
	waiting := map[uint64]*B{}
	next := uint64(0)
	var failed error
	var cut *B
	for r := range done {
		if r.err == errCut {
			cut = r.block
		}
		if r.err != nil && r.err != errCut && failed == nil {
			failed = r.err
			stop()
		}
		if r.err != nil {
			continue
		}
		waiting[r.number] = r.block
		for b := waiting[next]; b != nil && failed == nil; b = waiting[next] {
			delete(waiting, next)
			merge(b)
			next++
			<-ahead
		}
	}
	if failed == nil && next < n {
		failed = ctx.Err()
		if cut != nil {
			merge(cut)
		}
	}
	return failed
}
