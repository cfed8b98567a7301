package cli

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"
)

// A MoveStyle says how moves are printed: as lines of other programs have them, short algebraic
// notation without numbers, or for people. Unless told otherwise people are those at a terminal.
type MoveStyle struct{ SAN, Numbered bool }

// Flags adds --san and --numbered.
func (s *MoveStyle) Flags(c *cobra.Command) {
	f := c.Flags()
	f.BoolVar(&s.SAN, "san", false, "moves on one line without numbers, for programs, also at a terminal")
	f.BoolVar(&s.Numbered, "numbered", false, "numbered moves, for people, also if standard output is no terminal")
}

// People reports whether the output is for people.
func (s *MoveStyle) People(a *App) bool { return s.Numbered || !s.SAN && Terminal(a.Out) }

// Wrap joins words to lines of at most 80 characters, each with its line end. A number stays
// with the move behind it.
func Wrap(words []string) string {
	var glued []string
	for i := 0; i < len(words); i++ {
		word := words[i]
		if strings.HasSuffix(word, ".") && i+1 < len(words) {
			i++
			word += " " + words[i]
		}
		glued = append(glued, word)
	}
	text := strings.Join(wrapWords(glued, 80), "\n")
	if text != "" {
		text += "\n"
	}
	return text
}

// Plies writes a number of half-moves in words: "1 ply", "12 plies".
func Plies(n int) string {
	if n == 1 {
		return "1 ply"
	}
	return Number(uint64(n)) + " plies"
}

// Shortened says how long a game was as it was found, "" if it is no shorter now.
func Shortened(found, now int) string {
	if found <= now {
		return ""
	}
	return fmt.Sprintf(" (was %d)", found)
}
