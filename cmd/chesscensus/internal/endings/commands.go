// Package endings holds the command endgame: tables of small materials, their comparison with the engine, and
// the theorems on which of their positions are legal.
package endings

import (
	"github.com/spf13/cobra"

	"chesscensus/cmd/chesscensus/internal/cli"
)

// Commands are those of this package.
func Commands(a *cli.App) []*cobra.Command {
	return []*cobra.Command{endgameCommand(a)}
}
