// Package positions holds the commands that hand out positions with proofs: positions and corpus.
//
// A table of positions has a [Row] for each: the position, what one can count on its board, the legal moves, and how long its proof
// game is. It is written as Parquet, or as lines of comma-separated values ([Row.AppendCSV]); the same columns have the same names
// everywhere. docs/DATASET.md is the data card of the table that "make dataset" makes.
package positions

import (
	"github.com/spf13/cobra"

	"chesscensus/cmd/chesscensus/internal/cli"
)

// Commands are those of this package.
func Commands(a *cli.App) []*cobra.Command {
	return []*cobra.Command{positionsCommand(a), corpusCommand(a)}
}
