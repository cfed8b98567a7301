package archtest

import (
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"chesscensus/internal/testing/testkit"
)

// root is the folder of the module.
var root = filepath.Join("..", "..")

// rules has a line for each top folder. The folders are in the order of the layers: each may import only earlier ones. Imports within a
// folder are always allowed, and tests may import anything. Folders of a layer are drawn in this order.
var rules = []rule{
	{"internal", "", ""},
	{"recheck", "independent checker", ""}, // it shares nothing with what it checks
	{"chess", "the game", ""},
	{"stats", "estimates", "internal"},
	{"jupyter", "notebook kernel", "internal"},
	{"sampler", "sets and draws", "chess internal"},
	{"legality", "verdicts", "chess internal"},
	{"survey", "draw, judge, tally", "chess stats sampler legality internal"},
	{"plots", "figures", "chess stats internal"},
	{"paper", "article", "chess stats sampler legality survey plots internal"},
	{"census", "one import", "chess stats jupyter sampler legality survey plots internal"},
	{"tools", "for developers", "chess stats recheck sampler legality survey plots paper internal"},
	{"cmd", "programs", "chess stats jupyter recheck sampler legality survey plots census paper internal"},
	{"web", "page", "chess stats sampler legality survey plots recheck internal"},
}

// A rule names a folder, what the picture says of it, and the folders that it may import, separated by blanks.
type rule struct{ Folder, Caption, Imports string }

// top returns the first folder of a path.
func top(path string) string {
	folder, _, _ := strings.Cut(path, "/")
	return folder
}

// forTests reports whether a package is for tests only.
func forTests(path string) bool {
	return strings.HasPrefix(path, "internal/testing/") || strings.HasSuffix(path, "test")
}

// loadOnce loads the packages of this module.
var loadOnce = sync.OnceValues(func() ([]*sizedPackage, error) { return load() })

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
	for _, r := range rules {
		allowed[r.Folder] = append(strings.Fields(r.Imports), r.Folder)
	}
	known := map[string]bool{}
	for _, p := range testkit.Must(loadOnce())(t) {
		known[p.Path] = p.Sizes["lines"] > 0
		folder := top(p.Path)
		if allowed[folder] == nil {
			t.Errorf("%s: folder %s has no line in rules of tools/archtest/rules_test.go", p.Path, folder)
		}
		for _, imported := range p.Imports {
			switch to := top(imported); {
			case slices.Contains(standalone, p.Path):
				t.Errorf("%s imports %s, and must stand alone", p.Path, imported)
			case forTests(imported) && !forTests(p.Path) && folder != "tools":
				t.Errorf("%s imports %s, which is for tests", p.Path, imported)
			case !slices.Contains(allowed[folder], to) && !(forTests(p.Path) && to == "chess"):
				t.Errorf("%s imports %s: rules of tools/archtest/rules_test.go do not allow it", p.Path, imported)
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
	for _, r := range rules {
		for to := range strings.FieldsSeq(r.Imports) {
			if !slices.Contains(before, to) {
				t.Errorf("%s may import %s, which does not stand before it", r.Folder, to)
			}
		}
		before = append(before, r.Folder)
	}
}
