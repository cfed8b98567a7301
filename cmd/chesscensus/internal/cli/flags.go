package cli

import (
	"github.com/spf13/cobra"

	"chesscensus/legality"
)

// EffortFlag adds --effort to a command.
func EffortFlag(c *cobra.Command, name *string) {
	c.Flags().StringVar(name, "effort", legality.DefaultEffort().String(), "how far to judge: static, kernel, path, game, exhaustive")
	_ = c.RegisterFlagCompletionFunc("effort", cobra.FixedCompletions(
		efforts, cobra.ShellCompDirectiveNoFileComp))
}

// efforts are the names that --effort takes.
var efforts = []string{"static", "kernel", "path", "game", "exhaustive"}

// EffortError is the usage error about a name that is no effort.
func EffortError(name string, err error) error {
	return Usagef("--effort: %v%s", err, Suggest(name, efforts))
}
