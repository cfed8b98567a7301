// Package positions holds the commands that print positions with proofs: positions and corpus.
//
// A table of positions has a [Row] for each: the position, counts of its men and legal moves, and the length of its proof
// game. It is written as Parquet or as CSV ([Row.AppendCSV]), with the same names of columns in all
// formats. docs/DATASET.md is the data card of the table that "make dataset" makes.
package positions

import (
	"github.com/spf13/cobra"

	"chesscensus/cmd/chesscensus/internal/cli"
)

// Commands returns the commands of this package.
func Commands(a *cli.App) []*cobra.Command {
	return []*cobra.Command{positionsCommand(a), corpusCommand(a)}
}
