// Package estimating holds the commands estimate, the main job in one run (draw, judge, estimate; also from judged
// lines, and the shares of mates), and compare, the same from several spaces.
package estimating

import (
	"github.com/spf13/cobra"

	"chesscensus/cmd/chesscensus/internal/cli"
)

// Commands are those of this package.
func Commands(a *cli.App) []*cobra.Command {
	return []*cobra.Command{estimateCommand(a), compareCommand(a)}
}
