package cli

import (
	"context"
	"fmt"
	"io"
	"sync"
)

// A Batch is a piece of work whose output is written at its place in the order.
type Batch struct {
	Out    []byte
	Side   []byte  // for a second output, if there is one
	Errors []error // bad lines, in order

	work func(*Batch)
	done chan struct{}
}

// NewBatch returns a batch for a function that a worker calls; it sets the fields.
func NewBatch(work func(*Batch)) *Batch { return &Batch{work: work, done: make(chan struct{})} }

// Outputs are where batches go.
type Outputs struct {
	// Out receives the output of each batch in one piece.
	Out io.Writer
	// Side is the second output, nil for none.
	Side io.Writer
	// Bad is called with the error of every bad line, in order; nil drops them.
	Bad func(error)
}

// Ordered has workers run the batches that produce sends, and writes each in the order of
// sending. produce must return when send refuses. The error is that of produce, of a write,
// of the context, or [ErrBadInput].
func Ordered(ctx context.Context, workers int, produce func(ctx context.Context, send func(*Batch) bool) error, to Outputs) error {
	work, stop := context.WithCancel(ctx)
	defer stop()
	var produceErr error
	queue := make(chan *Batch, 2*workers) // in order, for the writer
	todo := make(chan *Batch)
	go func() {
		defer close(queue)
		defer close(todo)
		produceErr = produce(work, func(b *Batch) bool {
			for _, to := range []chan *Batch{queue, todo} {
				select {
				case to <- b:
				case <-work.Done():
					return false
				}
			}
			return true
		})
	}()
	var running sync.WaitGroup
	for range workers {
		running.Go(func() {
			for b := range todo {
				b.work(b)
				close(b.done)
			}
		})
	}
	bad, err := to.write(work, queue)
	if err != nil {
		return err
	}
	// Not waited for: a read from a terminal cannot be broken off.
	if ctx.Err() != nil {
		return ctx.Err()
	}
	running.Wait()
	if produceErr != nil {
		return produceErr
	}
	if bad {
		return ErrBadInput
	}
	return nil
}

// write writes the batches in order until there are no more or the context ends, and reports
// whether any had errors.
func (to *Outputs) write(ctx context.Context, queue <-chan *Batch) (bad bool, err error) {
	for {
		var b *Batch
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
		if _, err := to.Out.Write(b.Out); err != nil {
			return bad, fmt.Errorf("writing output: %w", err)
		}
		if to.Side != nil {
			if _, err := to.Side.Write(b.Side); err != nil {
				return bad, fmt.Errorf("writing certificates: %w", err)
			}
		}
		for _, e := range b.Errors {
			if bad = true; to.Bad != nil {
				to.Bad(e)
			}
		}
	}
}
