package site

import (
	"go/doc/comment"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestPackagePage reads a package of its own.
func TestPackagePage(t *testing.T) {
	root := t.TempDir()
	for name, text := range map[string]string{
		"low/low.go": "// Package low is low. See [Man.Walk] and [chesscensus/internal/deep.X].\n//\n// # Reading\n//\n// Slowly.\npackage low\n\n" +
			"// A Man is one.\ntype Man struct {\n\t// Name is his.\n\tName string\n\tsecret int\n}\n\n// Walk walks.\nfunc (m *Man) Walk() { m.secret++ }\n\n// New makes one.\nfunc New() *Man { return nil }\n\nfunc hidden() {}\n",
		"low/internal/x/x.go": "package x\n",
		"low/main/main.go":    "package main\n",
		"cmd/c/c.go":          "package c\n",
		"low/low_test.go":     "package low\n\n// A Test is none of it.\ntype Test int\n",
	} {
		path := filepath.Join(root, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	list, err := findPackages(root)
	if err != nil || len(list) != 1 || list[0].dir != "low" {
		t.Fatalf("%v, %v", list, err)
	}
	text, err := list[0].markdown()
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"# low\n", `import "chesscensus/low"`, "[Man.Walk](#Man.Walk)", "### Reading", "### Man.Walk {#Man.Walk}",
		"func (m *Man) Walk()\n", "Walk walks.", "// Name is his.", "func New() *Man\n", "(../packages/index.md)"} {
		if !strings.Contains(string(text), want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	for _, not := range []string{"secret int", "hidden", "Test", "m.secret"} {
		if strings.Contains(string(text), not) {
			t.Errorf("%q is in\n%s", not, text)
		}
	}
}

func TestPackageLinks(t *testing.T) {
	p := &pack{dir: "legality/cage"}
	for _, c := range []struct {
		link comment.DocLink
		want string
	}{
		{comment.DocLink{Name: "Finder"}, "#Finder"},
		{comment.DocLink{Recv: "Finder", Name: "Shut"}, "#Finder.Shut"},
		{comment.DocLink{ImportPath: "math/big", Name: "Int"}, "https://pkg.go.dev/math/big#Int"},
		{comment.DocLink{ImportPath: "chesscensus"}, "../../packages/chesscensus.md"},
		{comment.DocLink{ImportPath: "chesscensus/chess", Name: "Setup"}, "../../packages/chess.md#Setup"},
		{comment.DocLink{ImportPath: "chesscensus/sampler/internal/wide", Name: "X"}, "../../packages/index.md"},
	} {
		if got := p.link(&c.link); got != c.want {
			t.Errorf("%+v: %s, want %s", c.link, got, c.want)
		}
	}
}
