package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"
	"slices"
	"strings"
	"syscall"

	"github.com/spf13/cobra"
)

// Run executes one command line of the program that consists of the groups, and returns the exit status.
func Run(ctx context.Context, args []string, in io.Reader, out, errw io.Writer, groups ...Group) int {
	a := &App{In: in, Out: out, Err: errw, stdout: out}
	root := a.newRoot(groups)
	if len(args) > 0 && args[0] == "unrank" {
		args = negativeNumbers(args)
	}
	root.SetArgs(args)
	err := root.ExecuteContext(ctx)
	if err == nil {
		err = a.helpErr
	}
	a.notes.print(a.Err)
	var usage usageError
	switch {
	case err == nil:
		return a.Status
	case errors.Is(err, syscall.EPIPE):
		return StatusPipe
	case errors.Is(err, ErrBadInput):
		return StatusError
	case ctx.Err() != nil && errors.Is(err, context.Canceled):
		fmt.Fprintln(errw, "chesscensus: interrupted")
		return StatusInterrupted
	case errors.As(err, &usage):
		fmt.Fprintf(errw, "chesscensus: %v\n", err)
		return StatusUsage
	}
	fmt.Fprintf(errw, "chesscensus: %v\n", err)
	return StatusError
}

// newRoot returns the root command with the commands of the groups, version and man.
func (a *App) newRoot(groups []Group) *cobra.Command {
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
	}
	root.SetIn(a.In)
	root.SetOut(a.Out)
	root.SetErr(a.Err)
	version := root.Flags().BoolP("version", "v", false, "version for chesscensus")
	root.RunE = func(cmd *cobra.Command, _ []string) error {
		if *version {
			_, err := fmt.Fprintf(a.Out, "chesscensus %s\n", Version())
			return err
		}
		return cmd.Help()
	}
	root.SetFlagErrorFunc(func(cmd *cobra.Command, err error) error {
		if _, word, found := strings.Cut(err.Error(), " in -"); found && cmd.Flags().Lookup(word) != nil {
			return Usagef("-%s: did you mean --%s?", word, word) // texelutil has one dash before long names
		}
		return Usagef("%v (see %s)%s", err, helpFor(cmd), nearestFlag(cmd, err))
	})
	root.SetHelpCommand(helpCommand())
	root.SetHelpFunc(a.helpFunc(root.HelpFunc()))
	root.PersistentFlags().BoolVar(&a.progress, "progress", false, "show progress also when standard error is no terminal")
	root.PersistentFlags().IntVarP(&a.Workers, "jobs", "j", runtime.GOMAXPROCS(0), "workers; never changes the output")
	SetMinimum(root, 1, "jobs")
	root.PersistentPreRunE = func(cmd *cobra.Command, _ []string) error { return CheckExclusive(cmd) }
	for _, group := range groups {
		root.AddCommand(group(a)...)
	}
	root.AddCommand(versionCommand(a), manCommand(a))
	if a.decorate != nil {
		a.decorate(root)
	}
	usageErrors(root)
	wrapHelp(root)
	acceptNumberSpellings(root)
	return root
}

// negativeNumbers inserts "--" before the first argument that is a negative number,
// so that it is parsed as a (bad) number and not as flags. The value of -j or --jobs is no such argument.
func negativeNumbers(args []string) []string {
	for i, arg := range args {
		if arg == "--" {
			break
		}
		isNegative := len(arg) > 1 && arg[0] == '-' && '0' <= arg[1] && arg[1] <= '9'
		if isNegative && args[i-1] != "-j" && args[i-1] != "--jobs" { // args[0] is the command
			return slices.Insert(slices.Clone(args), i, "--")
		}
	}
	return args
}

// ErrBadInput is the error of a command that has already printed what is wrong with its input.
var ErrBadInput = errors.New("bad input")

// A usageError is a wrong command line.
type usageError struct{ error }

func (e usageError) Unwrap() error { return e.error }

// Usage marks err as the error of a wrong command line, with status [StatusUsage].
func Usage(err error) error { return usageError{err} }

// Usagef returns the error of a wrong command line.
func Usagef(format string, args ...any) error { return usageError{fmt.Errorf(format, args...)} }
