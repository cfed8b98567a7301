package main

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"chesscensus/internal/testing/testkit"
)

// root is the folder of the module.
var root = filepath.Join("..", "..")

// importGraph returns the imports of this module.
func importGraph(t *testing.T) map[string][]string {
	t.Helper()
	// Stat every source file, so that the cache of go test notices when one changes.
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err == nil && d.IsDir() && len(d.Name()) > 2 && d.Name()[0] == '.' {
			return fs.SkipDir
		}
		if err == nil && filepath.Ext(path) == ".go" {
			_, err = os.Stat(path)
		}
		return err
	})
	testkit.OK(t, err)
	graph := testkit.Must(Graph(root))(t)
	return graph
}

// TestImportsPointDown: every import is allowed by the rules, and the packages in Standalone exist.
func TestImportsPointDown(t *testing.T) {
	testkit.Medium(t)
	graph := importGraph(t)
	for _, line := range Check(graph) {
		t.Error(line)
	}
	for _, pkg := range append(Standalone, "tools/archtest", "survey/internal/record") {
		if _, ok := graph[pkg]; !ok {
			t.Errorf("go list does not know %s", pkg)
		}
	}
}

// TestRulesHaveNoCircle: each folder may import only folders earlier in the list.
func TestRulesHaveNoCircle(t *testing.T) {
	var before []string
	for _, r := range Rules {
		for to := range strings.FieldsSeq(r.Imports) {
			if !slices.Contains(before, to) {
				t.Errorf("%s may import %s, which does not stand before it", r.Folder, to)
			}
		}
		before = append(before, r.Folder)
	}
}

// TestPictureIsFresh: the picture of docs/ARCHITECTURE.md shows the present imports.
func TestPictureIsFresh(t *testing.T) {
	testkit.Medium(t)
	text, err := os.ReadFile(filepath.Join(root, "docs", "img", "architecture.svg"))
	if err != nil || string(text) != Picture(Layers(importGraph(t))) {
		t.Errorf("docs/img/architecture.svg is stale (%v): run go generate ./tools/archtest", err)
	}
}
