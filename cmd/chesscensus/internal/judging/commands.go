// Package judging holds the commands that decide whether positions are legal: judge, for lists and single
// positions, check, which confirms certificates that judge has written, and recheck, which judges and confirms draws.
//
// The command recheck draws from a space, judges, and checks every refutation and every game again by package recheck, which shares
// no code with the engine (rechecks.go). It stores the results chunk by chunk (rechecksfile.go), so that a run of millions of draws
// can be interrupted and continued. It bounds the share of wrong refutations, and counts the draws that the engine leaves
// undecided; see docs/BIAS.md.
package judging

import (
	"github.com/spf13/cobra"

	"chesscensus/cmd/chesscensus/internal/cli"
)

// Commands returns the commands of this package.
func Commands(a *cli.App) []*cobra.Command {
	return []*cobra.Command{judgeCommand(a), checkCommand(a), recheckCommand(a)}
}
