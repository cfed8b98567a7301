package loop

import (
	"context"
	"errors"
)

// errCut is the error of a block that was partly done when the context ended.
var errCut = errors.New("loop: a part of a block")

// inOrder has workers do blocks 0 to n-1, each worker one at a time, and merges the results in the order of the
// blocks, from one goroutine. At most four blocks for each worker wait to be merged, beside those in hand. A nil block
// without an error was given up since the context ended.
//
// The error is the first of a block, or that of the context if it ended before all was merged. The merged blocks then
// are 0 to some number, without gaps. A block with errCut is merged only if the context has ended, and none after it.
func inOrder[W, B any](ctx context.Context, workers []W, n uint64, do func(context.Context, W, uint64) (*B, error), merge func(*B)) error {
	type task struct {
		number uint64
		block  *B
		err    error
		done   chan struct{}
	}
	if n == 0 {
		return ctx.Err()
	}
	work, stop := context.WithCancel(ctx)
	defer stop()
	todo, queue := make(chan *task), make(chan *task, 4*len(workers)) // the queue has the order of the blocks
	go func() {
		defer close(queue)
		defer close(todo)
		for i := range n {
			t := &task{number: i, done: make(chan struct{})}
			select {
			case todo <- t:
				queue <- t
			case <-work.Done():
				return
			}
		}
	}()
	for _, w := range workers {
		go func() {
			for t := range todo {
				if t.block, t.err = do(work, w, t.number); t.err != nil && t.err != errCut {
					stop()
				}
				close(t.done)
			}
		}()
	}
	merged, hasGap := uint64(0), false // no block is merged after a gap
	var firstErr error
	for t := range queue {
		<-t.done
		isCut := t.err == errCut
		if t.err != nil && !isCut && firstErr == nil {
			firstErr = t.err
		}
		hasGap = hasGap || t.block == nil || firstErr != nil || isCut && ctx.Err() == nil
		if !hasGap {
			merge(t.block)
			merged++
			hasGap = isCut
		}
	}
	if firstErr == nil && (merged < n || hasGap) {
		firstErr = ctx.Err()
	}
	return firstErr
}
