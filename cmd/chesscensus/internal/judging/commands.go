// Package judging holds the commands that decide whether positions are legal: judge, for lists and single
// positions, check, which confirms what judge has written, and recheck, which does so for draws.
//
// recheck draws from a space, judges, and has every refutation and every game checked again by package recheck, which shares no code
// with the engine (rechecks.go). What it finds is stored chunk by chunk (rechecksfile.go), so that a run of millions can be broken off
// and go on. It is how the claim is tested that no wrong refutation is among so and so many, and how it is counted what the engine
// leaves undecided; see docs/BIAS.md.
package judging

import (
	"github.com/spf13/cobra"

	"chesscensus/cmd/chesscensus/internal/cli"
)

// Commands are those of this package.
func Commands(a *cli.App) []*cobra.Command {
	return []*cobra.Command{judgeCommand(a), checkCommand(a), recheckCommand(a)}
}
