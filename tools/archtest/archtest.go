// Archtest tests the architecture of this module: which folder may import which ([Rules]), how large
// packages and types may be ([Measure]), whether names in comments exist, and that no pointer into a
// slice lives across an append to it (aliasfinder_test.go).
//
//	go run ./tools/archtest [-picture FILE] [-types GOOS]
//
// The command prints a table with the size of every package and the largest numbers of fields and methods of a type. With -picture it
// draws the picture of docs/ARCHITECTURE.md ([Picture]), with -types it type-checks all packages for another system ([TypeCheck]).
package main

import (
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"
)

//go:generate go run . -picture ../../docs/img/architecture.svg

// Module is the prefix of all import paths of this module.
const Module = "chesscensus"

// Rules says which other top folders the packages of a top folder may import. Imports within a folder are always allowed, and
// tests may import anything. The folders are in the order of the layers: each may import only earlier ones.
var Rules = []Rule{
	{"internal", ""},
	{"chess", ""},
	{"stats", "internal"},
	{"jupyter", "internal"},
	{"recheck", ""}, // the independent checker shares nothing with what it checks
	{"sampler", "chess internal"},
	{"legality", "chess internal"},
	{"survey", "chess stats sampler legality internal"},
	{"plots", "chess stats internal"},
	{"census", "chess stats jupyter sampler legality survey plots internal"},
	{"paper", "chess stats sampler legality survey plots internal"},
	{"web", "chess stats sampler legality survey plots recheck internal"},
	{"tools", "chess stats sampler legality survey plots paper internal"},
	{"cmd", "chess stats jupyter recheck sampler legality survey plots census paper internal"},
}

// A Rule names a folder and the folders that it may import, separated by blanks.
type Rule struct{ Folder, Imports string }

// Standalone lists packages that must not import any other package of this module.
var Standalone = []string{
	"recheck/internal/board",    // has its own board, so that it shares no fault with chess
	"legality/internal/mailbox", // likewise, for one of the two programs that replay games
	"internal/cputime", "internal/digits", "internal/snapshot",
}

// Graph returns for each package of the module at dir the packages of the module that it imports, tests aside, as go list knows them.
// Paths are relative to the module.
func Graph(dir string) (map[string][]string, error) {
	cmd := exec.Command("go", "list", "-e", "-f", `{{.ImportPath}}{{range .Imports}} {{.}}{{end}}`, Module+"/...")
	cmd.Dir = dir
	var stderr strings.Builder
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("go list: %w\n%s", err, stderr.String())
	}
	graph := map[string][]string{}
	for line := range strings.Lines(string(out)) {
		fields := strings.Fields(line)
		pkg := strings.TrimPrefix(fields[0], Module+"/")
		graph[pkg] = nil
		for _, imported := range fields[1:] {
			if imported, ok := strings.CutPrefix(imported, Module+"/"); ok {
				graph[pkg] = append(graph[pkg], imported)
			}
		}
	}
	return graph, nil
}

// top returns the first folder of a path.
func top(path string) string {
	folder, _, _ := strings.Cut(path, "/")
	return folder
}

// forTests reports whether a package is for tests only.
func forTests(path string) bool {
	return strings.HasPrefix(path, "internal/testing/") || strings.HasSuffix(path, "test")
}

// Check returns one line for each import that [Rules] and [Standalone] do not allow, sorted. Packages for tests
// may import packages of earlier layers and chess; only tests, tools and such packages may import them.
func Check(graph map[string][]string) (bad []string) {
	for _, pkg := range slices.Sorted(maps.Keys(graph)) {
		i := slices.IndexFunc(Rules, func(r Rule) bool { return r.Folder == top(pkg) })
		if i < 0 {
			bad = append(bad, fmt.Sprintf("%s: folder %s has no line in Rules of tools/archtest/archtest.go", pkg, top(pkg)))
			continue
		}
		for _, imported := range slices.Sorted(slices.Values(graph[pkg])) {
			allowed := top(imported) == top(pkg) || slices.Contains(strings.Fields(Rules[i].Imports), top(imported)) || forTests(pkg) &&
				top(imported) == "chess"
			if slices.Contains(Standalone, pkg) || forTests(imported) && !forTests(pkg) && top(pkg) != "tools" {
				allowed = false
			}
			if !allowed {
				bad = append(bad, fmt.Sprintf("%s imports %s: tools/archtest/archtest.go does not allow it", pkg, imported))
			}
		}
	}
	return bad
}

// Layers returns the top folders in layers, and the folders that each imports. A folder is one layer above the highest that
// it imports; folders that no other imports are in the top layer. Packages for tests and the folder internal are left out. It panics if
// imports form a circle.
func Layers(graph map[string][]string) (layers [][]string, folders map[string][]string) {
	folders = map[string][]string{}
	for pkg, imports := range graph {
		from := top(pkg)
		if from == "internal" || forTests(pkg) {
			continue
		}
		for _, imported := range append(imports, pkg) {
			if to := top(imported); to != "internal" && !slices.Contains(folders[from], to) {
				folders[from] = append(folders[from], to)
			}
		}
	}
	height := map[string]int{}
	var heightOf func(folder string, steps int) int
	heightOf = func(folder string, steps int) int {
		if steps > len(folders) {
			panic("archtest: folders import each other in a circle")
		}
		h, known := height[folder]
		if known {
			return h
		}
		for _, to := range folders[folder] {
			if to != folder {
				h = max(h, 1+heightOf(to, steps+1))
			}
		}
		height[folder] = h
		return h
	}
	all := slices.Sorted(maps.Keys(folders))
	for _, folder := range all {
		heightOf(folder, 0)
	}
	highest := slices.Max(slices.Collect(maps.Values(height)))
	for _, folder := range all {
		h := height[folder]
		if !slices.ContainsFunc(all, func(by string) bool { return by != folder && slices.Contains(folders[by], folder) }) {
			h = highest
		}
		for len(layers) <= h {
			layers = append(layers, nil)
		}
		layers[h] = append(layers[h], folder)
	}
	for _, folder := range all {
		folders[folder] = slices.DeleteFunc(folders[folder], func(to string) bool { return to == folder })
		slices.Sort(folders[folder])
	}
	return layers, folders
}

// checkMode loads the syntax of all imported packages, so that none is read from export data, which would have to be compiled first.
const checkMode = packages.NeedName | packages.NeedFiles | packages.NeedImports | packages.NeedDeps | packages.NeedModule | packages.NeedTypes | packages.NeedSyntax

// TypeCheck type-checks packages and their tests for an operating system. It reads all of them from source, and skips the bodies of
// functions outside the patterns. It compiles nothing, which for another system would take minutes. The error lists all mistakes.
func TypeCheck(dir, goos string, patterns ...string) error {
	list, err := packages.Load(&packages.Config{Mode: checkMode, Dir: dir, Env: append(os.Environ(), "GOOS="+goos, "CGO_ENABLED=0"),
		Tests: true}, patterns...)
	errs := []error{err}
	seen := map[string]bool{} // a file belongs to a package and to its test variant
	packages.Visit(list, nil, func(p *packages.Package) {
		for _, e := range p.Errors {
			if !seen[e.Error()] {
				seen[e.Error()], errs = true, append(errs, e)
			}
		}
	})
	return errors.Join(errs...)
}
