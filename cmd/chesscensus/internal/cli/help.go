package cli

import (
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// helpWidth is how long lines of help may be: what terminals show, with the indentation of examples.
const helpWidth = 100

// wrapHelp sets the paragraphs of the help of a command and those below it. Indented lines, which are examples and tables, stay.
func wrapHelp(c *cobra.Command) {
	c.SetUsageFunc(usage)
	var all func(c *cobra.Command)
	all = func(c *cobra.Command) {
		c.Long = wrapText(c.Long, helpWidth)
		for _, sub := range c.Commands() {
			all(sub)
		}
	}
	all(c)
}

// usage prints what cobra prints below the text of a command, with flags set to the width. A function, as a template of cobra's would have the linker keep
// every exported method of the program.
func usage(c *cobra.Command) error {
	var b strings.Builder
	b.WriteString("Usage:")
	if c.Runnable() {
		b.WriteString("\n  " + c.UseLine())
	}
	if c.HasAvailableSubCommands() {
		fmt.Fprintf(&b, "\n  %s [command]", c.CommandPath())
	}
	if c.HasExample() {
		b.WriteString("\n\nExamples:\n" + c.Example)
	}
	if c.HasAvailableSubCommands() {
		b.WriteString("\n\nAvailable Commands:")
		for _, sub := range c.Commands() {
			if sub.IsAvailableCommand() || sub.Name() == "help" {
				fmt.Fprintf(&b, "\n  %-*s %s", sub.NamePadding(), sub.Name(), sub.Short)
			}
		}
	}
	for _, flags := range []struct {
		title string
		set   *pflag.FlagSet
	}{{"Flags", c.LocalFlags()}, {"Global Flags", c.InheritedFlags()}} {
		if flags.set.HasAvailableFlags() {
			fmt.Fprintf(&b, "\n\n%s:\n%s", flags.title, strings.TrimRight(flags.set.FlagUsagesWrapped(helpWidth), " \n"))
		}
	}
	if c.HasAvailableSubCommands() {
		fmt.Fprintf(&b, "\n\nUse \"%s [command] --help\" for more information about a command.", c.CommandPath())
	}
	b.WriteByte('\n')
	_, err := io.WriteString(c.OutOrStderr(), b.String())
	return err
}

// wrapText sets the paragraphs of a text to a width: lines that follow each other are one paragraph, broken at blanks. Lines that begin with
// a blank stay as they are, and so do words that are longer than a line.
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

// wrapWords puts words into lines of at most so many characters.
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
