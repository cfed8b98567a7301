// Package games holds the commands about moves: proofgame, kernels and unmoves, which ask how a position
// can have come about; perft and mate, which ask how it goes on; board, to play on.
package games

import (
	"github.com/spf13/cobra"

	"chesscensus/cmd/chesscensus/internal/cli"
)

// Commands are those of this package.
func Commands(a *cli.App) []*cobra.Command {
	return []*cobra.Command{proofGameCommand(a), kernelsCommand(a), unmovesCommand(a), retroCommand(a), perftCommand(a), boardCommand(a), mateCommand(a)}
}
