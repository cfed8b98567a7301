package cli

import (
	"io"
	"os"

	"github.com/spf13/cobra"
	"golang.org/x/term"
)

// Exit statuses.
const (
	StatusOK          = 0
	StatusError       = 1
	StatusUsage       = 2
	StatusUndecided   = 3 // a search has ended at its limits without an answer
	StatusInterrupted = 130
	StatusPipe        = 141
)

// An App is one run of the program with its streams.
type App struct {
	In       io.Reader
	Out, Err io.Writer
	Side     io.Writer // second output of a command that has one, nil for none

	Workers int // -j
	Status  int // exit status of a command that returns no error

	progress      bool      // --progress: show progress even if standard error is not a terminal
	helpErr       error     // why --help failed: an unknown command, or an output that cannot be written
	stdout        io.Writer // Out as it was given to Run
	inputFiles    files     // files opened as inputs
	replacedFiles files     // existing files that outputs will replace
	outputPaths   []string  // resolved paths of the outputs
	notes         notes     // on records that were corrected

	decorate   func(*cobra.Command) // changes the commands of all groups when they have been added, nil for nothing
	showsColor func(io.Writer) bool // replaces the check of the output in tests, otherwise nil
}

// A Group returns the commands of one purpose for a run of the program.
type Group func(*App) []*cobra.Command

// Terminal reports whether w is an open terminal.
func Terminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}
