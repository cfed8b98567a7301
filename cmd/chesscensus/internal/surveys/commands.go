// Package surveys holds the command survey and those below it: planned surveys with a stored record, from the pilot
// to the report; and the command worker, by which other machines take part in one.
package surveys

import (
	"github.com/spf13/cobra"

	"chesscensus/cmd/chesscensus/internal/cli"
)

// Commands are those of this package.
func Commands(a *cli.App) []*cobra.Command {
	return []*cobra.Command{surveyCommand(a), workerCommand(a)}
}
