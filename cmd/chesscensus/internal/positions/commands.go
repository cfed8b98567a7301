// Package positions holds the commands that hand out positions with proofs: positions and corpus.
package positions

import (
	"github.com/spf13/cobra"

	"chesscensus/cmd/chesscensus/internal/cli"
)

// Commands are those of this package.
func Commands(a *cli.App) []*cobra.Command {
	return []*cobra.Command{positionsCommand(a), corpusCommand(a)}
}
