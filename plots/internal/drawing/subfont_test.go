package drawing

import (
	"bytes"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
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
		testkit.Fails(subsetOf(data, []rune("a"), "AAAAAA"))(t, "")
	}
	raw := original(t, font.WeightNormal)
	rng := rand.New(rand.NewPCG(1, 2))
	for range 50 {
		testkit.Fails(subsetOf(raw[:rng.IntN(len(raw))], []rune("aö"), "AAAAAA"))(t, "", "a font that is cut off passes")
		damaged := slices.Clone(raw)
		for range 40 {
			damaged[rng.IntN(2000)] ^= byte(1 + rng.IntN(255))
		}
		_, _ = subsetOf(damaged, []rune("aö"), "AAAAAA") // must return
	}
}

// readTables returns the tables of a font by tag. It fails the test if tags are not sorted, a table is not at a multiple of
// four bytes or overlaps another, or a checksum is wrong, that of the font included.
func readTables(t *testing.T, data []byte) map[string][]byte {
	t.Helper()
	tables := map[string][]byte{}
	last, end := "", 12+16*int(order.Uint16(data[4:]))
	for i := range int(order.Uint16(data[4:])) {
		d := data[12+16*i:]
		tag, sum, offset, length := string(d[:4]), order.Uint32(d[4:]), int(order.Uint32(d[8:])), int(order.Uint32(d[12:]))
		table := slices.Clone(data[offset : offset+length])
		if tag <= last || offset%4 != 0 || offset != end {
			t.Errorf("table %q after %q at %d, want it at %d", tag, last, offset, end)
		}
		last, end = tag, offset+(length+3)/4*4
		if tag == "head" {
			order.PutUint32(table[8:], 0) // its own sum is made without that of the whole
		}
		testkit.Equal(t, checksum(table), sum, tag)
		tables[tag] = table
	}
	if sum := checksum(data); sum != 0xB1B0AFBA || end != len(data) {
		t.Errorf("the whole has the sum %08x, want b1b0afba, and %d bytes, its tables end at %d", sum, len(data), end)
	}
	return tables
}

// TestSubsetIsSound checks what readers of fonts and printers demand: directory, checksums, equal numbers of glyphs in all tables, existing
// parts of composed glyphs, and no data of other characters.
func TestSubsetIsSound(t *testing.T) {
	raw := original(t, font.WeightNormal)
	for _, text := range []string{"", "a", "öéü", "The quick brown fox 0123456789 ÄÖÜ ±×"} {
		data := testkit.Must(subsetOf(raw, []rune(text), "ABCDEF"))(t)
		tables := readTables(t, data)
		testkit.Equal(t, strings.Join(slices.Sorted(maps.Keys(tables)), " "), "OS/2 cmap glyf head hhea hmtx loca maxp name post", text)
		glyphs := int(order.Uint16(tables["maxp"][4:]))
		if n := int(order.Uint16(tables["hhea"][34:])); n != glyphs || len(tables["hmtx"]) != 4*glyphs || len(tables["loca"]) != 4*glyphs+4 || glyphs < 1+len([]rune(text))/2 {
			t.Errorf("%q: %d glyphs do not fit %d widths in %d bytes and %d bytes of offsets", text, glyphs, n, len(tables["hmtx"]), len(tables["loca"]))
		}
		f := &trueType{tables: tables, longOffsets: true, fullMetrics: glyphs}
		for g := range glyphs {
			outline, parts := f.outline(g)
			for _, i := range parts {
				if part := int(order.Uint16(outline[i:])); part == 0 || part >= glyphs {
					t.Errorf("%q: glyph %d has the part %d of %d", text, g, part, glyphs)
				}
			}
			if len(parts) == 0 && len(outline) > 0 && order.Uint16(outline[10+2*int(order.Uint16(outline)):]) != 0 {
				t.Errorf("%q: glyph %d has instructions", text, g)
			}
		}
		if last := order.Uint32(tables["loca"][4*glyphs:]); int(last) != len(tables["glyf"]) {
			t.Errorf("%q: outlines end at %d of %d", text, last, len(tables["glyf"]))
		}
	}
}

// TestSubsetOfASubset checks that a subset of a subset is the same as a subset of the original.
func TestSubsetOfASubset(t *testing.T) {
	raw := original(t, font.WeightBold)
	wide := testkit.Must(subsetOf(raw, []rune("chess öé"), "ABCDEF"))(t)
	once := testkit.Must(subsetOf(raw, []rune("heö"), "ABCDEF"))(t)
	twice := testkit.Must(subsetOf(wide, []rune("heöZ"), "ABCDEF"))(t)
	a, b := readTables(t, once), readTables(t, twice)
	for _, tag := range []string{"cmap", "glyf", "hmtx", "loca"} {
		if !slices.Equal(a[tag], b[tag]) {
			t.Errorf("table %q depends on the way", tag)
		}
	}
}

// TestShortForms checks offsets of outlines in two bytes, and an advance that the last glyphs share, as many fonts have them.
func TestShortForms(t *testing.T) {
	u16 := func(values ...uint16) (data []byte) {
		for _, v := range values {
			data = order.AppendUint16(data, v)
		}
		return data
	}
	square := append(u16(1, 0, 0, 10, 10, 3, 0), 1, 1, 1, 1, 5, 0, 0, 0) // one contour of four points, no instructions
	f := &trueType{fullMetrics: 2, tables: map[string][]byte{
		"glyf": square, "loca": u16(0, 0, 0, uint16(len(square)/2), uint16(len(square)/2)), "hmtx": u16(600, 1, 500, 2, 3, 4),
	}}
	for g, want := range [][]byte{u16(600, 1), u16(500, 2), u16(500, 3), u16(500, 4)} {
		if got := f.width(g); !slices.Equal(got, want) {
			t.Errorf("width of glyph %d: %v, want %v", g, got, want)
		}
		wantOutline := map[int][]byte{2: square}[g]
		if outline, parts := f.outline(g); !slices.Equal(outline, wantOutline) || parts != nil {
			t.Errorf("outline of glyph %d: %v, parts %v, want %v without parts", g, outline, parts, wantOutline)
		}
	}
}

// TestMissingTables checks that the error names a missing table.
func TestMissingTables(t *testing.T) {
	tables := readTables(t, testkit.Must(subsetOf(original(t, font.WeightNormal), []rune("a"), "ABCDEF"))(t))
	for tag := range tables {
		if tag == "head" {
			continue // the sum of the whole stands in it
		}
		less := maps.Clone(tables)
		delete(less, tag)
		testkit.Fails(subsetOf(assemble(less), []rune("a"), "ABCDEF"))(t, tag)
	}
	other := maps.Clone(tables)
	other["cmap"] = slices.Clone(tables["cmap"])
	other["cmap"][5] = 0 // the table is for a Macintosh now
	testkit.Fails(subsetOf(assemble(other), []rune("a"), "ABCDEF"))(t, "Unicode", "without characters")
}
