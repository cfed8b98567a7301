package cli

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spf13/cobra"
)

// TestManual writes the pages of a program with one group, and looks for what help says.
func TestManual(t *testing.T) {
	group := func(*App) []*cobra.Command {
		c := &cobra.Command{Use: "count FEN", Short: "Count the men", Long: "Count counts:\n\n  all of them\n  and kings", Example: "  chesscensus count X",
			Run: func(*cobra.Command, []string) {}}
		c.Flags().Int("least", 3, "at least so many")
		return []*cobra.Command{c}
	}
	dir := filepath.Join(t.TempDir(), "deep", "man1")
	var out, errs strings.Builder
	if status := Run(context.Background(), []string{"man", dir}, strings.NewReader(""), &out, &errs, group); status != 0 || out.Len() > 0 || !strings.Contains(errs.String(), " pages in "+dir) {
		t.Fatalf("status %d, %s%s", status, out.String(), errs.String())
	}
	page, err := os.ReadFile(filepath.Join(dir, "chesscensus-count.1"))
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`.TH "CHESSCENSUS" "1"`, "Count the men", "all of them\nand kings", `\fB--least\fP=3`, "chesscensus count X"} {
		if !strings.Contains(string(page), want) {
			t.Errorf("no %q in\n%s", want, page)
		}
	}
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
