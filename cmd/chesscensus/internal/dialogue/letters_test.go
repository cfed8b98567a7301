package dialogue_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"chesscensus/chess"
	"chesscensus/chess/notation"
	"chesscensus/cmd/chesscensus/internal/dialogue"
	"chesscensus/internal/testing/testkit"
)

// TestLetters: German moves are read if the language is given, and offered if not; signs of annotation stand between moves; a game
// from a file says what it lacks.
func TestLetters(t *testing.T) {
	de := testkit.Must(chess.LettersOf("de"))(t)
	name := filepath.Join(t.TempDir(), "de.pgn")
	testkit.OK(t, os.WriteFile(name, []byte("1. e4 e5 2. Sf3 -- 3. d4 *"), 0o666))
	for _, c := range []struct {
		letters    chess.Letters
		line, want string
	}{
		{de, "1. e4 e5 2. Sf3 ± Sc6 $14 3. Lb5", "Bb5"},
		{chess.Letters{}, "Sf3", "use --letters de"},
		{de, "Nf3", "Nf3"},
		{de, "LOAD " + name, "is a null move"},
		{chess.Letters{}, "LOAD " + name, "use --letters de"},
	} {
		d := dialogue.New(dialogue.Options{Notation: notation.Algebraic, Letters: c.letters})
		answer, err := d.Say(c.line)
		if err != nil {
			answer += err.Error()
		}
		if !strings.Contains(answer, c.want) {
			t.Errorf("%s: %q, want %q", c.line, answer, c.want)
		}
	}
}
