package loop

import (
	"context"
	"errors"
)

// errCut marks a block of which a part was done when the context ended.
var errCut = errors.New("loop: a part of a block")

// inOrder has workers do blocks 0 to n-1, each worker one at a time, and merges what comes
// back in the order of the blocks, from one goroutine. At most four blocks for each
// worker wait to be merged, beside those in hand. A block that is nil without an error was given up since
// the context ended. The error is the first of a block, or that of the context if it ended
// before all was merged; what was merged then is blocks 0 to some number, without gaps. Block 0 with errCut is merged if the context has ended, and none after it.
func inOrder[W, B any](ctx context.Context, workers []W, n uint64, do func(context.Context, W, uint64) (*B, error), merge func(*B)) error {
	type piece struct {
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
	todo, queue := make(chan *piece), make(chan *piece, 4*len(workers)) // the queue has the order of the blocks
	go func() {
		defer close(queue)
		defer close(todo)
		for i := range n {
			p := &piece{number: i, done: make(chan struct{})}
			select {
			case todo <- p:
				queue <- p
			case <-work.Done():
				return
			}
		}
	}()
	for _, w := range workers {
		go func() {
			for p := range todo {
				if p.block, p.err = do(work, w, p.number); p.err != nil && p.err != errCut {
					stop()
				}
				close(p.done)
			}
		}()
	}
	merged, gap := uint64(0), false
	var failed error
	for p := range queue {
		<-p.done
		if p.err != nil && p.err != errCut && failed == nil {
			failed = p.err
		}
		if gap = gap || p.block == nil || failed != nil || p.err == errCut && ctx.Err() == nil; !gap {
			merge(p.block)
			merged++
			gap = p.err == errCut
		}
	}
	if failed == nil && (merged < n || gap) {
		failed = ctx.Err()
	}
	return failed
}
