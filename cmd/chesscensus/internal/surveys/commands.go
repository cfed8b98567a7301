// Package surveys holds the command survey and those below it: planned surveys with a stored record, from the pilot
// to the report; and the command worker, by which other machines take part in one. What wants a network is done by the program
// chesscensus-cluster, see [Cluster].
package surveys

import (
	"github.com/spf13/cobra"

	"chesscensus/cmd/chesscensus/internal/cli"
)

// Commands are those of this package, without a network: they hand over to the program that has one.
func Commands(a *cli.App) []*cobra.Command { return With(nil)(a) }

// With returns the same commands for the program that does what wants a network.
func With(cluster *Cluster) cli.Group {
	return func(a *cli.App) []*cobra.Command {
		return []*cobra.Command{surveyCommand(a, cluster), workerCommand(a, cluster)}
	}
}
