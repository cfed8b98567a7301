// Package games holds the commands about moves: proofgame, kernels, unmoves and retro look back from a position,
// perft and mate look ahead, and board plays moves.
package games

import (
	"github.com/spf13/cobra"

	"chesscensus/cmd/chesscensus/internal/cli"
)

// Commands returns the commands of this package.
func Commands(a *cli.App) []*cobra.Command {
	return []*cobra.Command{proofGameCommand(a), kernelsCommand(a), unmovesCommand(a), retroCommand(a), perftCommand(a), boardCommand(a), mateCommand(a)}
}
