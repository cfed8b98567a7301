package cli

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"chesscensus/internal/testing/testkit"
)

// TestNewFiles: a new file appears when it is committed. Until then an older file with its name does not change.
func TestNewFiles(t *testing.T) {
	path := filepath.Join(t.TempDir(), "list.txt")
	read := func() string { b, _ := os.ReadFile(path); return string(b) }
	for i, text := range []string{"first", "second"} {
		before := read()
		f := testkit.Must(new(App).CreateFile(path))(t)
		fmt.Fprint(f, text)
		if read() != before {
			t.Errorf("file %d is there too early: %q", i, read())
		}
		if err := f.Commit(); err != nil || read() != text {
			t.Errorf("file %d: %q, %v", i, read(), err)
		}
		f.Drop() // does nothing to a committed file
	}
	f := testkit.Must(new(App).CreateFile(path))(t)
	fmt.Fprint(f, "third")
	f.Drop()
	if left, _ := os.ReadDir(filepath.Dir(path)); len(left) != 1 || read() != "second" {
		t.Errorf("after a drop: %q, %v", read(), left)
	}
	for _, bad := range []string{filepath.Dir(path), filepath.Join(path, "below"), filepath.Join(filepath.Dir(path), "none", "x")} {
		if _, err := new(App).CreateFile(bad); err == nil || !strings.Contains(err.Error(), "cannot write to "+bad) {
			t.Errorf("%s: %v", bad, err)
		}
	}
}
