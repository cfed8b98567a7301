package dialogue

import (
	"context"
	"io"
)

// An output holds the source of the lines of a dialogue and the writer of its answers.
type output struct {
	in       Source
	out      io.Writer
	writeErr error        // first error of writing, which ends the dialogue
	flush    func() error // writes what is buffered; may be nil
	ready    func() bool  // reports whether a line can be read without waiting; may be nil
}

// print writes a text, unless writing has failed before.
func (o *output) print(s string) {
	if o.writeErr == nil {
		_, o.writeErr = io.WriteString(o.out, s)
	}
}

// flushOut writes what is buffered.
func (o *output) flushOut() {
	if o.flush != nil && o.writeErr == nil {
		o.writeErr = o.flush()
	}
}

// read shows a prompt and returns the next line. It waits until there is one or the context ends.
func (o *output) read(ctx context.Context, prompt string) (string, error) {
	type result struct {
		line string
		err  error
	}
	if o.ready != nil && o.ready() && ctx.Err() == nil {
		return o.in(prompt)
	}
	if o.flushOut(); o.writeErr != nil {
		return "", o.writeErr
	}
	ch := make(chan result, 1)
	go func() {
		line, err := o.in(prompt)
		ch <- result{line, err}
	}()
	select {
	case r := <-ch:
		return r.line, r.err
	case <-ctx.Done():
		return "", ctx.Err()
	}
}
