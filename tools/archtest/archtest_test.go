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

// standalone lists packages that must not import any other package of this module.
var standalone = []string{
	"recheck/internal/board",    // has its own board, so that it shares no fault with chess
	"legality/internal/mailbox", // likewise, for one of the two programs that replay games
	"internal/cputime", "internal/digits", "internal/snapshot",
}

// TestImportsPointDown: every import is allowed by the rules, and standalone packages exist and import nothing. Packages for tests may import
// packages of earlier layers and chess; only tests, tools and such packages may import them.
func TestImportsPointDown(t *testing.T) {
	testkit.Medium(t)
	allowed := map[string][]string{} // by folder
	for _, r := range Rules {
		allowed[r.Folder] = append(strings.Fields(r.Imports), r.Folder)
	}
	known := map[string]bool{}
	for _, p := range testkit.Must(loadOnce())(t) {
		known[p.Path] = p.Sizes["lines"] > 0
		folder := top(p.Path)
		if allowed[folder] == nil {
			t.Errorf("%s: folder %s has no line in Rules of tools/archtest/archtest.go", p.Path, folder)
		}
		for _, imported := range p.Imports {
			switch to := top(imported); {
			case slices.Contains(standalone, p.Path):
				t.Errorf("%s imports %s, and must stand alone", p.Path, imported)
			case forTests(imported) && !forTests(p.Path) && folder != "tools":
				t.Errorf("%s imports %s, which is for tests", p.Path, imported)
			case !slices.Contains(allowed[folder], to) && !(forTests(p.Path) && to == "chess"):
				t.Errorf("%s imports %s: Rules of tools/archtest/archtest.go do not allow it", p.Path, imported)
			}
		}
	}
	for _, path := range append(standalone, "tools/archtest", "survey/internal/record", "web") {
		if !known[path] {
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

// TestTypeCheck: mistakes in a file for one system, in a caller of it, and in a test are found for that system only, and numbers that
// its int cannot hold.
func TestTypeCheck(t *testing.T) {
	testkit.Medium(t)
	dir := t.TempDir()
	write := func(name, text string) {
		t.Helper()
		testkit.OK(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600))
	}
	check := func(system string, want ...string) {
		t.Helper()
		err := TypeCheck(dir, system, "./...")
		if err == nil && len(want) == 0 {
			return
		}
		if err == nil || len(want) != strings.Count(err.Error(), "\n")+1 {
			t.Fatalf("%s: %v, want %q", system, err, want)
		}
		for _, w := range want {
			if !strings.Contains(err.Error(), w) {
				t.Errorf("%s: %v, want %q", system, err, w)
			}
		}
	}
	write("go.mod", "module m\n\ngo 1.26\n")
	write("m.go", "package m\n\nimport \"errors\"\n\nfunc f() error { return errors.Join(g(), nil) }\n")
	write("g_linux.go", "package m\n\nfunc g() error { return nil }\n")
	write("g_windows.go", "package m\n\nfunc g() error { return nil }\n")
	write("m_test.go", "package m_test\n\nimport \"testing\"\n\nfunc TestF(t *testing.T) {}\n")
	check("windows")
	write("g_windows.go", "package m\n\nfunc h() error { return 1 }\n")
	write("m_windows_test.go", "package m_test\n\nimport \"m\"\n\nvar _ = m.F\n")
	write("g_linux.go", "package m\n\nvar large int = 1 << 40\n\nfunc g() error { return nil }\n")
	check("linux/amd64")
	check("linux/386", "overflows")
	check("windows", "cannot use 1", "undefined: g", "undefined: m.F")
}
