// Package endings holds the command endgame: tables of small materials, their comparison with the engine, and
// the theorems on which of their positions are legal.
//
// # The comparison
//
// Each setup of a small material has a class in each of the two readings of package endgame. The classes
// limit what a judge may answer:
//
//	Invalid   a rule of the board is broken                    illegal
//	Refuted   derivedly illegal, from all predecessors         illegal; a game would be a contradiction
//	Open      a predecessor exists in a larger material only   either
//	Chained   an infinite chain of predecessors within the     legal; illegal would be a contradiction,
//	          material exists                                  unless Isolated
//
// Refuted is sound. Proof: suppose that a game leads to such a setup. Each of its positions is a predecessor of
// the next, and the initial position is not derivedly illegal. So somewhere a setup that
// is not derivedly illegal is followed by one that is, which contradicts the definition.
//
// Chained is not sound: with a white bishop on a1 behind a white pawn on b2 the kings may move back and forth for ever, but the
// bishop cannot have reached a1. [Isolated] recognizes this case and no other, and [compareTruth] also the setups that can only
// have come from it. All other contradictions are reported.
//
// For up to 4 men the classes come from tables (tableCases); for any number of men
// randomCases draws setups and looks back a fixed number of moves. compareTruth calls the judge.
package endings

import (
	"github.com/spf13/cobra"

	"chesscensus/cmd/chesscensus/internal/cli"
)

// Commands returns the commands of this package.
func Commands(a *cli.App) []*cobra.Command {
	return []*cobra.Command{endgameCommand(a)}
}
