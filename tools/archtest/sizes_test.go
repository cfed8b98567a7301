package main

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"chesscensus/internal/testing/testkit"
)

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
	"recheck": {"lines": 3800},
	// A space with its tables: both count by the same patterns, resources and requirements.
	"sampler/kernelspace": {"lines": 3500},
}

// TestSizes: no file, package or type exceeds the limits of [Package.Beyond], with some exceptions.
func TestSizes(t *testing.T) {
	all := testkit.Must(Measure(root))(t)
	for _, p := range all {
		over := p.Beyond()
		for _, what := range slices.Sorted(maps.Keys(over)) {
			if most := exceptions[p.Path][what]; over[what] > most {
				t.Errorf("%s: %s: %d; the limits are a file of %d lines, %d lines of code, %d fields and %d methods, with the exceptions in tools/archtest/sizes_test.go",
					p.Path, what, over[what], MaxFile, MaxLines, MaxFields, MaxMethods)
			}
		}
		for what := range exceptions[p.Path] {
			if over[what] == 0 {
				t.Logf("%s keeps to the limit of %s: its exception can go", p.Path, what)
			}
		}
	}
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
