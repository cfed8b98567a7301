package site

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestNotebook: cells and what they have shown, in order, each as the reader should see it.
func TestNotebook(t *testing.T) {
	dir, root := t.TempDir(), t.TempDir()
	cells := `{"cells": [
	 {"cell_type": "markdown", "source": ["# Title\n", "see [the next](b.ipynb)"]},
	 {"cell_type": "code", "source": "1 + 1\n", "outputs": [{"output_type": "stream", "text": ["2\n"]}]},
	 {"cell_type": "code", "source": ["board"], "outputs": [{"output_type": "display_data", "data": {"text/html": ["<b>\n", "\n\n", "x</b>"], "text/plain": "no"}}]},
	 {"cell_type": "code", "source": "plot", "outputs": [{"output_type": "display_data", "data": {"image/png": "QUJD\n"}}]},
	 {"cell_type": "code", "source": "  ", "outputs": []}]}`
	write := func(text string) {
		if err := os.WriteFile(filepath.Join(root, "a.ipynb"), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	write(cells)
	if err := os.WriteFile(filepath.Join(root, "b.ipynb"), nil, 0o666); err != nil {
		t.Fatal(err)
	}
	s := &site{root: root, dir: dir, page: map[string]string{"a.ipynb": "a.md", "b.ipynb": "b.md"}}
	if err := s.notebook("a.ipynb"); err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile(filepath.Join(dir, "a.md"))
	if err != nil {
		t.Fatal(err)
	}
	const want = "# Title\nsee [the next](b.md)\n\n```go\n1 + 1\n```\n\n```text\n2\n```\n\n```go\nboard\n```\n\n" +
		"<div class=\"output\"><b>\nx</b></div>\n\n```go\nplot\n```\n\n" +
		"<div class=\"output\"><img alt=\"figure\" src=\"data:image/png;base64,QUJD\"></div>\n\n"
	if !strings.HasPrefix(string(got), want) {
		t.Errorf("%q\nwant %q", got, want)
	}
	for text, want := range map[string]string{
		"{": "a.ipynb: ",
		`{"cells": [{"cell_type": "code", "source": "x", "outputs": [{"output_type": "error"}]}]}`: "a.ipynb: cell 1: an error is stored",
		`{"cells": [{"cell_type": "markdown", "source": "[x](gone.md)"}]}`:                         "gone.md leads nowhere",
	} {
		write(text)
		if err := s.notebook("a.ipynb"); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", text, err, want)
		}
	}
}
