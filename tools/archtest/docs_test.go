package archtest

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"chesscensus/chess"
	"chesscensus/internal/testing/testkit"
)

// maxDocLineLength is the greatest length in characters of a line of Markdown. Tables, code, and lines that cannot be broken
// (links, pictures) are exempt.
const maxDocLineLength = 160

// longLines returns the numbers of the lines of a Markdown text that are too long.
func longLines(text string) (numbers []int) {
	code := false
	for i, line := range strings.Split(text, "\n") {
		if strings.HasPrefix(strings.TrimSpace(line), "```") {
			code = !code
		}
		words := strings.Fields(line)
		if code || strings.HasPrefix(line, "|") || strings.HasPrefix(line, "    ") || len(words) < 3 || utf8.RuneCountInString(line) <= maxDocLineLength {
			continue
		}
		numbers = append(numbers, i+1)
	}
	return numbers
}

// TestDocLines: lines of the pages are short enough for an editor and a diff.
func TestDocLines(t *testing.T) {
	pages, err := filepath.Glob(filepath.Join(root, "docs", "*.md"))
	if err != nil || len(pages) < 10 {
		t.Fatalf("%d pages, %v", len(pages), err)
	}
	for _, name := range []string{"README.md", "CHANGELOG.md", "CONTRIBUTING.md"} {
		pages = append(pages, filepath.Join(root, name))
	}
	for _, path := range pages {
		text := testkit.Must(os.ReadFile(path))(t)
		for _, n := range longLines(string(text)) {
			t.Errorf("%s:%d: more than %d characters: break the line", strings.TrimPrefix(path, root+string(filepath.Separator)), n, maxDocLineLength)
		}
	}
}

// TestGlossary: the glossary has at most 120 lines, every entry has a term, a meaning and an example, no section has a term twice, and every FEN record can be parsed.
func TestGlossary(t *testing.T) {
	text := testkit.Must(os.ReadFile(filepath.Join("..", "..", "docs", "GLOSSARY.md")))(t)
	record := regexp.MustCompile("`([1-8pnbrqkPNBRQK]+(?:/[1-8pnbrqkPNBRQK]+){7} [wb] [KQkq-]+ -)`")
	entries, positions := 0, 0
	var seen map[string]bool
	for line := range strings.Lines(string(text)) {
		line = strings.TrimSpace(line)
		switch {
		case strings.HasPrefix(line, "#"):
			seen = map[string]bool{"term": true, "word": true}
			continue
		case !strings.HasPrefix(line, "|"), strings.HasPrefix(line, "|---"):
			continue
		}
		cells := strings.Split(strings.Trim(line, "|"), "|")
		for i := range cells {
			cells[i] = strings.TrimSpace(cells[i])
		}
		if seen[cells[0]] {
			if cells[0] != "term" && cells[0] != "word" {
				t.Errorf("%q stands twice in a section", cells[0])
			}
			continue
		}
		entries++
		seen[cells[0]] = true
		if len(cells) != 3 || cells[0] == "" || cells[1] == "" || cells[2] == "" {
			t.Errorf("want a term, a meaning and an example: %s", line)
		}
		for _, m := range record.FindAllStringSubmatch(line, -1) {
			positions++
			if _, err := chess.ParseFEN(m[1] + " 0 1"); err != nil {
				t.Errorf("%q: %v", cells[0], err)
			}
		}
	}
	if n := strings.Count(string(text), "\n"); n > 120 {
		t.Errorf("%d lines, want 120 at most", n)
	}
	if entries < 60 || positions < 10 {
		t.Errorf("%d entries and %d positions were read", entries, positions)
	}
}
