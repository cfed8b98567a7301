package proofkernel

import (
	"math/bits"
	"strings"
	"testing"

	"chesscensus/internal/testing/testkit"
)

// columnOf returns the column of some letters: P for a white pawn, p for a black one, from the bottom up.
func columnOf(letters string) column {
	c := emptyColumn
	for i := range len(letters) {
		c = c.append(strings.IndexByte("Pp", letters[i]))
	}
	return c
}

// letters is the inverse of columnOf.
func (c column) letters() string {
	s := ""
	for i := range c.len() {
		s += "Pp"[c.color(i):][:1]
	}
	return s
}

// randomLetters returns n random letters of pawns.
func randomLetters(n int, next func(int) int) string {
	s := ""
	for range n {
		s += "Pp"[next(2):][:1]
	}
	return s
}

// TestColumnsAreLists compares the packed columns with strings.
func TestColumnsAreLists(t *testing.T) {
	r := newRand(51)
	if startColumn != columnOf("Pp") {
		t.Errorf("the start column is %q", startColumn.letters())
	}
	for range 5000 {
		s := randomLetters(r.IntN(16), r.IntN)
		c := columnOf(s)
		if c.len() != len(s) || c.letters() != s {
			t.Fatalf("%q became %q", s, c.letters())
		}
		i, color := r.IntN(len(s)+1), r.IntN(2)
		if got, want := c.with(i, color).letters(), s[:i]+"Pp"[color:][:1]+s[i:]; got != want {
			t.Errorf("%q with %d at %d: %q", s, color, i, got)
		}
		if got := c.count(black); got != strings.Count(s, "p") || c.count(white) != len(s)-got {
			t.Errorf("%q: %d black pawns", s, got)
		}
		if i == len(s) {
			continue
		}
		if got, want := c.without(i).letters(), s[:i]+s[i+1:]; got != want {
			t.Errorf("%q without %d: %q", s, i, got)
		}
		if got, want := c.recolored(i, color).letters(), s[:i]+"Pp"[color:][:1]+s[i+1:]; got != want {
			t.Errorf("%q turned at %d: %q", s, i, got)
		}
	}
}

// TestColumnsMatch compares extra with a trial of all places.
func TestColumnsMatch(t *testing.T) {
	r := newRand(52)
	for range 20000 {
		s, g := randomLetters(r.IntN(7), r.IntN), randomLetters(r.IntN(4), r.IntN)
		var want [2]int
		found := 0
		for i := 0; i+len(g) <= len(s); i++ {
			low, high := s[:i], s[i+len(g):]
			if s[i:i+len(g)] == g && strings.Trim(low, "p") == "" && strings.Trim(high, "P") == "" {
				want = [2]int{len(high), len(low)}
				found++
			}
		}
		if found > 1 {
			t.Fatalf("%q matches %q in %d ways", s, g, found)
		}
		if got, ok := columnOf(s).extra(columnOf(g)); ok != (found == 1) || ok && got != want {
			t.Errorf("%q, goal %q: %v, %v, want %v, %v", s, g, got, ok, want, found)
		}
	}
}

// TestDistinctSlots checks that distinctSlots misses no column that an arrival can make, and that fixed pawns are not movable.
func TestDistinctSlots(t *testing.T) {
	r := newRand(53)
	for range 5000 {
		s := randomLetters(r.IntN(8), r.IntN)
		f := fixed(0)
		if strings.HasPrefix(s, "P") && r.IntN(2) == 0 {
			f |= fixedWhite
		}
		if strings.HasSuffix(s, "p") && r.IntN(2) == 0 {
			f |= fixedBlack
		}
		c, color := columnOf(s), r.IntN(2)
		all, few := map[column]bool{}, map[column]bool{}
		for m := c.slots(f); m != 0; m &= m - 1 {
			all[c.with(bits.TrailingZeros32(m), color)] = true
		}
		for m := c.distinctSlots(color, f); m != 0; m &= m - 1 {
			few[c.with(bits.TrailingZeros32(m), color)] = true
		}
		if len(all) != len(few) {
			t.Errorf("%q, fixed %d: %d columns of %d", s, f, len(few), len(all))
		}
		if f&fixedWhite != 0 && c.movable(white, f)&1 != 0 || f&fixedBlack != 0 && c.movable(black, f)>>(len(s)-1) != 0 {
			t.Errorf("%q: a fixed pawn moves", s)
		}
	}
}

// TestWordsAreLists compares the packed words with slices, up to the greatest length.
func TestWordsAreLists(t *testing.T) {
	r := newRand(54)
	for range 2000 {
		var list []letter
		m := EmptyWord
		var right, left [2]int
		for range r.IntN(31) {
			l := letter(r.IntN(4))
			list = append(list, l)
			m = m.add(l)
			if l.leftward() {
				left[l.color()]++
			} else {
				right[l.color()]++
			}
		}
		if m.len() != len(list) {
			t.Fatalf("length %d, want %d", m.len(), len(list))
		}
		for i, l := range list {
			testkit.Equal(t, m.at(i), l, "letter", i)
		}
		if gr, gl := m.Flow(); gr != right || gl != left {
			t.Errorf("%v: flow %v %v, want %v %v", list, gr, gl, right, left)
		}
	}
}

// TestSetIsAMap compares a set with a map through clearing and growth.
func TestSetIsAMap(t *testing.T) {
	testkit.Medium(t)
	r := newRand(55)
	var s set
	for range 20 {
		s.clear()
		want := map[[2]uint64]uint8{}
		for range r.IntN(60000) {
			k := [2]uint64{r.Uint64() & 0xff, r.Uint64() & 0xff}
			if s.get(k) != want[k] {
				t.Fatalf("%v: %d, want %d", k, s.get(k), want[k])
			}
			if r.IntN(2) == 0 {
				if s.add(k) != (want[k] == 0) {
					t.Fatalf("%v is new to one", k)
				}
				want[k] = max(want[k], 1)
			} else {
				want[k] = uint8(1 + r.IntN(2))
				s.store(k, want[k])
			}
		}
		if s.n != len(want) {
			t.Fatalf("%d keys, want %d", s.n, len(want))
		}
	}
}
