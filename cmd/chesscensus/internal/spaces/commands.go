// Package spaces knows the sets that commands draw from, by name: what --space may say, with conditions
// after bars, the tables that some of them are drawn by, and the covers of surveys.
//
// Its commands list sets (spaces, size, tables), make draws and turn them into numbers and back: draw, rank,
// unrank, rndfen, the test prefilter of the reference, and the codes of encode and decode.
package spaces

import (
	"github.com/spf13/cobra"

	"chesscensus/cmd/chesscensus/internal/cli"
)

// Commands are those of this package.
func Commands(a *cli.App) []*cobra.Command {
	return []*cobra.Command{listCommand(a), sizeCommand(a), tablesCommand(a),
		rankCommand(a), unrankCommand(a), drawCommand(a), prefilterCommand(a), encodeCommand(a), decodeCommand(a), rndfenCommand(a)}
}
