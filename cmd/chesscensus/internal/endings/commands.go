// Package endings holds the command endgame: tables of small materials, their comparison with the engine, and
// the theorems on which of their positions are legal.
//
// # The comparison
//
// Each setup of a small material has a class in two readings of package endgame, and these
// say what a judge may answer:
//
//	Invalid   a rule of the board is broken                    illegal
//	Refuted   derivedly illegal, every predecessor looked at   illegal; a game would be a fault
//	Open      a predecessor exists in a larger material only   either
//	Chained   an infinite chain of predecessors within the     legal; illegal would be a fault,
//	          material exists                                  unless Isolated
//
// Refuted is sound: take a game to such a setup; each of its positions is a predecessor of
// the next, and the initial position is not derivedly illegal, so somewhere a setup that
// is not derivedly illegal is followed by one that is, against the definition. Chained is not: with a white
// bishop on a1 behind a white pawn on b2 the kings may go back and forth for ever, but the
// bishop has never entered. Isolated knows this kind and no other, and compareTruth
// also what can only have come from such a setup, so that every other contradiction shows.
//
// For up to 4 men the classes come from tables (tableCases); for any number of men
// randomCases draws setups and looks back a fixed number of moves. compareTruth asks the judge.
package endings

import (
	"github.com/spf13/cobra"

	"chesscensus/cmd/chesscensus/internal/cli"
)

// Commands are those of this package.
func Commands(a *cli.App) []*cobra.Command {
	return []*cobra.Command{endgameCommand(a)}
}
