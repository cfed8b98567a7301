package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"chesscensus/internal/testing/testkit"
)

// root is the folder of the module.
var root = filepath.Join("..", "..")

// loadOnce loads the packages of this module.
var loadOnce = sync.OnceValues(func() ([]*Package, error) { return Load() })

// TestImportsPointDown: every import is allowed by the rules, and the packages in Standalone exist.
func TestImportsPointDown(t *testing.T) {
	testkit.Medium(t)
	list := testkit.Must(loadOnce())(t)
	for _, line := range Check(list) {
		t.Error(line)
	}
	for _, path := range append(Standalone, "tools/archtest", "survey/internal/record", "web") {
		if !slices.ContainsFunc(list, func(p *Package) bool { return p.Path == path && p.Sizes["lines"] > 0 }) {
			t.Errorf("go list does not know %s", path)
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
	if err != nil || string(text) != Picture(testkit.Must(loadOnce())(t)) {
		t.Errorf("docs/img/architecture.svg is stale (%v): run go generate ./tools/archtest", err)
	}
}
