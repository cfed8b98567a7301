// Package comparing holds the command compare: the same quantity from several spaces.
package comparing

import (
	"github.com/spf13/cobra"

	"chesscensus/cmd/chesscensus/internal/cli"
)

// Commands are those of this package.
func Commands(a *cli.App) []*cobra.Command {
	return []*cobra.Command{compareCommand(a)}
}
