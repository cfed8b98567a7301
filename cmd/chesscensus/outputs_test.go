package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"chesscensus/internal/testing/testkit"
)

// TestNoOutputIsAnInput runs the program with an output that is read as well, under its name, under another, and through the shell: it says so, does not
// begin, and the file stays as it was.
func TestNoOutputIsAnInput(t *testing.T) {
	testkit.Medium(t)
	testkit.Unraced(t)
	exe := filepath.Join(t.TempDir(), "chesscensus")
	if out, err := exec.Command("go", "build", "-o", exe, ".").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	const text = "4k3/8/8/8/8/8/1P6/B3K3 b - - 0 1\n"
	for _, command := range []string{
		"judge F --certificate F", "judge F --certificate L", "judge F --certificate S", "judge --certificate F < F", "judge - --certificate L < F",
		"judge F >> F", "judge < F >> F", "judge C -o C", "check F >> L", "mate < F >> F",
	} {
		dir := t.TempDir()
		file := filepath.Join(dir, "F")
		for _, name := range []string{"F", "C.csv"} {
			testkit.OK(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600))
		}
		testkit.OK(t, os.Link(file, filepath.Join(dir, "L")))
		testkit.OK(t, os.Symlink(file, filepath.Join(dir, "S")))
		shell := exec.Command("sh", "-c", exe+" "+strings.ReplaceAll(command, "C", "C.csv"))
		shell.Dir = dir
		out, err := shell.CombinedOutput()
		if err == nil || !strings.Contains(string(out), "give the output another name") || strings.Contains(string(out), "illegal") {
			t.Errorf("%s: %v %s", command, err, out)
		}
		for _, name := range []string{"F", "C.csv"} {
			if b, err := os.ReadFile(filepath.Join(dir, name)); err != nil || string(b) != text {
				t.Errorf("%s: %s is %q, %v", command, name, b, err)
			}
		}
	}
	dir := t.TempDir()
	for _, c := range []struct{ command, want string }{
		{"positions -n 1 --format epd -o -", "id \"ranked-repaired"},
		{"judge --certificate c '4k3/8/8/8/8/8/1P6/B3K3 b - -' && cat c", `"reasons":["CagedBishop"]`},
	} {
		shell := exec.Command("sh", "-c", exe+" "+c.command)
		shell.Dir = dir
		if out, err := shell.CombinedOutput(); err != nil || !strings.Contains(string(out), c.want) {
			t.Errorf("%s: %v %s", c.command, err, out)
		}
	}
}
