package cli

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"
)

// A MoveStyle is a format of printed moves: short algebraic notation on one line without numbers, for programs, or
// numbered moves, for people. Without either flag moves are numbered at a terminal only.
type MoveStyle struct{ SAN, Numbered bool }

// Flags adds --san and --numbered.
func (s *MoveStyle) Flags(c *cobra.Command) {
	f := c.Flags()
	f.BoolVar(&s.SAN, "san", false, "moves on one line without numbers, for programs, also at a terminal")
	f.BoolVar(&s.Numbered, "numbered", false, "numbered moves, for people, also if standard output is no terminal")
	MarkExclusive(c, "san", "numbered")
}

// ForPeople reports whether moves are numbered.
func (s *MoveStyle) ForPeople(a *App) bool { return s.Numbered || !s.SAN && Terminal(a.Out) }

// Wrap joins words to lines of at most 80 characters, each with its line end. A number stays with the move behind it.
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

// Plies returns a number of half-moves with its unit: "1 ply", "12 plies".
func Plies(n int) string {
	if n == 1 {
		return "1 ply"
	}
	return Number(uint64(n)) + " plies"
}

// FormerLength returns " (was 57)" for a game that had 57 plies and has been shortened to now, and "" if it has not become shorter.
func FormerLength(former, now int) string {
	if former <= now {
		return ""
	}
	return fmt.Sprintf(" (was %d)", former)
}
