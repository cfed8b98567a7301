package archtest

import (
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

// tree writes files below a new folder.
func tree(t *testing.T, files map[string]string) string {
	t.Helper()
	root := t.TempDir()
	for name, text := range files {
		path := filepath.Join(root, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return root
}

func TestMeasure(t *testing.T) {
	got, err := Measure(tree(t, map[string]string{
		"doc.go": "package p\n",
		"a/a.go": `package a

const One, two = 1, 2

type Box[T any] struct {
	Box2
	a, b int
	_    T
}

type Kind int
type small struct{}

func (b *Box[T]) Open()  {}
func (b Box[T]) close()  {}
func (small) Exported()  {}
func New() (b Box[int])  { return }
`,
		"a/b.go":            "package a\n\nfunc (b *Box[T]) Close() {}\n",
		"a/a_test.go":       "package a\n\nfunc TestX() {}\n",
		"a/testdata/x.go":   "no Go\n",
		"a/internal/b/b.go": "package b\n\nfunc Inner() {}\n",
		"cmd/main.go":       "package main\n\nfunc Main() {}\n",
		".hidden/hidden.go": "no Go\n",
	}))
	want := []Package{
		{Path: ".", Code: 1},
		{Path: "a", Code: 20, Test: 3, Exported: 6, Public: 6, Types: []Type{{"Box", 4, 3}, {"small", 0, 1}}}, // One, Box, Kind, New, Open, Close
		{Path: "a/internal/b", Code: 3, Exported: 1},
		{Path: "cmd", Code: 3},
	}
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%v\n got %+v\nwant %+v", err, got, want)
	}
}

func TestImportable(t *testing.T) {
	for path, want := range map[string]bool{".": true, "a/b": true, "internal": false, "internal/a": false, "a/internal/b": false, "a/internals": true} {
		if Importable(path) != want {
			t.Errorf("%q: %v", path, !want)
		}
	}
}

// TestMeasureErrors: a file that is no Go and a folder that is none.
func TestMeasureErrors(t *testing.T) {
	if _, err := Measure(tree(t, map[string]string{"a/a.go": "nonsense\n"})); err == nil || !strings.Contains(err.Error(), "a.go:1") {
		t.Error(err)
	}
	if _, err := Measure(filepath.Join(t.TempDir(), "none")); err == nil {
		t.Error("no error")
	}
}
