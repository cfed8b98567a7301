package devdata

import (
	"strings"
	"testing"
)

// TestFiles: every file has a name in this package, can be read, and has the right number of rows.
func TestFiles(t *testing.T) {
	want := map[string]struct{ columns, rows int }{
		Known: {3, 400}, Fresh: {3, 2852}, Unmoves: {4, 40}, Kernels: {6, 25}, Prefilter: {2, 2000}, RankedPairs: {2, 2000}, RankedCases: {2, 48},
		Disputed: {2, 18}, Open: {2, 43}, KernelMembers: {3, 12},
	}
	for name, w := range want {
		if n := len(Rows(t, name, w.columns)); n != w.rows {
			t.Errorf("%s: %d rows, want %d", name, n, w.rows)
		}
	}
	all, err := files.ReadDir("data")
	if err != nil || len(all) != len(want) {
		t.Errorf("%d files, %v, want those of doc.go", len(all), err)
	}
	if n := len(Listings(t)); n != want[Kernels].rows {
		t.Errorf("%d listings", n)
	}
	for _, name := range []string{Known, Fresh, Disputed, Open} {
		for _, c := range Candidates(t, name) {
			if truth := strings.FieldsFunc(c.Truth, func(r rune) bool { return r < 'a' })[0]; truth != "legal" && truth != "illegal" && truth != "unknown" {
				t.Errorf("%s: %s is %q", name, c.FEN, c.Truth)
			}
		}
	}
}
