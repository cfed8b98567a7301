package cli

import (
	"context"
	"fmt"
	"io"
	"sync"

	"chesscensus/legality"
)

// A Batch is a piece of work with its output, which is written in the order of the batches.
type Batch struct {
	Out    []byte
	Side   []byte  // for the second output, if there is one
	Errors []error // bad lines, in order

	work func(*Batch)
	done chan struct{}
}

// NewBatch returns a batch whose fields are set by work, which a worker calls.
func NewBatch(work func(*Batch)) *Batch { return &Batch{work: work, done: make(chan struct{})} }

// Outputs receive the results of batches.
type Outputs struct {
	// Out receives the output of each batch in one piece.
	Out io.Writer
	// Side is the second output, nil for none.
	Side io.Writer
	// OnError, if not nil, is called with the error of every bad line, in order.
	OnError func(error)
	// EndAtError ends the run at the first error of a batch, before its output is written.
	EndAtError bool
}

// RunOrdered runs the batches that produce sends on workers, and writes their outputs in the order of
// sending. produce must return when send returns false. The error is, in this order of precedence, that of a
// write or of a batch that has ended the run, of the context or of produce, or [ErrBadInput] if a batch has errors.
func RunOrdered(ctx context.Context, workers int, produce func(ctx context.Context, send func(*Batch) bool) error, to Outputs) error {
	workCtx, cancel := context.WithCancel(ctx)
	defer cancel()
	var produceErr error
	queue := make(chan *Batch, 2*workers) // in order, for the writer
	tasks := make(chan *Batch)
	go func() {
		defer close(queue)
		defer close(tasks)
		produceErr = produce(workCtx, func(b *Batch) bool {
			for _, to := range []chan *Batch{queue, tasks} {
				select {
				case to <- b:
				case <-workCtx.Done():
					return false
				}
			}
			return true
		})
	}()
	var running sync.WaitGroup
	for range workers {
		running.Go(func() {
			for b := range tasks {
				b.work(b)
				close(b.done)
			}
		})
	}
	bad, err := to.write(workCtx, queue)
	if err != nil {
		return err
	}
	// A canceled run does not wait for produce, because a read from a terminal cannot be interrupted.
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

// write writes the batches in order until there are no more or the context ends, and reports whether any had errors.
func (o *Outputs) write(ctx context.Context, queue <-chan *Batch) (bad bool, err error) {
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
		if o.EndAtError && len(b.Errors) > 0 {
			return true, b.Errors[0]
		}
		if _, err := o.Out.Write(b.Out); err != nil {
			return bad, fmt.Errorf("writing output: %w", err)
		}
		if o.Side != nil {
			if _, err := o.Side.Write(b.Side); err != nil {
				return bad, fmt.Errorf("writing certificates: %w", err)
			}
		}
		for _, e := range b.Errors {
			if bad = true; o.OnError != nil {
				o.OnError(e)
			}
		}
	}
}

// A Range is a range of numbers, such as those of draws, that is done in blocks: First, ..., End-1 in blocks of Size, the last of which may
// be smaller.
type Range struct {
	First, End, Size uint64
	Unit             string // for the progress bar, "" for none
}

// Blocks has work do the blocks of a range on the workers, and writes their outputs in order. For its error see [RunOrdered]. After an
// error work may still run.
func (a *App) Blocks(ctx context.Context, r Range, to Outputs, work func(ctx context.Context, b *Batch, first, n uint64)) error {
	var bar Progress
	if r.Unit != "" {
		bar = a.ProgressBar(r.End, r.Unit)
		defer bar.Finish()
	}
	return RunOrdered(ctx, a.Workers, func(ctx context.Context, send func(*Batch) bool) error {
		for left := r.End - min(r.First, r.End); left > 0; {
			first, n := r.End-left, min(r.Size, left)
			bar.Set(first)
			if !send(NewBatch(func(b *Batch) { work(ctx, b, first, n) })) {
				return nil
			}
			left -= n
		}
		return nil
	}, to)
}

// Each is [App.Blocks] for work without output, and ends with its first error.
func (a *App) Each(ctx context.Context, r Range, work func(ctx context.Context, first, n uint64) error) error {
	return a.Blocks(ctx, r, Outputs{Out: io.Discard, EndAtError: true}, func(ctx context.Context, b *Batch, first, n uint64) {
		if err := work(ctx, first, n); err != nil {
			b.Errors = append(b.Errors, err)
		}
	})
}

// Engines returns a pool of engines with the same options, of which each serves one goroutine at a time. It returns a usage error if no
// engine has these options.
func Engines(o legality.Options) (*sync.Pool, error) {
	first, err := legality.New(o)
	if err != nil {
		return nil, Usage(err)
	}
	engines := &sync.Pool{New: func() any {
		e, _ := legality.New(o) // cannot fail, since it succeeded above
		return e
	}}
	engines.Put(first)
	return engines, nil
}
