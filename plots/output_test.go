package plots

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/janpfeifer/gonb/gonbui"

	"chesscensus/internal/testing/testkit"
	"chesscensus/plots/internal/drawing"
)

// testFigure returns a figure to be saved or shown.
func testFigure() *Figure { return testPictures()["cascade"].(*Figure) }

// TestSaveWritesEveryFormat: Save makes the folder, writes PNG, SVG and PDF, and leaves no temporary file.
func TestSaveWritesEveryFormat(t *testing.T) {
	testkit.Medium(t)
	dir := filepath.Join(t.TempDir(), "made", "on the way")
	paths, err := testFigure().Save(dir, "cascade")
	want := []string{filepath.Join(dir, "cascade.png"), filepath.Join(dir, "cascade.svg"), filepath.Join(dir, "cascade.pdf")}
	if err != nil || !slices.Equal(paths, want) {
		t.Errorf("Save = %q, %v; want %q", paths, err, want)
	}
	for _, p := range paths {
		info, err := os.Stat(p)
		if err != nil || info.Size() < 1000 || info.Mode().Perm() != 0o644 {
			t.Errorf("%s: %+v, error %v, want 1000 bytes or more, readable by all", p, info, err)
		}
	}
	if entries, _ := os.ReadDir(dir); len(entries) != 3 {
		t.Errorf("%d files in the folder, want 3 and none temporary", len(entries))
	}
}

// TestSaveRejectsNamesWithPaths: an empty name, or one that is a path, is an error.
func TestSaveRejectsNamesWithPaths(t *testing.T) {
	testkit.Medium(t)
	dir := t.TempDir()
	for _, name := range []string{"", ".", "..", "a/b", "../a", "/a"} {
		if paths, err := testFigure().Save(dir, name); err == nil || paths != nil {
			t.Errorf("name %q: wrote %q, error %v; want an error and no file", name, paths, err)
		}
	}
}

// TestSaveErrorsNameTheFile checks the errors if the folder is a file or a target is a folder, and that
// no temporary file stays. (Missing permission cannot be tested as root.)
func TestSaveErrorsNameTheFile(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "file")
	testkit.OK(t, os.WriteFile(file, nil, 0o644))
	if _, err := testFigure().Save(file, "x"); err == nil || !strings.Contains(err.Error(), file) {
		t.Errorf("error %v does not name %s", err, file)
	}
	blocked := filepath.Join(dir, "x.svg")
	testkit.OK(t, os.MkdirAll(filepath.Join(blocked, "full"), 0o755))
	paths, err := testFigure().Save(dir, "x")
	if err == nil || !strings.Contains(err.Error(), blocked) || len(paths) != 1 {
		t.Errorf("wrote %q, error %v; want one file and an error that names %s", paths, err, blocked)
	}
	if left, _ := filepath.Glob(filepath.Join(dir, ".*")); len(left) > 0 {
		t.Errorf("temporary files %q stay", left)
	}
}

// TestFullDiskKeepsOldFile checks that a write that fails half-way leaves the old file.
func TestFullDiskKeepsOldFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.png")
	testkit.OK(t, os.WriteFile(path, []byte("old"), 0o644))
	_, err := drawing.Save(fullDisk{}, filepath.Dir(path), "x")
	if !errors.Is(err, syscall.ENOSPC) || !strings.Contains(err.Error(), path) {
		t.Errorf("error %v, want one that names the file and the full disk", err)
	}
	if data, _ := os.ReadFile(path); string(data) != "old" {
		t.Errorf("file holds %q, want the old content", data)
	}
	if entries, _ := os.ReadDir(filepath.Dir(path)); len(entries) != 1 {
		t.Errorf("%d files, want only the old one", len(entries))
	}
}

// A fullDisk is a picture whose encoding fails as on a full disk.
type fullDisk struct{}

// Encode writes the first bytes and returns the error of a full disk.
func (fullDisk) Encode(w io.Writer, _ string) error {
	_, err := w.Write([]byte("half of the n"))
	return errors.Join(err, syscall.ENOSPC)
}

// TestShowOutsideNotebookIsAnError: without a notebook Show returns ErrNoNotebook.
func TestShowOutsideNotebookIsAnError(t *testing.T) {
	if gonbui.IsNotebook {
		t.Skip("the test itself runs in a notebook")
	}
	if err := testFigure().Show(); !errors.Is(err, drawing.ErrNoNotebook) {
		t.Errorf("figure: error %v, want ErrNoNotebook", err)
	}
}
