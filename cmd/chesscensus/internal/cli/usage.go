package cli

import (
	"bufio"
	"strings"

	"github.com/spf13/cobra"

	"chesscensus/internal/suggest"
)

// usageErrors turns errors about the arguments of a command and of its subcommands into usage errors. The error about
// an unknown command suggests the most similar name.
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
				return Usagef("%v (see %s)", err, helpFor(cmd))
			}
			return nil
		}
	}
	for _, sub := range c.Commands() {
		usageErrors(sub)
	}
}

// unknownCommand returns the error about a word that names no subcommand of parent.
func unknownCommand(parent *cobra.Command, word string) error {
	return Usagef("unknown command %.40q for %q (see %s)%s", word, parent.CommandPath(), helpFor(parent), suggest.Question(word, commandNames(parent)))
}

// helpFor returns the command line that prints the help of a command.
func helpFor(c *cobra.Command) string {
	_, below, _ := strings.Cut(c.CommandPath(), " ")
	return strings.TrimSpace(c.Root().Name() + " help " + below)
}

// commandNames returns the names of the available subcommands, and help.
func commandNames(parent *cobra.Command) (names []string) {
	for _, c := range parent.Commands() {
		if c.IsAvailableCommand() || c.Name() == "help" {
			names = append(names, c.Name())
		}
	}
	return names
}

// nearestFlag returns a question that suggests a flag, if err is about an unknown flag, and otherwise "".
func nearestFlag(cmd *cobra.Command, err error) string {
	word, found := strings.CutPrefix(err.Error(), "unknown flag: --")
	if !found {
		return ""
	}
	var names []string
	for _, f := range collect(cmd.Flags().VisitAll) {
		names = append(names, "--"+f.Name)
	}
	return suggest.Question("--"+word, names)
}

// helpFunc wraps the function that cobra calls for --help. That function returns no error, so the error about an
// unknown command or a failed write goes to helpErr.
func (a *App) helpFunc(show func(*cobra.Command, []string)) func(*cobra.Command, []string) {
	return func(c *cobra.Command, args []string) {
		if words := c.Flags().Args(); len(args) > 0 && len(words) > 0 && c.HasSubCommands() {
			a.helpErr = unknownCommand(c, words[0])
			return
		}
		out := bufio.NewWriter(c.OutOrStdout())
		c.SetOut(out)
		show(c, args)
		a.helpErr = out.Flush()
	}
}

// helpCommand returns the command help, which unlike cobra's own returns an error for an unknown command.
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

// helpWidth is the greatest length of a line of help, in bytes.
const helpWidth = 100

// wrapHelp breaks the lines of the help of a command and of its subcommands, as [wrapText] does.
func wrapHelp(c *cobra.Command) {
	c.Long = wrapText(c.Long, helpWidth)
	for _, sub := range c.Commands() {
		wrapHelp(sub)
	}
}

// wrapText breaks paragraphs at blanks, so that no line is longer than width. Consecutive lines form a paragraph. Lines that begin
// with a blank, which are examples and tables, do not change. A word that is longer than a line gets a line of its own.
func wrapText(text string, width int) string {
	var out, words []string
	flush := func() {
		out = append(out, wrapWords(words, width)...)
		words = nil
	}
	for line := range strings.SplitSeq(text, "\n") {
		if line != "" && !strings.HasPrefix(line, " ") {
			words = append(words, strings.Fields(line)...)
			continue
		}
		flush()
		out = append(out, line)
	}
	flush()
	return strings.Join(out, "\n")
}

// wrapWords joins words to lines of at most width bytes.
func wrapWords(words []string, width int) []string {
	var lines []string
	for _, word := range words {
		if last := len(lines) - 1; last >= 0 && len(lines[last])+1+len(word) <= width {
			lines[last] += " " + word
		} else {
			lines = append(lines, word)
		}
	}
	return lines
}
