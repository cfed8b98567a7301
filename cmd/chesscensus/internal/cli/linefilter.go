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

// A batch of lines ends after this many bytes or lines, or when no complete line waits in the buffer of the input. So a program
// that sends one line at a time gets each answer before it sends the next line.
const (
	batchBytes = 64 << 10
	// BatchLines is the default of [LineFilter.Batch].
	BatchLines = 1000
)

// byteOrderMark is the UTF-8 mark at the beginning of some text files. It is not part of the first line.
const byteOrderMark = "\ufeff"

// A LineFilter maps the lines of an input to lines of output on many workers, in the order of the input.
// Blank lines are skipped, and so are lines that start with #, unless Comments is set. An error in one line is
// reported with the number of the line and does not stop the others.
type LineFilter struct {
	// Name is that of the input, for errors; First is the number of its first line, 0 for 1.
	Name  string
	First int
	// Batch is the greatest number of lines in a batch, 0 for [BatchLines].
	Batch int
	// Comments passes lines that start with # to Do as well, and writes a comment to the output for a line that is too long.
	Comments bool
	// Do answers one line. A line whose error is not marked by [Passed] has no output.
	Do LineFunc
	// DoSide, if not nil, takes the place of Do. It also appends what goes to the second output, to side.
	DoSide func(dst, side []byte, line string) (out, second []byte, err error)
	// OnRead, if not nil, is called after each batch with the number of bytes read so far.
	OnRead func(bytes uint64)

	in        *bufio.Reader
	bytesRead uint64
}

// A passedError is the error of a line that has an output nevertheless.
type passedError struct{ error }

func (e passedError) Unwrap() error { return e.error }

// Passed marks the error of a line that has an output nevertheless.
func Passed(err error) error { return passedError{err} }

// Run filters the input. Errors in lines are reported as [*SyntaxError]; for the error that Run returns see [RunOrdered].
func (l LineFilter) Run(ctx context.Context, workers int, in io.Reader, to Outputs) error {
	l.First, l.Batch = cmp.Or(l.First, 1), cmp.Or(l.Batch, BatchLines)
	l.in = bufio.NewReaderSize(in, batchBytes)
	return RunOrdered(ctx, workers, func(ctx context.Context, send func(*Batch) bool) error {
		for ctx.Err() == nil {
			list, err := l.nextLines()
			if l.OnRead != nil {
				l.OnRead(l.bytesRead)
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

// lineBuffered reports whether a complete line is in the buffer, so that it can be read without waiting.
func lineBuffered(in *bufio.Reader) bool {
	text, _ := in.Peek(in.Buffered())
	return bytes.IndexByte(text, '\n') >= 0
}

// A numberedLine is a line with its number in the input. The text of a line that is too long is empty.
type numberedLine struct {
	number  int
	text    string
	tooLong bool
}

// nextLines returns the lines of the next batch. The error is not nil if the input has ended behind them; it is [io.EOF] at a regular end.
func (l *LineFilter) nextLines() (list []numberedLine, err error) {
	for size := 0; ; {
		text, err := NextLine(l.in)
		long := errors.Is(err, ErrLongLine)
		if err != nil && !long {
			return list, err
		}
		l.bytesRead += uint64(len(text)) + 1
		if l.First == 1 {
			text = bytes.TrimPrefix(text, []byte(byteOrderMark))
		}
		list = append(list, numberedLine{l.First, string(bytes.TrimRight(text, "\r")), long})
		l.First++
		if size += len(text) + 1; size >= batchBytes || len(list) >= l.Batch || !lineBuffered(l.in) {
			return list, nil
		}
	}
}

// filter passes lines through Do, and sets the outputs and errors of their batch.
func (l *LineFilter) filter(b *Batch, list []numberedLine) {
	for _, line := range list {
		mark, sideMark := len(b.Out), len(b.Side)
		var err error
		switch {
		case line.tooLong:
			err = ErrLongLine
		case strings.TrimSpace(line.text) == "" || line.text[0] == '#' && !l.Comments:
			continue
		case l.DoSide != nil:
			b.Out, b.Side, err = l.DoSide(b.Out, b.Side, line.text)
		default:
			b.Out, err = l.Do(b.Out, line.text)
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
		if len(b.Out) > mark { // Do may have no output, such as for a position without unmoves
			b.Out = append(b.Out, '\n')
		}
	}
}

// maxLine is the length in bytes of the longest line that is read; longer ones
// are errors. A line with a proof game has a few kilobytes.
const maxLine = 1 << 20

// A SyntaxError says which line of an input cannot be read and why.
type SyntaxError struct {
	File string // name of the input
	Line int    // from 1
	Msg  string // what was found and what was expected
}

// Error returns "file:line: message".
func (e *SyntaxError) Error() string { return fmt.Sprintf("%s:%d: %s", e.File, e.Line, e.Msg) }

// ErrLongLine is returned by [NextLine] for a line that is too long. The line has been skipped, and reading can go on.
var ErrLongLine = errors.New("line longer than 1 MiB")

// NextLine returns the next line without its end, which the last one need not have. The text is valid until the next call.
// Lines of more than [maxLine] bytes, their end not counted, are skipped with [ErrLongLine]; at the end the error is io.EOF.
func NextLine(in *bufio.Reader) ([]byte, error) {
	text, err := in.ReadSlice('\n')
	if err == bufio.ErrBufferFull {
		long := append([]byte(nil), text...)
		for err == bufio.ErrBufferFull {
			text, err = in.ReadSlice('\n')
			if len(long) <= maxLine {
				long = append(long, text...)
			}
		}
		if len(bytes.TrimSuffix(long, newline)) > maxLine && (err == nil || err == io.EOF) {
			return nil, ErrLongLine
		}
		text = long
	}
	if err == io.EOF && len(text) > 0 {
		err = nil
	}
	if err != nil {
		return nil, err
	}
	return bytes.TrimSuffix(text, newline), nil
}

var newline = []byte("\n")

// A LineFunc turns one line into one line (or, for some commands, several or none)
// without the last line end: it appends the result to dst. Several workers call it at once.
type LineFunc func(dst []byte, line string) ([]byte, error)

// Filter passes every line of the arguments, or of standard input if there are none, through f and writes the results in order.
// Blank lines and lines that start with # are skipped. A line for which f fails has no output: its number and error go to standard
// error, and Filter returns [ErrBadInput] after the last line.
func (a *App) Filter(ctx context.Context, args []string, f LineFunc) error {
	return a.FilterLines(ctx, args, LineFilter{Do: f})
}

// FilterLines is [App.Filter] with the options of a [LineFilter].
func (a *App) FilterLines(ctx context.Context, args []string, l LineFilter) error {
	in, err := a.ArgumentInput(args)
	if err != nil {
		return err
	}
	return a.FilterInput(ctx, in, l)
}

// Outputs returns the outputs of the program; errors in lines go to standard error.
func (a *App) Outputs() Outputs {
	return Outputs{Out: a.Out, Side: a.Side, OnError: func(err error) { fmt.Fprintln(a.Err, err) }}
}

// AppendComment appends each line of a text as a new line that begins with "#   ". Such lines comment on the result before them.
func AppendComment(dst []byte, text string) []byte {
	for line := range strings.Lines(text) {
		dst = append(dst, "\n#   "...)
		dst = append(dst, strings.TrimRight(line, " \n")...)
	}
	return dst
}
