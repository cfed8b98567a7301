package dialogue

import (
	"context"
	"io"
)

// An output is where the lines of a dialogue come from and its answers go to. The first error of
// writing is kept and ends the dialogue.
type output struct {
	in       Source
	out      io.Writer
	writeErr error
	flush    func() error // nil if nothing is held back
	ready    func() bool  // reports whether a line can be read without waiting; may be nil
}

// print writes to the dialogue, unless that has failed before.
func (o *output) print(s string) {
	if o.writeErr == nil {
		_, o.writeErr = io.WriteString(o.out, s)
	}
}

// flushOut writes what is held back.
func (o *output) flushOut() {
	if o.flush != nil && o.writeErr == nil {
		o.writeErr = o.flush()
	}
}

// read shows a prompt and waits for a line or the end of the context.
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
