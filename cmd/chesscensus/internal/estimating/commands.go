// Package estimating holds the commands estimate, which draws and judges positions and estimates how many are legal (also from
// judged lines, and the shares of mates), and compare, which does so for several spaces.
package estimating

import (
	"github.com/spf13/cobra"

	"chesscensus/cmd/chesscensus/internal/cli"
)

// Commands returns the commands of this package.
func Commands(a *cli.App) []*cobra.Command {
	return []*cobra.Command{estimateCommand(a), compareCommand(a)}
}
