package main

import (
	"context"
	"fmt"
	"sync"
)

// A batch is a piece of work whose output is written at its place in the order.
type batch struct {
	work   func(*batch) // called by a worker; sets out and errors
	out    []byte
	side   []byte  // for a second output, see app.pipeline
	errors []error // bad lines, in order
	done   chan struct{}
}

func newBatch(work func(*batch)) *batch { return &batch{work: work, done: make(chan struct{})} }

// pipeline has the workers run the batches that produce sends, and writes the
// output of each in the order of sending. produce must return when send refuses.
// What batches leave in side goes to a.side, in the same order. Errors inside batches
// are printed and make the result errBadInput.
func (a *app) pipeline(ctx context.Context, produce func(ctx context.Context, send func(*batch) bool) error) error {
	work, stop := context.WithCancel(ctx)
	defer stop()
	var produceErr error
	queue := make(chan *batch, 2*a.workers) // in order, for the writer
	todo := make(chan *batch)
	go func() {
		defer close(queue)
		defer close(todo)
		produceErr = produce(work, func(b *batch) bool {
			for _, to := range []chan *batch{queue, todo} {
				select {
				case to <- b:
				case <-work.Done():
					return false
				}
			}
			return true
		})
	}()
	var workers sync.WaitGroup
	for range a.workers {
		workers.Go(func() {
			for b := range todo {
				b.work(b)
				close(b.done)
			}
		})
	}
	bad, err := a.writeBatches(work, queue)
	if err != nil {
		return err
	}
	// Not waited for: a read from a terminal cannot be broken off.
	if ctx.Err() != nil {
		return ctx.Err()
	}
	workers.Wait()
	if produceErr != nil {
		return produceErr
	}
	if bad {
		return errBadInput
	}
	return nil
}

// writeBatches writes the results of the batches in order until there are no more
// or the context ends, and reports whether any batch had errors.
func (a *app) writeBatches(ctx context.Context, queue <-chan *batch) (bad bool, err error) {
	for {
		var b *batch
		select {
		case b = <-queue:
		case <-ctx.Done():
		}
		if b == nil {
			return bad, nil
		}
		select {
		case <-b.done:
		case <-ctx.Done():
			return bad, nil
		}
		if _, err := a.out.Write(b.out); err != nil {
			return bad, fmt.Errorf("writing output: %w", err)
		}
		if a.side != nil {
			if _, err := a.side.Write(b.side); err != nil {
				return bad, fmt.Errorf("writing certificates: %w", err)
			}
		}
		for _, e := range b.errors {
			bad = true
			fmt.Fprintln(a.err, e)
		}
	}
}
