package archtest

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// exceptions are the packages and types beyond the limits of docs/DESIGN.md, each with the most it may
// be. The reason stands in the package's doc.go (TestReasons); here is the short of it. The list is there to shrink: lower a number when its owner has become smaller, and take
// the line out once it keeps to the limit.
var exceptions = map[string]map[string]int{
	// The rules of a game with its texts (FEN, SAN, PGN) and attack tables, one vocabulary.
	"chess": {"lines": 3350},
	// Projections of one man and of several play the same pawns at the same prices.
	"legality/cage": {"lines": 3400},
	// One search in two types: chain and extension need the same events, columns and boundary words.
	"legality/proofkernel": {"lines": 3780},
	// The independent checker, to be read as one: a file a theorem, a third of it proofs.
	"recheck": {"lines": 3540},
	// A file for each kind of figure; boards and charts share texts and outlines.
	"plots": {"lines": 3100},
	// A space with its tables: both count by the same words, means and needs.
	"sampler/kernelspace": {"lines": 3150},
	// One estimator with its models: what is planned must be what is estimated.
	"stats/design": {"lines": 2640},
}

// TestSizes: no package has more than [MaxLines] lines of code and no type more than
// [MaxFields] fields or [MaxMethods] methods, but for those that are listed.
func TestSizes(t *testing.T) {
	all, err := Measure(filepath.Join("..", ".."))
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range all {
		over := p.Beyond()
		for _, what := range slices.Sorted(maps.Keys(over)) {
			if most := exceptions[p.Path][what]; over[what] > most {
				t.Errorf("%s: %s: %d; the limits are %d lines, %d fields and %d methods, with the exceptions in tools/archtest/limits_test.go",
					p.Path, what, over[what], MaxLines, MaxFields, MaxMethods)
			}
		}
		for what := range exceptions[p.Path] {
			if over[what] == 0 {
				t.Logf("%s keeps to the limit of %s: its exception can go", p.Path, what)
			}
		}
	}
}

func TestBeyond(t *testing.T) {
	p := Package{Code: MaxLines, Types: []Type{{"small", MaxFields, MaxMethods}, {"Big", MaxFields + 1, MaxMethods + 2}}}
	if got := p.Beyond(); !maps.Equal(got, map[string]int{"Big fields": MaxFields + 1, "Big methods": MaxMethods + 2}) {
		t.Error(got)
	}
	if p.Code++; p.Beyond()["lines"] != MaxLines+1 {
		t.Error(p.Beyond())
	}
}

// TestReasons: a package that is larger than the limit says so in its doc.go.
func TestReasons(t *testing.T) {
	for pkg := range exceptions {
		text, err := os.ReadFile(filepath.Join("..", "..", filepath.FromSlash(pkg), "doc.go"))
		if err != nil {
			t.Fatal(err)
		}
		if words := strings.Join(strings.Fields(strings.ReplaceAll(string(text), "\n//", " ")), " "); !strings.Contains(words, "docs/DESIGN.md") || !strings.Contains(words, "larger than") {
			t.Errorf("%s/doc.go does not say why the package is larger than docs/DESIGN.md allows", pkg)
		}
	}
}
