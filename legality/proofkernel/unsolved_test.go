package proofkernel

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/testkit"
)

// A boundaryWords holds the words of the left boundaries of all files: the pawns that cross from file to file, in order.
type boundaryWords [8]BoundaryWord

// wordsOfKernels returns the boundary words of all kernels that the chain finds, rows aside.
func (s *Solver) wordsOfKernels(t *testing.T, setup *chess.Setup) map[boundaryWords]bool {
	t.Helper()
	type place struct {
		file int
		in   BoundaryWord
		left resources
		path boundaryWords
	}
	found, seen := map[boundaryWords]bool{}, map[place]bool{}
	var follow func(p place)
	follow = func(p place) {
		if !s.feasible(p.file, p.in, p.left) {
			return
		}
		if p.file == 8 {
			found[p.path] = true
			return
		}
		p.path[p.file] = p.in
		if seen[p] {
			return
		}
		seen[p] = true
		limit, ok := s.limits(p.file, p.in, &p.left)
		if !ok {
			return
		}
		table := s.table(p.file, p.in, limit)
		if table == nil {
			t.Fatal("budget spent")
		}
		for i := range table.outcomes {
			o := &table.outcomes[i]
			for _, next := range s.successors(p.file, o, &p.left) {
				follow(place{p.file + 1, o.out, next, p.path})
			}
		}
	}
	s.Open(setup, 3_000_000)
	if s.passesCounts() {
		follow(place{in: EmptyWord, left: s.resources(s.goal.captures[0] + s.goal.captures[1])})
	}
	if s.exhausted {
		t.Fatal("budget spent")
	}
	return found
}

// TestUnsolvedCounts counts the boundary words of the candidates that are open, and compares them with docs/data/tight.tsv and
// unsolved.tsv.
func TestUnsolvedCounts(t *testing.T) {
	open := tabbed(t, "unsolved.tsv")
	tight := tabbed(t, "tight.tsv")
	if len(tight) != len(open) {
		t.Fatalf("%d lines for %d open candidates", len(tight), len(open))
	}
	var s Solver
	for i, line := range tight {
		if line[0] != open[i][0] {
			t.Errorf("line %d is about %s, want %s", i+1, line[0], open[i][0])
			continue
		}
		setup := testkit.Setup(t, line[0])
		all := s.wordsOfKernels(t, &setup)
		least := 1 << 10
		for c := range all {
			n := 0
			for _, w := range c {
				n += w.len()
			}
			least = min(least, n)
		}
		got := fmt.Sprint(s.goal.captures[0], s.goal.captures[1], len(all), least)
		if want := strings.Join(line[1:5], " "); got != want {
			t.Errorf("%s: captures, crossings, least: %s, the table has %s", line[0], got, want)
		}
	}
}

// tabbed reads a file of docs/data: its lines, without those that begin with #, split at tabs.
func tabbed(t *testing.T, name string) (lines [][]string) {
	t.Helper()
	text := testkit.Must(os.ReadFile("../../docs/data/" + name))(t)
	for line := range strings.Lines(string(text)) {
		if !strings.HasPrefix(line, "#") {
			lines = append(lines, strings.Split(strings.TrimRight(line, "\r\n"), "\t"))
		}
	}
	return lines
}
