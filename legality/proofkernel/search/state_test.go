package search

import (
	"strings"
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/testkit"
)

// columnText returns the letters of a column, row 1 first.
func columnText(c column) string {
	var b strings.Builder
	for i := range c.len() {
		b.WriteByte("Pp"[c.at(i)])
	}
	return b.String()
}

// columnOfText is the inverse of columnText.
func columnOfText(s string) column {
	c := column(1)
	for i := range len(s) {
		c = c.with(i, chess.Color(strings.IndexByte("Pp", s[i])))
	}
	return c
}

// TestColumns compares all operations on all columns with strings.
func TestColumns(t *testing.T) {
	for v := 1; v < 256; v++ {
		c := column(v)
		s := columnText(c)
		if columnOfText(s) != c || c.len() != len(s) {
			t.Fatalf("%08b is read as %q", v, s)
		}
		for color := chess.White; color <= chess.Black; color++ {
			letter := "Pp"[color : color+1]
			run := len(s) - len(strings.TrimRight(s, "P"))
			end := len(s) - 1
			if color == chess.Black {
				run, end = len(s)-len(strings.TrimLeft(s, "p")), 0
			}
			if run == 0 {
				end = -1
			}
			testkit.Equal(t, c.foremostRun(color), run, s, "run of", letter)
			testkit.Equal(t, c.foremost(color), end, s, "end of", letter)
			if got := c.pawns(color); got != strings.Count(s, letter) {
				t.Errorf("%q: %d of %s", s, got, letter)
			}
			for i := 0; i <= len(s) && len(s) < maxColumn; i++ {
				if got, want := columnText(c.with(i, color)), s[:i]+letter+s[i:]; got != want {
					t.Errorf("%q with %s at %d is %q", s, letter, i, got)
				}
			}
		}
		for i := range len(s) {
			if got, want := columnText(c.without(i)), s[:i]+s[i+1:]; got != want {
				t.Errorf("%q without %d is %q", s, i, got)
			}
			if got := columnText(c.recolored(i)); got[i] == s[i] || got[:i]+got[i+1:] != s[:i]+s[i+1:] {
				t.Errorf("%q recolored at %d is %q", s, i, got)
			}
		}
	}
}

// TestOutlook checks outlooks of short columns.
func TestOutlook(t *testing.T) {
	check := func(col, goal string, white, black, complete bool, w, b int8) {
		t.Helper()
		got := tableOf(columnOfText(goal), white, black)[columnOfText(col)]
		if want := (outlook{complete, [2]int8{w, b}}); got != want {
			t.Errorf("%q to %q: %+v, want %+v", col, goal, got, want)
		}
	}
	check("", "", true, true, true, 0, 0)
	check("P", "P", true, true, true, 0, 0)
	check("pP", "", true, true, true, 1, 1)
	check("pP", "", true, false, false, 1, 0)
	check("Pp", "", true, true, false, 0, 0)
	check("PP", "P", true, true, true, 1, 0)
	check("PP", "P", false, true, false, 0, 0)
	check("ppP", "p", true, true, true, 1, 1)
	check("pPp", "pP", true, true, false, 0, 0)
	check("Pp", "pP", true, true, false, 0, 0)   // no match
	check("pPpP", "pP", true, true, false, 0, 0) // two matches, each better for one color
	check("pPPpP", "pPP", true, true, false, 1, 0)
}

// TestTable checks that the table holds the states that were put, through growth, replacement and new searches, and no others.
func TestTable(t *testing.T) {
	rnd := testkit.Rand("table")
	var tb table
	for round := range 3 {
		tb.reset()
		in, hits := map[state]bool{}, 0
		for i := range 60_000 {
			s := state{rnd.Uint64() & 0xffff, rnd.Uint64() & (1<<20 - 1)}
			if tb.has(&s) {
				hits++
				if !in[s] {
					t.Fatalf("round %d: state %x was never put", round, s)
				}
			}
			tb.put(&s)
			in[s] = true
			if i < 1000 && !tb.has(&s) {
				t.Fatalf("state %x is lost", s)
			}
		}
		found := 0
		for s := range in {
			if tb.has(&s) {
				found++
			}
		}
		if found < len(in)*9/10 {
			t.Errorf("round %d: %d of %d states remembered", round, found, len(in))
		}
	}
	if len(tb.buckets) <= minBuckets {
		t.Error("the table has not grown")
	}
	s := state{1, 2}
	tb.put(&s)
	tb.age = maxAge
	tb.reset()
	tb.put(&state{3, 4})
	if tb.age != 1 || tb.has(&s) || !tb.has(&state{3, 4}) {
		t.Error("ages do not start again")
	}
}
