package archtest

import (
	"maps"
	"path/filepath"
	"slices"
	"testing"
)

// exceptions are the packages and types beyond the limits of docs/DESIGN.md, each with the most it may
// be. The list is there to shrink: lower a number when its owner has become smaller, and take
// the line out once it keeps to the limit.
var exceptions = map[string]map[string]int{
	// The rules of a game with its texts (FEN, SAN, PGN) and attack tables, one vocabulary.
	"chess":                   {"lines": 3400, "Position methods": 31},
	"chess/notation/dialogue": {"Dialogue methods": 45},
	// Twenty-five commands, each a file of flags, calls and prints.
	"cmd/chesscensus": {"lines": 6400, "app methods": 65, "endgameRun fields": 18, "proofGame fields": 26},
	"legality/bound":  {"layout fields": 18},
	"legality/cage":   {"projection fields": 23},
	// One search and its tables: no part of it can be understood or tested without the others.
	"legality/kernel":        {"lines": 3200, "Solver fields": 22, "Solver methods": 50, "goal fields": 20},
	"legality/kernel/search": {"Searcher fields": 17, "problem fields": 18},
	// A file for each kind of figure.
	"plots": {"lines": 3300},
	// A space with its counting tables, as sampler/ranked.
	"sampler/kernel": {"lines": 3300, "Space methods": 40},
	"sampler/ranked": {"lines": 2800},
	// Everything from a plan to the report of a run; the next to be divided.
	"survey/campaign": {"lines": 3800, "Report fields": 28, "Request fields": 18},
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
				t.Errorf("%s: %s: %d; the limits are %d lines, %d fields and %d methods, with the exceptions in internal/archtest/limits_test.go",
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
