// Package notebooks holds the command notebook: the Jupyter kernel, and notebooks run headless.
package notebooks

import (
	"github.com/spf13/cobra"

	"chesscensus/cmd/chesscensus/internal/cli"
)

// Commands are those of this package.
func Commands(a *cli.App) []*cobra.Command {
	return []*cobra.Command{notebookCommand(a)}
}
