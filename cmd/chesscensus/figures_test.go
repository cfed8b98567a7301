package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"chesscensus/cmd/chesscensus/internal/clitest"
	"chesscensus/internal/testing/testkit"
)

// TestFigures: figures writes figures, data and captions from a stored record, and leaves no temporary files.
func TestFigures(t *testing.T) {
	testkit.Medium(t)
	testkit.Unraced(t)
	dir := filepath.Join(t.TempDir(), "figures")
	status, out, errs := program.Invoke("", "figures", "--record", filepath.Join("../..", "records/unpromoted"), "--sample", "0", dir)
	if status != 0 || errs != "" || !strings.Contains(out, "records/unpromoted") {
		t.Fatalf("status %d, %q, %q", status, out, errs)
	}
	for _, name := range []string{"1col/verdicts.pdf", "2col/men.svg", "1col-titled/history.pdf", "data/men.csv", "captions/men.txt", "numbers.json", "README.txt"} {
		if _, err := os.Stat(filepath.Join(dir, name)); err != nil {
			t.Error(err)
		}
	}
	for _, pattern := range []string{".*", "*/.*"} {
		if hidden, _ := filepath.Glob(filepath.Join(dir, pattern)); len(hidden) > 0 {
			t.Errorf("left behind: %v", hidden)
		}
	}
}

// TestFiguresBadInput: bad input gives one line, which says what to do.
func TestFiguresBadInput(t *testing.T) {
	testkit.Unraced(t)
	dir := t.TempDir()
	file := filepath.Join(dir, "file")
	clitest.Write(t, file, "x")
	foreign := filepath.Join(dir, "foreign")
	testkit.OK(t, os.Mkdir(foreign, 0o755))
	clitest.Write(t, filepath.Join(foreign, "plan.json"), `{"format": 99}`)
	good := filepath.Join("../..", "records/unpromoted")
	for _, c := range []struct {
		args   []string
		status int
		want   string
	}{
		{[]string{filepath.Join(dir, "a")}, 1, "name one by --record DIR"},
		{[]string{"--record", good, file}, 1, "name a folder that can be written"},
		{[]string{"--record", filepath.Join(dir, "none"), filepath.Join(dir, "a")}, 1, "no record of a survey"},
		{[]string{"--record", foreign, filepath.Join(dir, "a")}, 1, "format"},
		{nil, 2, "accepts 1 arg"},
	} {
		status, out, errs := program.Invoke("", append([]string{"figures"}, c.args...)...)
		if status != c.status || out != "" || !strings.Contains(errs, c.want) || c.status == 1 && strings.Count(errs, "\n") != 1 {
			t.Errorf("%q: status %d, output %q, errors %q, want status %d and %q", c.args, status, out, errs, c.status, c.want)
		}
	}
}
