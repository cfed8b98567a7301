package cli

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"
)

// manCommand returns the command man, which writes manual pages.
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

// writeManual writes the manual pages of a command and of its subcommands, and returns their number.
func writeManual(root *cobra.Command, dir string) (n int, err error) {
	if err := preparePages(root, dir); err != nil {
		return 0, err
	}
	header := &doc.GenManHeader{Title: "CHESSCENSUS", Section: "1", Source: "chesscensus", Manual: "chesscensus"}
	return countPages(root), doc.GenManTree(root, header, dir)
}

// writePages writes the pages as Markdown, with that of the program as index.md, and returns their number.
func writePages(root *cobra.Command, dir string) (n int, err error) {
	if err := preparePages(root, dir); err != nil {
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
	return countPages(root), os.Rename(filepath.Join(dir, first), filepath.Join(dir, "index.md"))
}

// preparePages creates the folder, and changes the commands as the generators of pages need them.
func preparePages(root *cobra.Command, dir string) error {
	root.InitDefaultCompletionCmd()
	root.DisableAutoGenTag = true
	indentVerbatim(root)
	return os.MkdirAll(dir, 0o777)
}

// countPages returns the number of commands that have a page.
func countPages(c *cobra.Command) (n int) {
	n = 1
	for _, sub := range c.Commands() {
		if sub.IsAvailableCommand() && !sub.IsAdditionalHelpTopicCommand() {
			n += countPages(sub)
		}
	}
	return n
}

// indentVerbatim marks the indented lines in the help of a command and of its subcommands as verbatim text for the generators, which
// read Markdown: verbatim lines are indented by four blanks instead of two, and follow a blank line.
func indentVerbatim(c *cobra.Command) {
	var b strings.Builder
	afterText := false // whether the line before is part of a paragraph
	for line := range strings.Lines(c.Long) {
		if strings.HasPrefix(line, "  ") {
			if afterText {
				b.WriteString("\n")
			}
			b.WriteString("  ")
		}
		b.WriteString(line)
		afterText = strings.TrimSpace(line) != "" && !strings.HasPrefix(line, "  ")
	}
	c.Long = b.String()
	for _, sub := range c.Commands() {
		indentVerbatim(sub)
	}
}
