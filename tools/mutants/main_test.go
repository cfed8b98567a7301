package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"chesscensus/internal/testing/testkit"
)

// smallModule writes a module with a function and its test into a new folder.
func smallModule(t *testing.T) (root string) {
	t.Helper()
	root = t.TempDir()
	for name, text := range map[string]string{
		"go.mod":      "module small\n\ngo 1.21\n",
		"x/x.go":      "package x\n\nfunc Max(a, b int) int {\n\tif a > b {\n\t\treturn a\n\t}\n\treturn b\n}\n",
		"x/x_test.go": "package x\n\nimport \"testing\"\n\nfunc TestMax(t *testing.T) {\n\tif Max(1, 2) != 2 {\n\t\tt.Error()\n\t}\n}\n",
	} {
		file := filepath.Join(root, filepath.FromSlash(name))
		testkit.OK(t, os.MkdirAll(filepath.Dir(file), 0o755))
		testkit.OK(t, os.WriteFile(file, []byte(text), 0o644))
	}
	return root
}

// TestRunTries tries mutants of a small module. The status is 1 if a mistake that refutes legal positions is not caught, and 0 if
// only one that refutes less is not. Results are stored one by one, so that -new tries only mutants that were not caught.
func TestRunTries(t *testing.T) {
	testkit.Medium(t)
	root := smallModule(t)
	table := filepath.Join(root, "table.txt")
	mutant := func(name, change, effect, caught string) string {
		return "mutant " + name + "\nfile   x/x.go\nold    a > b\nnew    a " + change + " b\neffect " + effect + "\nwhy    because\ntests  ./x\n" + caught
	}
	write := func(text string) { testkit.OK(t, os.WriteFile(table, []byte(text), 0o644)) }
	write("# for people\n\n" + mutant("less", "<", "legal", "") + "\n" + mutant("same", ">=", "illegal", ""))
	call := func(args ...string) (int, string) {
		var out, errs strings.Builder
		status := run(t.Context(), append([]string{"-root", root, "-table", "table.txt"}, args...), &out, &errs)
		return status, out.String() + errs.String()
	}
	if status, out := call("-write"); status != 0 || out != "less\tlegal\tx TestMax\nsame\tillegal\tLIVES\n" {
		t.Errorf("status %d, want 0; %s", status, out)
	}
	want := "# for people\n\n" + mutant("less", "<", "legal", "caught x TestMax\n") + "\n" + mutant("same", ">=", "illegal", "")
	if text, err := os.ReadFile(table); err != nil || string(text) != want {
		t.Errorf("the table is\n%s\nwant\n%s", text, want)
	}
	write(strings.Replace(want, "illegal", "legal", 1))
	if status, out := call("-new"); status != 1 || out != "same\tlegal\tLIVES\n" {
		t.Errorf("with -new: status %d, want 1; %s", status, out)
	}
	if status, out := call("-new", "-only", "less"); status != 0 || out != "" {
		t.Errorf("with -new -only less: status %d, want 0; %s", status, out)
	}
}
