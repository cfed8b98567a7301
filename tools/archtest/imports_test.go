package main

import (
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"chesscensus/internal/testing/testkit"
)

// root is the folder of the module.
var root = filepath.Join("..", "..")

// standalone lists the packages that must not import any other package of this module.
var standalone = []string{
	"recheck/internal/board",    // has its own board, so that it shares no fault with chess
	"legality/internal/mailbox", // likewise, for one of the two programs that replay games
	"internal/cputime", "internal/digits", "internal/snapshot",
}

// tableRow matches a row of the table in docs/ARCHITECTURE.md: a top folder, what it holds, the folders that it may import, what to read first.
var tableRow = regexp.MustCompile("(?m)^\\| `(\\w+)` \\|.*\\| ([a-z, ]*) \\|[^|]*\\|$")

// importRules returns the folders that each top folder may import. Each may import only folders above its row.
func importRules(t *testing.T) map[string][]string {
	t.Helper()
	text := testkit.Must(os.ReadFile(filepath.Join(root, "docs", "ARCHITECTURE.md")))(t)
	rules := map[string][]string{}
	for _, row := range tableRow.FindAllStringSubmatch(string(text), -1) {
		imports := strings.FieldsFunc(row[2], func(r rune) bool { return r == ',' || r == ' ' })
		for _, folder := range imports {
			if _, above := rules[folder]; !above {
				t.Errorf("docs/ARCHITECTURE.md: %s may import %s, which is not above it", row[1], folder)
			}
		}
		rules[row[1]] = imports
	}
	return rules
}

// forTests reports whether a package is for tests only.
func forTests(pkg string) bool {
	return strings.HasPrefix(pkg, "internal/testing/") || strings.HasSuffix(pkg, "test")
}

// topFolder returns the first folder of a path.
func topFolder(path string) string {
	folder, _, _ := strings.Cut(path, "/")
	return folder
}

// TestImports: packages import only what the table in docs/ARCHITECTURE.md allows. Their tests may import anything. Packages for tests may
// also import chess, and only tools and each other import them.
func TestImports(t *testing.T) {
	testkit.Medium(t)
	// Stat every source file, so that the cache of go test notices when one changes.
	testkit.OK(t, filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err == nil && filepath.Ext(path) == ".go" {
			_, err = os.Stat(path)
		}
		return err
	}))
	rules := importRules(t)
	cmd := exec.Command("go", "list", "-f", `{{.ImportPath}}{{range .Imports}} {{.}}{{end}}`, "./...")
	cmd.Dir = root
	known := map[string]bool{}
	for line := range strings.Lines(string(testkit.Must(cmd.Output())(t))) {
		words := strings.Fields(strings.ReplaceAll(line, "chesscensus/", ""))
		pkg, from := words[0], topFolder(words[0])
		known[pkg] = true
		if _, ok := rules[from]; !ok {
			t.Errorf("%s: folder %s has no row in docs/ARCHITECTURE.md", pkg, from)
		}
		for i, path := range strings.Fields(line)[1:] {
			imported := words[i+1]
			if imported == path {
				continue // another module
			}
			to := topFolder(imported)
			allowed := to == from || slices.Contains(rules[from], to) || forTests(pkg) && to == "chess"
			if forTests(imported) && !forTests(pkg) && from != "tools" || slices.Contains(standalone, pkg) {
				allowed = false
			}
			if !allowed {
				t.Errorf("%s imports %s: docs/ARCHITECTURE.md does not allow it", pkg, imported)
			}
		}
	}
	for _, pkg := range standalone {
		if !known[pkg] {
			t.Errorf("go list does not know %s", pkg)
		}
	}
}
