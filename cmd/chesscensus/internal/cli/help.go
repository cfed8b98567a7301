package cli

import (
	"strings"

	"github.com/spf13/cobra"
)

// helpWidth is how long lines of help may be: what terminals show, with the indentation of examples.
const helpWidth = 100

// wrapHelp sets the paragraphs of the help of a command and those below it. Indented lines, which are examples and tables, stay.
func wrapHelp(c *cobra.Command) {
	c.Long = wrapText(c.Long, helpWidth)
	for _, sub := range c.Commands() {
		wrapHelp(sub)
	}
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
