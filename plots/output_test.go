package plots

import (
	"bytes"
	"errors"
	"flag"
	"image"
	"image/png"
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
	testkit.Fails(testFigure().Save(file, "x"))(t, file)
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

// TestShowOutsideNotebookIsAnError: without a notebook Show returns ErrNoNotebook.
func TestShowOutsideNotebookIsAnError(t *testing.T) {
	if gonbui.IsNotebook {
		t.Skip("the test itself runs in a notebook")
	}
	testkit.FailsWith(t, testFigure().Show(), drawing.ErrNoNotebook, "figure")
}

var update = flag.Bool("update", false, "rewrite the golden pictures in testdata; then look at them")

// golden maps the pictures in testdata to their format. Figures are small PNG files, boards SVG.
var golden = map[string]string{
	"histogram": "png", "histogram-log": "png", "cascade": "png", "convergence": "png",
	"convergence-open": "png", "survival": "png", "survival-log": "png", "distribution": "png",
	"dots": "png", "dots-log": "png", "shares": "png",
	"board": "svg", "gallery": "svg",
}

// TestPicturesMatchGolden compares SVG byte by byte and PNG by pixels: at most one in a thousand may differ visibly, as floating point may
// be fused on other machines.
func TestPicturesMatchGolden(t *testing.T) {
	testkit.Medium(t)
	pictures := testPictures()
	for name, format := range golden {
		path := filepath.Join("testdata", name+"."+format)
		var b bytes.Buffer
		testkit.OK(t, pictures[name].Encode(&b, format))
		if *update {
			testkit.OK(t, os.WriteFile(path, b.Bytes(), 0o644))
			continue
		}
		want := testkit.Must(os.ReadFile(path))(t)
		if format == "svg" && !bytes.Equal(b.Bytes(), want) {
			t.Errorf("%s differs from %s; if that is meant, run with -update and look", name, path)
		}
		if format == "png" && !samePixels(t, b.Bytes(), want) {
			t.Errorf("%s differs visibly from %s; if that is meant, run with -update and look", name, path)
		}
	}
}

// samePixels reports whether at most one pixel in a thousand differs by more than 16 of 255 in any color.
func samePixels(t *testing.T, a, b []byte) bool {
	t.Helper()
	var im [2]image.Image
	for i, data := range [][]byte{a, b} {
		im[i] = testkit.Must(png.Decode(bytes.NewReader(data)))(t)
	}
	if im[0].Bounds() != im[1].Bounds() {
		return false
	}
	bad, r := 0, im[0].Bounds()
	for y := r.Min.Y; y < r.Max.Y; y++ {
		for x := r.Min.X; x < r.Max.X; x++ {
			r1, g1, b1, _ := im[0].At(x, y).RGBA()
			r2, g2, b2, _ := im[1].At(x, y).RGBA()
			for _, d := range [3]int{int(r1) - int(r2), int(g1) - int(g2), int(b1) - int(b2)} {
				if d > 16<<8 || d < -16<<8 {
					bad++
					break
				}
			}
		}
	}
	return 1000*bad <= r.Dx()*r.Dy()
}

// TestEncodeIsDeterministic builds every picture twice and compares the bytes of every format, whose first bytes must be the format's own.
// With -short it takes one figure and one board.
func TestEncodeIsDeterministic(t *testing.T) {
	testkit.Medium(t)
	first, second := testPictures(), testPictures()
	for name := range first {
		if testing.Short() && name != "convergence" && name != "gallery" {
			continue
		}
		for format, magic := range map[string]string{"png": "\x89PNG", "svg": "<", "pdf": "%PDF-"} {
			var a, b bytes.Buffer
			testkit.OK(t, first[name].Encode(&a, format))
			testkit.OK(t, second[name].Encode(&b, format))
			if !bytes.Equal(a.Bytes(), b.Bytes()) {
				t.Errorf("%s as %s differs from run to run", name, format)
			}
			if !bytes.HasPrefix(a.Bytes(), []byte(magic)) {
				t.Errorf("%s as %s starts with %q, want %q", name, format, a.Bytes()[:8], magic)
			}
			if limit := 300 << 10; a.Len() > limit {
				t.Errorf("%s as %s takes %d bytes, more than a notebook should store", name, format, a.Len())
			}
		}
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
