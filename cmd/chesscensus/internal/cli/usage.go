package cli

import (
	"io"
	"strings"

	"github.com/spf13/cobra"

	"chesscensus/internal/suggest"
)

// usageErrors makes wrong arguments of a command and those below it usage errors, and the name of a command
// that is not there one with the nearest that is.
func usageErrors(c *cobra.Command) {
	check := c.Args
	switch {
	case c.HasSubCommands():
		c.Args = func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return nil
			}
			return unknownCommand(cmd, args[0])
		}
	case check != nil:
		c.Args = func(cmd *cobra.Command, args []string) error {
			if err := check(cmd, args); err != nil {
				return Usagef("%v (see chesscensus help %s)", err, topic(cmd))
			}
			return nil
		}
	}
	for _, sub := range c.Commands() {
		usageErrors(sub)
	}
}

// topic is what help is to be asked for: the words of a command, such as "survey plan".
func topic(cmd *cobra.Command) string {
	return strings.TrimPrefix(cmd.CommandPath(), cmd.Root().Name()+" ")
}

// unknownCommand is the error about a command that is not below parent.
func unknownCommand(parent *cobra.Command, word string) error {
	return Usagef("unknown command %.40q for %q (see %s)%s", word, parent.CommandPath(), helpFor(parent), suggest.Question(word, commandNames(parent)))
}

func helpFor(c *cobra.Command) string {
	_, below, _ := strings.Cut(c.CommandPath(), " ")
	return strings.TrimSpace(c.Root().Name() + " help " + below)
}

// commandNames lists the commands below one.
func commandNames(parent *cobra.Command) (names []string) {
	for _, c := range parent.Commands() {
		if c.IsAvailableCommand() || c.Name() == "help" {
			names = append(names, c.Name())
		}
	}
	return names
}

// nearestFlag suggests a flag for one that the error says is unknown.
func nearestFlag(cmd *cobra.Command, err error) string {
	word, found := strings.CutPrefix(err.Error(), "unknown flag: --")
	if !found {
		return ""
	}
	var names []string
	for _, f := range collected(cmd.Flags().VisitAll) {
		names = append(names, "--"+f.Name)
	}
	return suggest.Question("--"+word, names)
}

// help is the function behind --help, which cobra gives no error to return: for a command that is not there
// or an output that cannot be written it notes one.
func (a *App) help(show func(*cobra.Command, []string)) func(*cobra.Command, []string) {
	return func(c *cobra.Command, args []string) {
		if words := c.Flags().Args(); len(args) > 0 && len(words) > 0 && c.HasSubCommands() {
			a.unhelped = unknownCommand(c, words[0])
			return
		}
		out := &noting{w: c.OutOrStdout()}
		c.SetOut(out)
		show(c, args)
		a.unhelped = out.err
	}
}

// noting is a writer that keeps the first error.
type noting struct {
	w   io.Writer
	err error
}

func (n *noting) Write(p []byte) (int, error) {
	if n.err != nil {
		return 0, n.err
	}
	var written int
	written, n.err = n.w.Write(p)
	return written, n.err
}

// helpCommand is help, for which a command that is not there is an error.
func helpCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "help [COMMAND]",
		Short: "Help about a command",
		ValidArgsFunction: func(c *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
			if cmd, _, err := c.Root().Find(args); err == nil {
				return commandNames(cmd), cobra.ShellCompDirectiveNoFileComp
			}
			return nil, cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(c *cobra.Command, args []string) error {
			cmd := c.Root()
			for _, word := range args {
				below, _, err := cmd.Find([]string{word})
				if err != nil || below == cmd {
					return unknownCommand(cmd, word)
				}
				cmd = below
			}
			cmd.InitDefaultHelpFlag()
			return cmd.Help()
		},
	}
}
