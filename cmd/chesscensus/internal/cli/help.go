package cli

import (
	"strings"

	"github.com/spf13/cobra"
)

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
