package cli

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"chesscensus/internal/testing/testkit"
)

// TestManual writes the manual pages of a program with one group, and compares them with its help.
func TestManual(t *testing.T) {
	group := func(*App) []*cobra.Command {
		c := &cobra.Command{Use: "count FEN", Short: "Count the men", Long: "Count counts:\n\n  all of them\n  and kings", Example: "  chesscensus count X",
			Run: func(*cobra.Command, []string) {}}
		c.Flags().Int("least", 3, "at least so many")
		return []*cobra.Command{c}
	}
	dir := filepath.Join(t.TempDir(), "deep", "man1")
	var out, errs strings.Builder
	if status := Run(context.Background(), []string{"man", dir}, strings.NewReader(""), &out, &errs, group); status != 0 || out.Len() > 0 ||
		!strings.Contains(errs.String(), " pages in "+dir) {
		t.Fatalf("status %d, %s%s", status, out.String(), errs.String())
	}
	page := testkit.Must(os.ReadFile(filepath.Join(dir, "chesscensus-count.1")))(t)
	testkit.Contains(t, string(page),
		`.TH "CHESSCENSUS" "1"`, "Count the men", "all of them\nand kings", `\fB--least\fP=3`, "chesscensus count X")
	for _, name := range []string{"chesscensus.1", "chesscensus-version.1", "chesscensus-man.1"} {
		if _, err := os.Stat(filepath.Join(dir, name)); err != nil {
			t.Error(err)
		}
	}
	file := filepath.Join(dir, "chesscensus.1")
	errs.Reset()
	if status := Run(context.Background(), []string{"man", file}, strings.NewReader(""), &out, &errs, group); status != 1 || strings.Count(errs.String(), "\n") != 1 {
		t.Errorf("a file in the place of the folder: status %d, %s", status, errs.String())
	}
}

// TestWritePages: every command in the help has a page with its help, to which the first page links.
func TestWritePages(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "new")
	sub := &cobra.Command{Use: "sub X", Short: "Does it", Long: "It does it:\n  like this", Example: "  root sub 1", Run: func(*cobra.Command, []string) {}}
	sub.Flags().Int("much", 3, "how much")
	hidden := &cobra.Command{Use: "hidden", Hidden: true, Run: func(*cobra.Command, []string) {}}
	root := &cobra.Command{Use: "root", Long: "All."}
	root.AddCommand(sub, hidden)
	if n := testkit.Must(writePages(root, dir))(t); n < 2 {
		t.Fatal(n)
	}
	for name, want := range map[string][]string{
		"index.md":    {"All.", "[root sub](root_sub.md)", "Does it"},
		"root_sub.md": {"Does it\n", "root sub X [flags]\n", "It does it:\n\n    like this", "  root sub 1\n", "--much int   how much (default 3)", "(index.md)"},
	} {
		text := string(testkit.Must(os.ReadFile(filepath.Join(dir, name)))(t))
		testkit.Contains(t, text, want...)
		if strings.Contains(text, "hidden") {
			t.Errorf("%s has a hidden command:\n%s", name, text)
		}
	}
	testkit.Fails(writePages(root, filepath.Join(dir, "index.md")))(t, "", "a file is no folder")
}
