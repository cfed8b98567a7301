package filter

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"fmt"
	"io"
)

// Batches of lines are cut when this many bytes or lines are together, or when the
// input has nothing more to read at the moment, so that a program also answers
// line by line in a dialogue.
const (
	batchBytes = 64 << 10
	// BatchLines is the default of [Lines.Batch].
	BatchLines = 1000
)

// ByteOrderMark is what some programs begin a text file with. It is no part of a line.
const ByteOrderMark = "\ufeff"

// Lines filters the lines of an input. Blank lines are skipped, and so are those that start
// with #, unless Comments is set.
type Lines struct {
	// Name of the input, for errors; First is the number of its first line, 0 for 1.
	Name  string
	First int
	// Batch is the number of lines that a worker takes at most, 0 for [BatchLines].
	Batch int
	// Comments has lines that start with # passed to Do as well, and a line that is too
	// long leaves a comment in the output.
	Comments bool
	// Do turns one line into one line, or several or none, without the last line end: it
	// appends the result to dst, and what goes to a second output to side. Several workers
	// call it at once. A line that fails has no output and no second output, unless the
	// error is one of [Passed].
	Do func(dst, side []byte, line string) (out, second []byte, err error)
	// Elsewhere, if not nil, filters the chunks in place of Do.
	Elsewhere Answerer
	// Read, if not nil, is called with the number of bytes read so far.
	Read func(bytes uint64)

	in   *bufio.Reader
	read uint64
}

// A passedError is the error of a line that has an output all the same.
type passedError struct{ error }

func (e passedError) Unwrap() error { return e.error }

// Passed marks the error of a line that has an output all the same.
func Passed(err error) error { return passedError{err} }

// Run filters the input. Errors are named as [*survey.SyntaxError]; see [Ordered] for that of
// Run.
func (l Lines) Run(ctx context.Context, workers int, in io.Reader, to Outputs) error {
	l.First, l.Batch = cmp.Or(l.First, 1), cmp.Or(l.Batch, BatchLines)
	l.in = bufio.NewReaderSize(in, batchBytes)
	return Ordered(ctx, workers, func(ctx context.Context, send func(*Batch) bool) error {
		for ctx.Err() == nil {
			c, err := l.chunk()
			if l.Read != nil {
				l.Read(l.read)
			}
			if c != nil && !send(NewBatch(func(b *Batch) { l.ask(ctx, b, c) })) || err == io.EOF {
				return nil
			}
			if err != nil {
				return fmt.Errorf("reading %s: %w", l.Name, err)
			}
		}
		return nil
	}, to)
}

// lineBuffered reports whether a whole line can be read without waiting.
func lineBuffered(in *bufio.Reader) bool {
	text, _ := in.Peek(in.Buffered())
	return bytes.IndexByte(text, '\n') >= 0
}
