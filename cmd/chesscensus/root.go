package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"strings"
	"syscall"

	"github.com/spf13/cobra"
	"golang.org/x/term"
)

// Exit statuses.
const (
	statusOK          = 0
	statusError       = 1
	statusUsage       = 2
	statusInterrupted = 130
	statusPipe        = 141
)

// An app is one run of the program with its streams.
type app struct {
	in       io.Reader
	out, err io.Writer

	progress bool // --progress: also when standard error is no terminal
	workers  int  // -j
	status   int  // of a command that chose its own

	notes *notes // what has been mended in the input

	side io.Writer // second output of a pipeline, nil for none
}

// errBadInput ends a command whose errors have all been printed.
var errBadInput = errors.New("bad input")

// A usageError is a wrong command line.
type usageError struct{ error }

func usagef(format string, args ...any) error { return usageError{fmt.Errorf(format, args...)} }

// run executes one command line and returns the exit status.
func run(ctx context.Context, args []string, in io.Reader, out, errw io.Writer) int {
	a := &app{in: in, out: out, err: errw, notes: new(notes)}
	root := a.root()
	if len(args) > 0 && args[0] == "unrank" {
		args = negativeNumbers(args)
	}
	root.SetArgs(args)
	err := root.ExecuteContext(ctx)
	a.notes.print(errw)
	var usage usageError
	switch {
	case err == nil:
		return a.status
	case errors.Is(err, syscall.EPIPE):
		return statusPipe
	case errors.Is(err, errBadInput):
		return statusError
	case ctx.Err() != nil && errors.Is(err, context.Canceled):
		fmt.Fprintln(errw, "chesscensus: interrupted")
		return statusInterrupted
	case errors.As(err, &usage), strings.HasPrefix(err.Error(), "unknown command"): // cobra has no type for it
		fmt.Fprintf(errw, "chesscensus: %v\n", err)
		return statusUsage
	}
	fmt.Fprintf(errw, "chesscensus: %v\n", err)
	return statusError
}

func (a *app) root() *cobra.Command {
	root := &cobra.Command{
		Use:   "chesscensus",
		Short: "How many chess positions are legal, and how sure are we?",
		Long: `Chesscensus draws positions from sets of exactly known size, judges every draw,
and estimates how many chess positions are legal.

Commands read standard input or arguments and write standard output, one line in,
one line out, in order. Errors name the line on standard error; the run goes on, and
the exit status is 1 in the end (2 for a wrong command line, 130 after Ctrl-C).`,
		SilenceErrors: true,
		SilenceUsage:  true,
		Args:          cobra.NoArgs,
		RunE:          func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	root.SetIn(a.in)
	root.SetOut(a.out)
	root.SetErr(a.err)
	root.Version = version()
	root.SetVersionTemplate("chesscensus {{.Version}}\n")
	root.SetFlagErrorFunc(func(cmd *cobra.Command, err error) error {
		if _, word, found := strings.Cut(err.Error(), " in -"); found && cmd.Flags().Lookup(word) != nil {
			return usagef("-%s: did you mean --%s?", word, word) // as texelutil has it
		}
		return usagef("%v (see chesscensus help %s)", err, cmd.Name())
	})
	root.PersistentFlags().BoolVar(&a.progress, "progress", false, "show progress also when standard error is no terminal")
	root.PersistentFlags().IntVarP(&a.workers, "jobs", "j", runtime.GOMAXPROCS(0), "workers; never changes the output")
	root.PersistentPreRunE = func(*cobra.Command, []string) error {
		if a.workers < 1 {
			return usagef("-j %d: want at least 1 worker", a.workers)
		}
		return nil
	}
	root.AddCommand(
		a.estimateCommand(),
		a.compareCommand(),
		a.sizeCommand(),
		a.tablesCommand(),
		a.rankCommand(),
		a.unrankCommand(),
		a.drawCommand(),
		a.prefilterCommand(),
		a.judgeCommand(),
		a.checkCommand(),
		a.proofGameCommand(),
		a.kernelsCommand(),
		a.unmovesCommand(),
		a.endgameCommand(),
		a.perftCommand(),
		a.boardCommand(),
		a.mateCommand(),
		a.notebookCommand(),
		a.encodeCommand(),
		a.decodeCommand(),
		a.rndfenCommand(),
		a.surveyCommand(),
		versionCommand(),
	)
	for _, c := range root.Commands() {
		usageErrors(c)
	}
	return root
}

// usageErrors makes wrong arguments of a command usage errors.
func usageErrors(c *cobra.Command) {
	if check := c.Args; check != nil {
		c.Args = func(cmd *cobra.Command, args []string) error {
			if err := check(cmd, args); err != nil {
				return usagef("%v (see chesscensus help %s)", err, cmd.Name())
			}
			return nil
		}
	}
	for _, sub := range c.Commands() {
		usageErrors(sub)
	}
}

// terminal reports whether w is a terminal.
func terminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}
