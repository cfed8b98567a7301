// Package judging holds the commands that decide whether positions are legal: judge, for lists and single
// positions, check, which confirms what judge has written, and recheck, which does so for draws.
package judging

import (
	"github.com/spf13/cobra"

	"chesscensus/cmd/chesscensus/internal/cli"
)

// Commands are those of this package.
func Commands(a *cli.App) []*cobra.Command {
	return []*cobra.Command{judgeCommand(a), checkCommand(a), recheckCommand(a)}
}
