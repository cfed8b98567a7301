// Package surveys holds the command survey with its subcommands, for planned surveys with a stored record from the pilot
// to the report, and the command worker, by which other machines compute shards. The program chesscensus-cluster
// does everything that needs a network, see [Cluster].
package surveys

import (
	"github.com/spf13/cobra"

	"chesscensus/cmd/chesscensus/internal/cli"
)

// Commands returns the commands of this package without a network. For what needs one they start the cluster program.
func Commands(a *cli.App) []*cobra.Command { return CommandsWith(nil)(a) }

// CommandsWith returns the same commands with functions that need a network, for the cluster program.
func CommandsWith(cluster *Cluster) cli.Group {
	return func(a *cli.App) []*cobra.Command {
		return []*cobra.Command{surveyCommand(a, cluster), workerCommand(a, cluster)}
	}
}
