package cli

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"
)

// writePages writes a page of Markdown for a command and each of those below it, and a list of all, index.md; it returns how many commands
// there are. The pages say what help says.
func writePages(root *cobra.Command, dir string) (n int, err error) {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return 0, err
	}
	root.InitDefaultCompletionCmd()
	var index strings.Builder
	index.WriteString("# Commands\n\n" + markdownText(root.Long) + "\n| command | what it does |\n|---|---|\n")
	var write func(c *cobra.Command) error
	write = func(c *cobra.Command) error {
		n++
		if c != root {
			fmt.Fprintf(&index, "| [`%s`](%s) | %s |\n", strings.TrimPrefix(c.CommandPath(), root.Name()+" "), pageName(c), strings.ReplaceAll(c.Short, "|", `\|`))
			if err := os.WriteFile(filepath.Join(dir, pageName(c)), []byte(markdownPage(c)), 0o666); err != nil {
				return err
			}
		}
		for _, sub := range c.Commands() {
			if sub.IsAvailableCommand() {
				if err := write(sub); err != nil {
					return err
				}
			}
		}
		return nil
	}
	if err := write(root); err != nil {
		return n, err
	}
	return n, os.WriteFile(filepath.Join(dir, "index.md"), []byte(index.String()), 0o666)
}

// pageName is the file of a command's page.
func pageName(c *cobra.Command) string {
	return strings.ReplaceAll(c.CommandPath(), " ", "-") + ".md"
}

// markdownPage is the page of a command.
func markdownPage(c *cobra.Command) string {
	c.InitDefaultHelpFlag()
	var b strings.Builder
	fmt.Fprintf(&b, "# %s\n\n%s.\n\n", c.CommandPath(), strings.TrimSuffix(c.Short, "."))
	fmt.Fprintf(&b, "```text\n%s\n```\n\n", c.UseLine())
	b.WriteString(markdownText(c.Long))
	if c.Example != "" {
		fmt.Fprintf(&b, "\n## Examples\n\n```text\n%s\n```\n", unindented(c.Example))
	}
	if flags := c.LocalFlags(); flags.HasAvailableFlags() {
		fmt.Fprintf(&b, "\n## Flags\n\n```text\n%s```\n", flags.FlagUsagesWrapped(helpWidth))
	}
	if c.HasAvailableSubCommands() {
		b.WriteString("\n## Commands\n\n")
		for _, sub := range c.Commands() {
			if sub.IsAvailableCommand() {
				fmt.Fprintf(&b, "- [`%s`](%s): %s\n", sub.Name(), pageName(sub), sub.Short)
			}
		}
	}
	return b.String()
}

// markdownText is a text of help as Markdown: lines that are set off by two blanks are code.
func markdownText(text string) string {
	var b strings.Builder
	code := false
	lines := strings.Split(strings.TrimRight(text, "\n"), "\n")
	for i, line := range lines {
		indented := strings.HasPrefix(line, "  ")
		if line == "" && code { // a blank line within code, or its end
			indented = i+1 < len(lines) && strings.HasPrefix(lines[i+1], "  ")
		}
		if indented != code {
			if !code {
				b.WriteString("\n")
			}
			b.WriteString("```")
			if !code {
				b.WriteString("text")
			}
			b.WriteString("\n")
			code = indented
		}
		if code {
			b.WriteString(strings.TrimPrefix(line, "  ") + "\n")
			continue
		}
		b.WriteString(strings.NewReplacer("<", "&lt;", "*", `\*`, "_", `\_`).Replace(line) + "\n")
	}
	if code {
		b.WriteString("```\n")
	}
	return b.String()
}

// unindented takes two blanks from the beginning of each line.
func unindented(text string) string {
	lines := strings.Split(strings.Trim(text, "\n"), "\n")
	for i, line := range lines {
		lines[i] = strings.TrimPrefix(line, "  ")
	}
	return strings.Join(lines, "\n")
}
