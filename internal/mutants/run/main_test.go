package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestRun has bad commands refused, a mutant that cannot be made reported, and the table written as it was.
func TestRun(t *testing.T) {
	dir := t.TempDir()
	table := "# for people\n\nmutant a\nfile   x.go\nold    1\nnew    2\neffect legal\nwhy    because\ntests  ./x\n"
	if err := os.WriteFile(filepath.Join(dir, "table.txt"), []byte(table), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "bad.txt"), []byte("nonsense\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		args   string
		status int
		errs   string
	}{
		{"-root " + dir + " -table table.txt -only nothing", 0, ""},
		{"-root " + dir + " -table table.txt -write", 1, "a: "},
		{"-root " + dir + " -table bad.txt", 1, "bad.txt:1"},
		{"-root " + dir + " -table none.txt", 1, "none.txt"},
		{"-only (", 2, "missing"},
		{"-nonsense", 2, "nonsense"},
	} {
		var out, errs strings.Builder
		if status := run(t.Context(), strings.Fields(c.args), &out, &errs); status != c.status || !strings.Contains(errs.String(), c.errs) {
			t.Errorf("%s: status %d, %q; want %d, %q", c.args, status, errs.String(), c.status, c.errs)
		}
	}
	if text, err := os.ReadFile(filepath.Join(dir, "table.txt")); err != nil || string(text) != table {
		t.Errorf("%q, %v", text, err)
	}
}
