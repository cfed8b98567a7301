package cli

import (
	"context"
	"fmt"
	"strings"
)

// A LineFunc turns one line into one line (or, for some commands, several or none)
// without the last line end: it appends the result to dst. It is called by several workers at once.
type LineFunc func(dst []byte, line string) ([]byte, error)

// Filter passes every line of the arguments, or of standard input if there are
// none, through f and writes the results in order. Blank lines and lines that start
// with # are skipped. A line that fails is named on standard error and has no output; the others go on, and
// the error is then [ErrBadInput].
func (a *App) Filter(ctx context.Context, args []string, f LineFunc) error {
	return a.FilterLines(ctx, args, Lines{Do: OnlyOut(f)})
}

// OnlyOut is f without a second output.
func OnlyOut(f LineFunc) func(dst, side []byte, line string) (out, second []byte, err error) {
	return func(dst, side []byte, line string) ([]byte, []byte, error) {
		dst, err := f(dst, line)
		return dst, side, err
	}
}

// FilterLines is Filter with further options.
func (a *App) FilterLines(ctx context.Context, args []string, l Lines) error {
	in, err := a.Lines(args)
	if err != nil {
		return err
	}
	return a.FilterInput(ctx, in, l)
}

// Outputs are those of the program; errors of lines are printed.
func (a *App) Outputs() Outputs {
	return Outputs{Out: a.Out, Side: a.Side, Bad: func(err error) { fmt.Fprintln(a.Err, err) }}
}

// Pipeline has the workers run the batches that produce sends, and writes the output of each
// in the order of sending, see [Ordered]. Bad lines make the result [ErrBadInput].
func (a *App) Pipeline(ctx context.Context, produce func(ctx context.Context, send func(*Batch) bool) error) error {
	return Ordered(ctx, a.Workers, produce, a.Outputs())
}

// AppendComment appends each line of a text on a line of its own behind "#   ", the mark of lines
// that say more about the one before them.
func AppendComment(dst []byte, text string) []byte {
	for line := range strings.Lines(text) {
		dst = append(dst, "\n#   "...)
		dst = append(dst, strings.TrimRight(line, " \n")...)
	}
	return dst
}
