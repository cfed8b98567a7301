package search

import (
	"strings"
	"testing"

	"chesscensus/internal/testing/devdata"
)

// TestListsEqualReference checks that the kernels are those that the reference lists, in any order.
func TestListsEqualReference(t *testing.T) {
	s := &Searcher{Options: Options{Nodes: -1}}
	for i, l := range devdata.Listings(t) {
		lines, err := kernelLines(s, l.Start, l.Goal)
		if err != nil {
			t.Errorf("row %d, %s to %s: %v", i+1, l.Start, l.Goal, err)
			continue
		}
		if len(lines) == l.Count && encode(lines) == l.Kernels {
			continue
		}
		t.Errorf("row %d, %s to %s: %d kernels, want %d", i+1, l.Start, l.Goal, len(lines), l.Count)
		if !strings.HasPrefix(l.Kernels, "sha256:") {
			more, less := difference(lines, strings.Split(l.Kernels, ";"))
			t.Logf("too many: %q\nmissing: %q", more, less)
		}
	}
}
