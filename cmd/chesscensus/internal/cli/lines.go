package cli

import (
	"context"
	"fmt"
	"strings"
)

// A LineFunc turns one line into one line (or, for some commands, several or none)
// without the last line end: it appends the result to dst. Several workers call it at once.
type LineFunc func(dst []byte, line string) ([]byte, error)

// Filter passes every line of the arguments, or of standard input if there are none, through f and writes the results in order.
// Blank lines and lines that start with # are skipped. A line for which f fails has no output: its number and error go to standard
// error, and Filter returns [ErrBadInput] after the last line.
func (a *App) Filter(ctx context.Context, args []string, f LineFunc) error {
	return a.FilterLines(ctx, args, LineFilter{Do: WithoutSide(f)})
}

// WithoutSide returns f as the Do of a [LineFilter] that has no second output.
func WithoutSide(f LineFunc) func(dst, side []byte, line string) (out, second []byte, err error) {
	return func(dst, side []byte, line string) ([]byte, []byte, error) {
		dst, err := f(dst, line)
		return dst, side, err
	}
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

// Pipeline runs the batches that produce sends on the workers, and writes their outputs in the order of sending.
// See [RunOrdered] for its error.
func (a *App) Pipeline(ctx context.Context, produce func(ctx context.Context, send func(*Batch) bool) error) error {
	return RunOrdered(ctx, a.Workers, produce, a.Outputs())
}

// AppendComment appends each line of a text as a new line that begins with "#   ". Such lines comment on the result before them.
func AppendComment(dst []byte, text string) []byte {
	for line := range strings.Lines(text) {
		dst = append(dst, "\n#   "...)
		dst = append(dst, strings.TrimRight(line, " \n")...)
	}
	return dst
}
