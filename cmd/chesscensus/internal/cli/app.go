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
	StatusUndecided   = 3 // a search has given up
	StatusInterrupted = 130
	StatusPipe        = 141
)

// An App is one run of the program with its streams.
type App struct {
	In       io.Reader
	Out, Err io.Writer
	Side     io.Writer // second output of a command that has one, nil for none

	Workers int // -j
	Status  int // of a command that chose its own, read if it returns no error

	progress bool      // --progress: also when standard error is no terminal
	unhelped error     // why --help said nothing: a command that is not there, an output that cannot be written
	stdout   io.Writer // as it was at the beginning
	reads    files     // files that were opened as inputs
	writes   files     // files that will be replaced
	places   []string  // where outputs will be
	notes    notes     // of records that were taken otherwise than written

	dresses []func(*cobra.Command)

	painted func(io.Writer) bool // whether an output shows colors, nil to look; for tests
}

// Dress has f called with the root of the commands when all groups have given theirs: what a group adds to the commands of others.
func (a *App) Dress(f func(root *cobra.Command)) { a.dresses = append(a.dresses, f) }

// A Group returns the commands of one purpose for a run of the program.
type Group func(*App) []*cobra.Command

// Terminal reports whether w is a terminal.
func Terminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}
