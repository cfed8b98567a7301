package cli

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"
)

// manCommand writes the manual.
func manCommand(a *App) *cobra.Command {
	var pages bool
	c := &cobra.Command{
		Use:   "man DIR",
		Short: "Write the manual pages of all commands to a folder",
		Long: `Man writes a page for every command, chesscensus.1, chesscensus-judge.1 and so on, to a folder, which
is made if need be. They say what help says. With --markdown they are pages for a site, with a list of them in index.md.`,
		Example: `  chesscensus man man/man1 && man -M man chesscensus-judge`,
		Args:    cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			write := writeManual
			if pages {
				write = writePages
			}
			n, err := write(cmd.Root(), args[0])
			if err != nil {
				return fmt.Errorf("man: %w", err)
			}
			_, err = fmt.Fprintf(a.Err, "chesscensus: %d pages in %s\n", n, args[0])
			return err
		},
	}
	c.Flags().BoolVar(&pages, "markdown", false, "write Markdown")
	return c
}

// writeManual writes the pages of a command and those below it, and returns how many there are.
func writeManual(root *cobra.Command, dir string) (n int, err error) {
	if err := prepare(root, dir); err != nil {
		return 0, err
	}
	header := &doc.GenManHeader{Title: "CHESSCENSUS", Section: "1", Source: "chesscensus", Manual: "chesscensus"}
	return pages(root), doc.GenManTree(root, header, dir)
}

// writePages writes the same as Markdown, with the page of the program as index.md.
func writePages(root *cobra.Command, dir string) (n int, err error) {
	if err := prepare(root, dir); err != nil {
		return 0, err
	}
	first := root.Name() + ".md"
	link := func(page string) string {
		if page == first {
			return "index.md"
		}
		return page
	}
	if err := doc.GenMarkdownTreeCustom(root, dir, func(string) string { return "" }, link); err != nil {
		return 0, err
	}
	return pages(root), os.Rename(filepath.Join(dir, first), filepath.Join(dir, "index.md"))
}

// prepare makes the folder, and the commands ready for the generators of pages.
func prepare(root *cobra.Command, dir string) error {
	root.InitDefaultCompletionCmd()
	root.DisableAutoGenTag = true
	verbatim(root)
	return os.MkdirAll(dir, 0o777)
}

// pages counts the commands that have a page.
func pages(c *cobra.Command) (n int) {
	n = 1
	for _, sub := range c.Commands() {
		if sub.IsAvailableCommand() && !sub.IsAdditionalHelpTopicCommand() {
			n += pages(sub)
		}
	}
	return n
}

// verbatim has the indented lines of long texts, which are set off by two blanks, set as they are: Markdown, which the
// generator reads, wants four, and a blank line before.
func verbatim(c *cobra.Command) {
	var b strings.Builder
	words := false // in the line before
	for line := range strings.Lines(c.Long) {
		if strings.HasPrefix(line, "  ") {
			if words {
				b.WriteString("\n")
			}
			b.WriteString("  ")
		}
		b.WriteString(line)
		words = strings.TrimSpace(line) != "" && !strings.HasPrefix(line, "  ")
	}
	c.Long = b.String()
	for _, sub := range c.Commands() {
		verbatim(sub)
	}
}
