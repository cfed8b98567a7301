// Package spaces knows the sets that commands draw from, by name: what --space may say, with conditions
// after bars, the tables that some of them are drawn by, and the covers of surveys.
//
// Commands: spaces, size, tables.
package spaces

import (
	"github.com/spf13/cobra"

	"chesscensus/cmd/chesscensus/internal/cli"
)

// Commands are those of this package.
func Commands(a *cli.App) []*cobra.Command {
	return []*cobra.Command{listCommand(a), sizeCommand(a), tablesCommand(a)}
}
