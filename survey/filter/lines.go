package filter

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"chesscensus/survey"
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
	// call it at once. A line that fails has no output, unless the error is one of
	// [Passed].
	Do func(dst, side []byte, line string) (out, second []byte, err error)
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
			b, err := l.batch()
			if l.Read != nil {
				l.Read(l.read)
			}
			if b != nil && !send(b) || err == io.EOF {
				return nil
			}
			if err != nil {
				return fmt.Errorf("reading %s: %w", l.Name, err)
			}
		}
		return nil
	}, to)
}

// batch returns the next lines, nil if there are none, and the error that ended
// the input.
func (l *Lines) batch() (*Batch, error) {
	var list []string
	var long []int // which of them were too long to read
	first, size := l.First, 0
	for {
		text, err := survey.ReadLine(l.in)
		if errors.Is(err, survey.ErrLongLine) {
			long, err = append(long, len(list)), nil
		}
		if err == nil {
			if l.First == 1 {
				text = bytes.TrimPrefix(text, []byte(ByteOrderMark))
			}
			list = append(list, string(bytes.TrimRight(text, "\r")))
			l.First++
			size += len(text)
			l.read += uint64(len(text)) + 1
		}
		if err == nil && size < batchBytes && len(list) < l.Batch && lineBuffered(l.in) {
			continue
		}
		if len(list) == 0 {
			return nil, err
		}
		return NewBatch(func(b *Batch) { l.run(b, list, long, first) }), err
	}
}

// run handles the lines of a batch.
func (l *Lines) run(b *Batch, list []string, long []int, first int) {
	for i, line := range list {
		mark := len(b.Out)
		var err error
		switch {
		case len(long) > 0 && long[0] == i:
			long, err = long[1:], survey.ErrLongLine
		case strings.TrimSpace(line) == "" || line[0] == '#' && !l.Comments:
			continue
		default:
			b.Out, b.Side, err = l.Do(b.Out, b.Side, line)
		}
		if err != nil {
			b.Errors = append(b.Errors, &survey.SyntaxError{File: l.Name, Line: first + i, Msg: err.Error()})
			if l.Comments && errors.Is(err, survey.ErrLongLine) {
				b.Out = append(b.Out, "# unreadable: a line longer than 1 MiB\n"...)
				continue
			}
			if p := (passedError{}); !errors.As(err, &p) {
				b.Out = b.Out[:mark]
				continue
			}
		}
		if len(b.Out) > mark { // unmoves of a position may be none at all
			b.Out = append(b.Out, '\n')
		}
	}
}

// lineBuffered reports whether a whole line can be read without waiting.
func lineBuffered(in *bufio.Reader) bool {
	text, _ := in.Peek(in.Buffered())
	return bytes.IndexByte(text, '\n') >= 0
}
