package main

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"chesscensus/survey"
)

// A lineFunc turns one line into one line (or, for some commands, several or none)
// without the last line end: it appends the result to dst. It is called by several workers at once.
type lineFunc func(dst []byte, line string) ([]byte, error)

// Batches of lines are cut when this many bytes or lines are together, or when the
// input has nothing more to read at the moment, so that the program also answers
// line by line in a dialogue.
const (
	batchBytes = 64 << 10
	batchLines = 1000
)

// byteOrderMark is what some programs begin a text file with. It is no part of a line.
const byteOrderMark = "\ufeff"

// filter passes every line of the arguments, or of standard input if there are
// none, through f and writes the results in order. Blank lines and lines that start
// with # are skipped. A line that fails is named on standard error and has no output; the others go on, and
// the error is then errBadInput.
func (a *app) filter(ctx context.Context, args []string, f lineFunc) error {
	return a.filterLines(ctx, args, &lineReader{f: f})
}

// filterLines is filter with a reader that has further wishes.
func (a *app) filterLines(ctx context.Context, args []string, l *lineReader) error {
	l.name, l.in = cmp.Or(l.name, "standard input"), bufio.NewReaderSize(a.in, batchBytes)
	l.next, l.lines = cmp.Or(l.next, 1), cmp.Or(l.lines, batchLines)
	if len(args) > 0 {
		for _, arg := range args {
			if strings.ContainsRune(arg, '\n') {
				return usagef("argument %.40q contains a line end; give lines on standard input", arg)
			}
		}
		l.name, l.in = "argument", bufio.NewReaderSize(strings.NewReader(strings.Join(args, "\n")), batchBytes)
	}
	bar := a.progressBar(fileSize(a.in, args), "bytes")
	defer bar.finish()
	return a.pipeline(ctx, func(ctx context.Context, send func(*batch) bool) error {
		for ctx.Err() == nil {
			b, err := l.batch()
			bar.set(l.read)
			if b != nil && !send(b) || err == io.EOF {
				return nil
			}
			if err != nil {
				return fmt.Errorf("reading %s: %w", l.name, err)
			}
		}
		return nil
	})
}

// A lineReader cuts an input into batches of lines.
type lineReader struct {
	name  string // of the input, for errors
	in    *bufio.Reader
	next  int // number of the next line
	lines int // in a batch at most, 0 for batchLines
	f     lineFunc

	keepComments bool // lines that start with # go to f as well

	// sideFunc, if not nil, takes the place of f: it also appends to a second output.
	sideFunc func(dst, side []byte, line string) (out, second []byte, err error)

	read uint64 // bytes so far, for the progress
}

// fileSize returns the length of the input if it is a file, and else 0.
func fileSize(in io.Reader, args []string) uint64 {
	f, ok := in.(*os.File)
	if !ok || len(args) > 0 {
		return 0
	}
	info, err := f.Stat()
	if err != nil || !info.Mode().IsRegular() {
		return 0
	}
	return uint64(info.Size())
}

// batch returns the next lines, nil if there are none, and the error that ended
// the input.
func (l *lineReader) batch() (*batch, error) {
	var lines []string
	var long []int // which of them were too long to read
	first, size := l.next, 0
	for {
		text, err := survey.ReadLine(l.in)
		if errors.Is(err, survey.ErrLongLine) {
			long, err = append(long, len(lines)), nil
		}
		if err == nil {
			if l.next == 1 {
				text = bytes.TrimPrefix(text, []byte(byteOrderMark))
			}
			lines = append(lines, string(bytes.TrimRight(text, "\r")))
			l.next++
			size += len(text)
			l.read += uint64(len(text)) + 1
		}
		if err == nil && size < batchBytes && len(lines) < l.lines && lineBuffered(l.in) {
			continue
		}
		if len(lines) == 0 {
			return nil, err
		}
		return newBatch(func(b *batch) { l.run(b, lines, long, first) }), err
	}
}

// run handles the lines of a batch.
func (l *lineReader) run(b *batch, lines []string, long []int, first int) {
	for i, line := range lines {
		mark := len(b.out)
		var err error
		switch {
		case len(long) > 0 && long[0] == i:
			long, err = long[1:], survey.ErrLongLine
		case strings.TrimSpace(line) == "" || line[0] == '#' && !l.keepComments:
			continue
		case l.sideFunc != nil:
			b.out, b.side, err = l.sideFunc(b.out, b.side, line)
		default:
			b.out, err = l.f(b.out, line)
		}
		if err != nil {
			b.errors = append(b.errors, &survey.SyntaxError{File: l.name, Line: first + i, Msg: err.Error()})
			if l.keepComments && errors.Is(err, survey.ErrLongLine) {
				b.out = append(b.out, "# unreadable: a line longer than 1 MiB\n"...)
				continue
			}
			if !passed(err) {
				b.out = b.out[:mark]
				continue
			}
		}
		if len(b.out) > mark { // unmoves of a position may be none at all
			b.out = append(b.out, '\n')
		}
	}
}

// lineBuffered reports whether a whole line can be read without waiting.
func lineBuffered(in *bufio.Reader) bool {
	text, _ := in.Peek(in.Buffered())
	return bytes.IndexByte(text, '\n') >= 0
}

// negativeNumbers puts "--" before the first argument that is a negative number,
// so that it is read as a (bad) number and not as flags.
func negativeNumbers(args []string) []string {
	for i, arg := range args {
		if arg == "--" {
			break
		}
		if len(arg) > 1 && arg[0] == '-' && arg[1] >= '0' && arg[1] <= '9' && args[i-1] != "-j" && args[i-1] != "--jobs" {
			return append(append(append([]string{}, args[:i]...), "--"), args[i:]...)
		}
	}
	return args
}
