package drawing

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"testing"

	"golang.org/x/image/font"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
	plotfont "gonum.org/v1/plot/font"
	"gonum.org/v1/plot/font/liberation"

	"chesscensus/internal/testing/testkit"
)

// original returns the bytes of a font of gonum/plot.
func original(t *testing.T, weight font.Weight) []byte {
	t.Helper()
	face := plotfont.NewCache(liberation.Collection()).Lookup(plotfont.Font{Typeface: "Liberation", Variant: "Sans", Weight: weight}, 10)
	var b bytes.Buffer
	testkit.Must(face.Face.WriteSourceTo(nil, &b))(t)
	return b.Bytes()
}

// TestSubsetKeepsOutlines checks with an independent reader (x/image) that every character of the subset has the same outline and width as
// before, ö and é, which are composed of parts, included, and that another has none.
func TestSubsetKeepsOutlines(t *testing.T) {
	for _, weight := range []font.Weight{font.WeightNormal, font.WeightBold} {
		raw := original(t, weight)
		text := []rune("The Österlund – Tromp 10×44 ± 0.3 %: gjpqy éöü \u00a0(ABC)")
		data := testkit.Must(subsetOf(raw, text, "ABCDEF"))(t)
		if len(data) > 25_000 {
			t.Errorf("weight %v: %d bytes for %d characters, want less than 25 000", weight, len(data), len(text))
		}
		old := testkit.Must(sfnt.Parse(raw))(t)
		cut := testkit.Must(sfnt.Parse(data))(t)
		var buf sfnt.Buffer
		for _, c := range text {
			a, _ := old.GlyphIndex(&buf, c)
			b, _ := cut.GlyphIndex(&buf, c)
			if b == 0 {
				t.Errorf("%q is lost", c)
				continue
			}
			ppem := fixed.Int26_6(old.UnitsPerEm())
			want := slices.Clone(testkit.Must(old.LoadGlyph(&buf, a, ppem, nil))(t))
			got, err := cut.LoadGlyph(&buf, b, ppem, nil)
			if err != nil || !slices.Equal(got, want) {
				t.Errorf("%q has another outline (%v)", c, err)
			}
			wa, _ := old.GlyphAdvance(&buf, a, ppem, font.HintingNone)
			if wb, _ := cut.GlyphAdvance(&buf, b, ppem, font.HintingNone); wa != wb {
				t.Errorf("%q is %v wide, was %v", c, wb, wa)
			}
		}
		if g, _ := cut.GlyphIndex(&buf, 'Z'); g != 0 {
			t.Error("Z was not asked for and is there")
		}
		family, _ := cut.Name(&buf, sfnt.NameIDFamily)
		post, _ := cut.Name(&buf, sfnt.NameIDPostScript)
		if family != "Liberation Sans" || !bytes.HasPrefix([]byte(post), []byte("ABCDEF+LiberationSans")) {
			t.Errorf("family %q, PostScript name %q, want Liberation Sans and the tag ABCDEF+", family, post)
		}
	}
}

// TestSubsetDependsOnTheSetAlone checks that order and repetition of characters change nothing, and that characters that the font lacks are
// left out.
func TestSubsetDependsOnTheSetAlone(t *testing.T) {
	raw := original(t, font.WeightNormal)
	a := testkit.Must(subsetOf(raw, []rune("chess"), "AAAAAA"))(t)
	b, err := subsetOf(raw, []rune("sehccc"), "AAAAAA")
	if err != nil || !bytes.Equal(a, b) {
		t.Errorf("order and repetition of characters matter (%v)", err)
	}
	if none, err := subsetOf(raw, []rune{0x10ffff, -1, 0xffff, 0x265a}, "AAAAAA"); err != nil {
		t.Errorf("of characters that the font lacks: %v", err)
	} else if _, err := sfnt.Parse(none); err != nil {
		t.Errorf("of characters that the font lacks: %v", err)
	}
}

// TestSubsetOfGarbage checks that bytes that are no font, and fonts that are cut off or damaged, give an error or a font, never a panic.
func TestSubsetOfGarbage(t *testing.T) {
	for _, data := range [][]byte{nil, []byte("OTTO and no more of it"), make([]byte, 100), {0, 1, 0, 0, 0, 9, 0, 0, 0, 0, 0, 0}} {
		if _, err := subsetOf(data, []rune("a"), "AAAAAA"); err == nil {
			t.Errorf("%q passes for a font", data)
		}
	}
	raw := original(t, font.WeightNormal)
	rng := rand.New(rand.NewPCG(1, 2))
	for range 50 {
		if _, err := subsetOf(raw[:rng.IntN(len(raw))], []rune("aö"), "AAAAAA"); err == nil {
			t.Error("a font that is cut off passes")
		}
		damaged := slices.Clone(raw)
		for range 40 {
			damaged[rng.IntN(2000)] ^= byte(1 + rng.IntN(255))
		}
		_, _ = subsetOf(damaged, []rune("aö"), "AAAAAA") // must return
	}
}
