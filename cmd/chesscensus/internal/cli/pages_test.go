package cli

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spf13/cobra"
)

func TestMarkdownText(t *testing.T) {
	for _, c := range [][2]string{
		{"Words.", "Words.\n"},
		{"N<=3 and a*b", "N&lt;=3 and a\\*b\n"},
		{"Before:\n\n  code  here\n\n  more\n\nbehind", "Before:\n\n\n```text\ncode  here\n\nmore\n```\n\nbehind\n"},
		{"Before:\n  code", "Before:\n\n```text\ncode\n```\n"},
	} {
		if got := markdownText(c[0]); got != c[1] {
			t.Errorf("%q: %q, want %q", c[0], got, c[1])
		}
	}
}

// TestWritePages: a page for every command that help lists, linked from the list, with what help says.
func TestWritePages(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "new")
	sub := &cobra.Command{Use: "sub X", Short: "Does it", Long: "It does it:\n\n  like this", Example: "  root sub 1", Run: func(*cobra.Command, []string) {}}
	sub.Flags().Int("much", 3, "how much")
	hidden := &cobra.Command{Use: "hidden", Hidden: true, Run: func(*cobra.Command, []string) {}}
	root := &cobra.Command{Use: "root", Long: "All."}
	root.AddCommand(sub, hidden)
	n, err := writePages(root, dir)
	if err != nil || n < 2 {
		t.Fatal(n, err)
	}
	read := func(name string) string {
		text, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	if text := read("index.md"); !strings.Contains(text, "| [`sub`](root-sub.md) | Does it |") || strings.Contains(text, "hidden") {
		t.Errorf("the list:\n%s", text)
	}
	text := read("root-sub.md")
	for _, want := range []string{"# root sub\n", "Does it.\n", "```text\nroot sub X [flags]\n```", "```text\nlike this\n```", "```text\nroot sub 1\n```", "--much int   how much (default 3)"} {
		if !strings.Contains(text, want) {
			t.Errorf("the page lacks %q:\n%s", want, text)
		}
	}
	if _, err := writePages(root, filepath.Join(dir, "index.md")); err == nil {
		t.Error("a file is no folder")
	}
}
