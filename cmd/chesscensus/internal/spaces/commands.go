// Package spaces opens the sets that commands draw from by the names that --space accepts, with conditions
// after bars. It also handles the tables of kernel spaces, and the covers of surveys.
//
// Its commands list sets (spaces, size, tables), make draws (draw, rndfen), convert positions to numbers or codes and back (rank,
// unrank, encode, decode), and run the pre-filter of the reference (prefilter).
package spaces

import (
	"github.com/spf13/cobra"

	"chesscensus/cmd/chesscensus/internal/cli"
)

// Commands returns the commands of this package.
func Commands(a *cli.App) []*cobra.Command {
	return []*cobra.Command{listCommand(a), sizeCommand(a), tablesCommand(a),
		rankCommand(a), unrankCommand(a), drawCommand(a), prefilterCommand(a), encodeCommand(a), decodeCommand(a), rndfenCommand(a)}
}
