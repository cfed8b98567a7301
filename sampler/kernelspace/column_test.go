package kernelspace

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// parseWord reads pawns P and p from row 1 up.
func parseColumn(s string) column {
	w := emptyColumn
	for _, r := range s {
		w = w.with(w.len(), strings.IndexRune("Pp", r))
	}
	return w
}

// parseWords reads what pattern.String writes.
func parsePattern(s string) pattern {
	var half [2]halfPattern
	for x, f := range strings.Split(s, "/") {
		half[x/4] = half[x/4].withColumn(min(x, 7-x), parseColumn(f))
	}
	return newPattern(half[0], half[1])
}

// randomWords returns patterns with up to n pawns.
func randomPattern(src *rand.Rand, n int) pattern {
	files := make([]string, 8)
	for range src.IntN(n + 1) {
		x := src.IntN(8)
		if len(files[x]) < 6 {
			files[x] += string("Pp"[src.IntN(2)])
		}
	}
	return parsePattern(strings.Join(files, "/"))
}

// turn returns a string reversed with the pawns' cases exchanged.
func turn(s string) string {
	b := []byte(s)
	slices.Reverse(b)
	for i := range b {
		b[i] ^= 'P' ^ 'p'
	}
	return string(b)
}

func TestWordsReadBack(t *testing.T) {
	for _, s := range []string{"///////", "Pp/Pp/Pp/Pp/Pp/Pp/Pp/Pp", "PPPppp//p///Pp//PpPpPp", "p/P/////Pp/"} {
		if got := parsePattern(s).String(); got != s {
			t.Errorf("%q reads back as %q", s, got)
		}
	}
}

// TestSymmetriesAgreeWithStrings compares images, numbers of images and canonical patterns with what strings give.
func TestSymmetriesAgreeWithStrings(t *testing.T) {
	src := rand.New(rand.NewPCG(1, 1))
	for range 20000 {
		ws := randomPattern(src, 5)
		if src.IntN(4) == 0 { // symmetric ones
			ws = newPattern(ws.left(), ws.left())
		}
		files := strings.Split(ws.String(), "/")
		back := slices.Clone(files)
		slices.Reverse(back)
		other, otherBack := slices.Clone(files), slices.Clone(back)
		for x := range 8 {
			other[x], otherBack[x] = turn(files[x]), turn(back[x])
		}
		different := map[string]bool{}
		for v, want := range [symmetries][]string{files, back, other, otherBack} {
			s := strings.Join(want, "/")
			different[s] = true
			if got := ws.image(symmetry(v)).String(); got != s {
				t.Fatalf("view %d of %v is %v, want %v", v, ws, got, s)
			}
			if ws.image(symmetry(v)).image(symmetry(v)) != ws {
				t.Fatalf("view %d of %v twice is not the same", v, ws)
			}
			least, _, first := ws.image(symmetry(v)).canonical()
			if c, _, _ := ws.canonical(); c != least || ws.image(symmetry(v)).image(first) != c {
				t.Fatalf("%v and its view %d have different canonical words", ws, v)
			}
		}
		c, orbit, first := ws.canonical()
		if n := c.counts(); n[white] < n[black] || orbit != len(different) {
			t.Fatalf("%v: canonical %v, orbit %d of %d", ws, c, orbit, len(different))
		}
		if orbit == 2 && first != identity && c.secondSymmetry() != first {
			t.Fatalf("%v is view %d of %v, not %d", ws, first, c, c.secondSymmetry())
		}
	}
}

// TestCrossings adds pawns and looks at them.
func TestCrossings(t *testing.T) {
	m := noCrossings
	for i := range 6 {
		m = m.plus(i%2, i%3 == 0)
	}
	if m.len() != 6 || m.counts() != [2]int{3, 3} || m.mirrored().mirrored() != m {
		t.Errorf("crossings %b", m)
	}
	for i := range 6 {
		if m.color(i) != i%2 || m.leftward(i) != (i%3 == 0) || m.mirrored().leftward(i) == m.leftward(i) || m.mirrored().color(i) != i%2 {
			t.Errorf("letter %d of %b", i, m)
		}
	}
}
