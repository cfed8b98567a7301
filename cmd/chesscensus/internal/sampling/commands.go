// Package sampling holds the commands that make draws and turn them into numbers and back: draw, rank, unrank,
// rndfen, the test prefilter of the reference, and the codes of encode and decode.
package sampling

import (
	"github.com/spf13/cobra"

	"chesscensus/cmd/chesscensus/internal/cli"
)

// Commands are those of this package.
func Commands(a *cli.App) []*cobra.Command {
	return []*cobra.Command{rankCommand(a), unrankCommand(a), drawCommand(a), prefilterCommand(a), encodeCommand(a), decodeCommand(a), rndfenCommand(a)}
}
