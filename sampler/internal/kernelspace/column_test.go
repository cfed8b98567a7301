package kernelspace

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// parseColumn returns the column of a string of P and p, from row 1 up.
func parseColumn(s string) column {
	col := emptyColumn
	for _, r := range s {
		col = col.with(col.len(), strings.IndexRune("Pp", r))
	}
	return col
}

// parsePattern is the inverse of pattern.String.
func parsePattern(s string) pattern {
	var half [2]halfPattern
	for file, pawns := range strings.Split(s, "/") {
		half[file/4] = half[file/4].withColumn(min(file, 7-file), parseColumn(pawns))
	}
	return newPattern(half[0], half[1])
}

// randomPattern returns a random pattern with at most n pawns.
func randomPattern(src *rand.Rand, n int) pattern {
	files := make([]string, 8)
	for range src.IntN(n + 1) {
		file := src.IntN(8)
		if len(files[file]) < 6 {
			files[file] += string("Pp"[src.IntN(2)])
		}
	}
	return parsePattern(strings.Join(files, "/"))
}

// flipText returns a column as seen from the other side: reversed, with P and p exchanged.
func flipText(s string) string {
	b := []byte(s)
	slices.Reverse(b)
	for i := range b {
		b[i] ^= 'P' ^ 'p'
	}
	return string(b)
}

// TestSymmetriesAgreeWithStrings compares images and numbers of images of patterns with those that are computed from
// strings. All images of a pattern must have the same canonical image, with at least as many white pawns as black.
func TestSymmetriesAgreeWithStrings(t *testing.T) {
	src := rand.New(rand.NewPCG(1, 1))
	for range 20000 {
		p := randomPattern(src, 5)
		if src.IntN(4) == 0 { // symmetric ones
			p = newPattern(p.left(), p.left())
		}
		files := strings.Split(p.String(), "/")
		mirroredFiles := slices.Clone(files)
		slices.Reverse(mirroredFiles)
		flippedFiles, bothFiles := slices.Clone(files), slices.Clone(mirroredFiles)
		for x := range 8 {
			flippedFiles[x], bothFiles[x] = flipText(files[x]), flipText(mirroredFiles[x])
		}
		different := map[string]bool{}
		for sym, want := range [symmetries][]string{files, mirroredFiles, flippedFiles, bothFiles} {
			s := strings.Join(want, "/")
			different[s] = true
			if got := p.image(symmetry(sym)).String(); got != s {
				t.Fatalf("image %d of %v is %v, want %v", sym, p, got, s)
			}
			if p.image(symmetry(sym)).image(symmetry(sym)) != p {
				t.Fatalf("symmetry %d twice changes %v", sym, p)
			}
			canonical, _, toCanonical := p.image(symmetry(sym)).canonical()
			if c, _, _ := p.canonical(); c != canonical || p.image(symmetry(sym)).image(toCanonical) != c {
				t.Fatalf("%v and its image %d have different canonical images", p, sym)
			}
		}
		c, imageCount, toCanonical := p.canonical()
		if n := c.counts(); n[white] < n[black] || imageCount != len(different) {
			t.Fatalf("%v: canonical %v, %d images, want %d", p, c, imageCount, len(different))
		}
		if imageCount == 2 && toCanonical != identity && c.secondSymmetry() != toCanonical {
			t.Fatalf("%v is image %d of %v, not %d", p, toCanonical, c, c.secondSymmetry())
		}
	}
}
