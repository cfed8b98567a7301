package main

import (
	"context"
	"io"
	"os"
	"strings"

	"chesscensus/survey/filter"
)

// A lineFunc turns one line into one line (or, for some commands, several or none)
// without the last line end: it appends the result to dst. It is called by several workers at once.
type lineFunc func(dst []byte, line string) ([]byte, error)

// filter passes every line of the arguments, or of standard input if there are
// none, through f and writes the results in order. Blank lines and lines that start
// with # are skipped. A line that fails is named on standard error and has no output; the others go on, and
// the error is then errBadInput.
func (a *app) filter(ctx context.Context, args []string, f lineFunc) error {
	return a.filterLines(ctx, args, filter.Lines{Do: onlyOut(f)})
}

// onlyOut is f without a second output.
func onlyOut(f lineFunc) func(dst, side []byte, line string) (out, second []byte, err error) {
	return func(dst, side []byte, line string) ([]byte, []byte, error) {
		dst, err := f(dst, line)
		return dst, side, err
	}
}

// filterLines is filter with further wishes.
func (a *app) filterLines(ctx context.Context, args []string, l filter.Lines) error {
	in := a.in
	l.Name = "standard input"
	if len(args) > 0 {
		for _, arg := range args {
			if strings.ContainsRune(arg, '\n') {
				return usagef("argument %.40q contains a line end; give lines on standard input", arg)
			}
		}
		l.Name, in = "argument", strings.NewReader(strings.Join(args, "\n"))
	}
	bar := a.progressBar(fileSize(a.in, args), "bytes")
	defer bar.finish()
	l.Read = bar.set
	return badInput(l.Run(ctx, a.workers, in, a.outputs()))
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
