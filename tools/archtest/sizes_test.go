package archtest

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"chesscensus/internal/testing/testkit"
)

// limits are the limits of a package's lines of code without tests, of the lines of a file, and of the fields and methods of a type.
var limits = map[string]int{"lines": 2500, "file": 400, "fields": 15, "methods": 30}

// exceptions are the packages and types that may exceed the limits of docs/ARCHITECTURE.md, with their own limits. The package's doc.go
// has the full reason (TestReasons). Lower a number when a package shrinks, and remove its line when it keeps to the general limit.
var exceptions = map[string]map[string]int{
	// The rules of a game with its texts (FEN, SAN, PGN) and attack tables, one vocabulary.
	"chess": {"lines": 3350},
	// Projections of one man and of several play the same pawns at the same prices.
	"legality/cage": {"lines": 3650},
	// One search in two types: chain and extension need the same events, columns and boundary words.
	"legality/proofkernel": {"lines": 3950},
	// The independent checker, to be read as one: a file a theorem, a third of it proofs.
	"recheck": {"lines": 3850},
	// A space with its tables: both count by the same patterns, resources and requirements.
	"sampler/internal/kernelspace": {"lines": 3500},
}

// beyond returns the sizes of a package that exceed their limit.
func beyond(p *sizedPackage) map[string]int {
	over := maps.Clone(p.Sizes)
	maps.DeleteFunc(over, func(what string, n int) bool { return n <= limits[what[strings.LastIndex(what, " ")+1:]] })
	return over
}

// TestSizes: no file, package or type exceeds the limits, with some exceptions. With -v it prints the sizes of all packages, and their sums.
func TestSizes(t *testing.T) {
	var lines, tests, exported int
	all := testkit.Must(loadOnce())(t)
	for _, p := range all {
		lines, tests, exported = lines+p.Sizes["lines"], tests+p.Test, exported+p.Exported
		if testing.Verbose() { // otherwise a failing test would print them before what is wrong
			t.Logf("%s: %d lines, %d of tests, %d exported names", p.Path, p.Sizes["lines"], p.Test, p.Exported)
		}
		over := beyond(p)
		for _, what := range slices.Sorted(maps.Keys(over)) {
			if most := exceptions[p.Path][what]; over[what] > most {
				t.Errorf("%s: %s: %d; the limits are %v, with the exceptions in tools/archtest/sizes_test.go", p.Path, what, over[what], limits)
			}
		}
		for what := range exceptions[p.Path] {
			if over[what] == 0 {
				t.Logf("%s keeps to the limit of %s: its exception can go", p.Path, what)
			}
		}
	}
	t.Logf("%d packages: %d lines, %d of tests, %d exported names", len(all), lines, tests, exported)
}

// TestReasons: the doc.go of each exception says why the package is larger.
func TestReasons(t *testing.T) {
	for pkg := range exceptions {
		text := testkit.Must(os.ReadFile(filepath.Join(root, filepath.FromSlash(pkg), "doc.go")))(t)
		if words := strings.Join(strings.Fields(strings.ReplaceAll(string(text), "\n//", " ")), " "); !strings.Contains(words,
			"docs/ARCHITECTURE.md") || !strings.Contains(words, "larger than") {
			t.Errorf("%s/doc.go does not say why the package is larger than docs/ARCHITECTURE.md allows", pkg)
		}
	}
}
