package cli

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
)

// Batches of lines are cut when this many bytes or lines are together, or when the
// input has nothing more to read at the moment, so that a program also answers
// line by line in a dialogue.
const (
	batchBytes = 64 << 10
	// BatchLines is the default of [Lines.Batch].
	BatchLines = 1000
)

// byteOrderMark is what some programs begin a text file with. It is no part of a line.
const byteOrderMark = "\ufeff"

// Lines filters the lines of an input on many workers: one line in, one line out, in order, at any number of workers.
// Blank lines are skipped, and so are those that start with #, unless Comments is set. Lines that cannot be handled are
// named one by one, the others go on.
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

// Run filters the input. Errors are named as [*SyntaxError]; see [Ordered] for that of
// Run.
func (l Lines) Run(ctx context.Context, workers int, in io.Reader, to Outputs) error {
	l.First, l.Batch = cmp.Or(l.First, 1), cmp.Or(l.Batch, BatchLines)
	l.in = bufio.NewReaderSize(in, batchBytes)
	return Ordered(ctx, workers, func(ctx context.Context, send func(*Batch) bool) error {
		for ctx.Err() == nil {
			list, err := l.next()
			if l.Read != nil {
				l.Read(l.read)
			}
			if len(list) > 0 && !send(NewBatch(func(b *Batch) { l.filter(b, list) })) || err == io.EOF {
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

// A numbered is a line with its number in the input; long says that it was too long to be read.
type numbered struct {
	number int
	text   string
	long   bool
}

// next returns the next lines of the input, none at its end, and the error that ended it.
func (l *Lines) next() (list []numbered, err error) {
	for size := 0; ; {
		text, err := NextLine(l.in)
		long := errors.Is(err, ErrLongLine)
		if err != nil && !long {
			return list, err
		}
		l.read += uint64(len(text)) + 1
		if l.First == 1 {
			text = bytes.TrimPrefix(text, []byte(byteOrderMark))
		}
		list = append(list, numbered{l.First, string(bytes.TrimRight(text, "\r")), long})
		l.First++
		if size += len(text) + 1; size >= batchBytes || len(list) >= l.Batch || !lineBuffered(l.in) {
			return list, nil
		}
	}
}

// filter sets the fields of a batch to what Do makes of lines.
func (l *Lines) filter(b *Batch, list []numbered) {
	for _, line := range list {
		mark, sideMark := len(b.Out), len(b.Side)
		var err error
		switch {
		case line.long:
			err = ErrLongLine
		case strings.TrimSpace(line.text) == "" || line.text[0] == '#' && !l.Comments:
			continue
		default:
			b.Out, b.Side, err = l.Do(b.Out, b.Side, line.text)
		}
		if err != nil {
			b.Errors = append(b.Errors, &SyntaxError{File: l.Name, Line: line.number, Msg: err.Error()})
			if l.Comments && errors.Is(err, ErrLongLine) {
				b.Out = append(b.Out, "# unreadable: a line longer than 1 MiB\n"...)
				continue
			}
			if p := (passedError{}); !errors.As(err, &p) {
				b.Out, b.Side = b.Out[:mark], b.Side[:sideMark]
				continue
			}
		}
		if len(b.Out) > mark { // unmoves of a position may be none at all
			b.Out = append(b.Out, '\n')
		}
	}
}
