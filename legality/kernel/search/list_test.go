package search

import (
	"strings"
	"testing"
	"time"
)

// checkListings compares lists with those of the reference, as sets.
func checkListings(t *testing.T, path string, s *Searcher) {
	equal, all := 0, readListings(t, path)
	begin := time.Now()
	for i, l := range all {
		lines, err := list(s, setup(t, l.start), setup(t, l.goal))
		if err != nil {
			t.Errorf("row %d, %s to %s: %v", i+1, l.start, l.goal, err)
			continue
		}
		if len(lines) == l.count && encode(lines) == l.kernels {
			equal++
			continue
		}
		t.Errorf("row %d, %s to %s: %d kernels, want %d", i+1, l.start, l.goal, len(lines), l.count)
		if !strings.HasPrefix(l.kernels, "sha256:") {
			more, less := difference(lines, strings.Split(l.kernels, ";"))
			t.Logf("too many: %q\nmissing: %q", more, less)
		}
	}
	t.Logf("%d of %d lists equal in %v", equal, len(all), time.Since(begin))
}

// TestListsEqualReference: the kernels are those that the reference lists.
func TestListsEqualReference(t *testing.T) {
	checkListings(t, sharedData+"kernels-dev.tsv", &Searcher{Options: Options{Nodes: -1}})
}
