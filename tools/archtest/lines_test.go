package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"chesscensus/internal/testing/testkit"
)

// maxDocLine is the longest line of a text in Markdown, in characters. Rows of tables, code, and what cannot be broken (a link, a picture) are excepted.
const maxDocLine = 160

// longLines returns the numbers of the lines of a text in Markdown that are too long.
func longLines(text string) (numbers []int) {
	code := false
	for i, line := range strings.Split(text, "\n") {
		if strings.HasPrefix(strings.TrimSpace(line), "```") {
			code = !code
		}
		words := strings.Fields(line)
		if code || strings.HasPrefix(line, "|") || strings.HasPrefix(line, "    ") || len(words) < 3 || utf8.RuneCountInString(line) <= maxDocLine {
			continue
		}
		numbers = append(numbers, i+1)
	}
	return numbers
}

// TestDocLines: lines of the pages can be read and compared in an editor and in a diff.
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
			t.Errorf("%s:%d: more than %d characters: break the line", strings.TrimPrefix(path, root+string(filepath.Separator)), n, maxDocLine)
		}
	}
}
