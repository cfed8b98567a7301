package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

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
	root := filepath.Join("..", "..")
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
