package drawing

import (
	"encoding/base64"
	"regexp"
	"strings"
	"testing"

	"golang.org/x/image/font/sfnt"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/recorder"

	"chesscensus/internal/testing/testkit"
)

// TestToCP1252 checks characters of figures against the table of the code page (unicode.org, CP1252.TXT), and that others are refused.
func TestToCP1252(t *testing.T) {
	for line, want := range map[string]string{
		"":             "",
		"plain ~ 10":   "plain ~ 10",
		"ÄÖÜ äöü ß é":  "\xc4\xd6\xdc \xe4\xf6\xfc \xdf \xe9",
		"± × · \u00a0": "\xb1 \xd7 \xb7 \xa0",
		"–—’‘“”…•€†":   "\x96\x97\x92\x91\x93\x94\x85\x95\x80\x86",
	} {
		if got, ok := toCP1252(line); !ok || got != want {
			t.Errorf("toCP1252(%q) = %q, %v, want %q", line, got, ok, want)
		}
	}
	for _, line := range []string{"10⁴⁴", "♔", "a\tb", "line\n", "\x7f", "\u0080", "\u0096", "ł", "\xff"} {
		if got, ok := toCP1252(line); ok {
			t.Errorf("toCP1252(%q) = %q; the code page lacks it", line, got)
		}
	}
}

// TestTags checks that a tag has six capitals and that different characters give different tags, since two parts of one font in a file must
// not have one name.
func TestTags(t *testing.T) {
	capitals := regexp.MustCompile(`^[A-Z]{6}$`)
	seen := map[string]string{}
	for _, s := range []string{"", "a", "b", "ab", "ba", "Österlund", strings.Repeat("x", 500)} {
		tag := tagOf([]rune(s))
		if !capitals.MatchString(tag) || tag != tagOf([]rune(s)) {
			t.Errorf("tag %q of %q, want the same six capitals each time", tag, s)
		}
		if other, ok := seen[tag]; ok {
			t.Errorf("%q and %q have the tag %s", s, other, tag)
		}
		seen[tag] = s
	}
}

// TestFontFace checks that the font of the style element has the characters of the text and no others, and that there is none for an empty
// text.
func TestFontFace(t *testing.T) {
	if face, err := FontFace(plain, ""); face != "" || err != nil {
		t.Errorf("the font of no text is %q, error %v; want none", face, err)
	}
	face := testkit.Must(FontFace(plain, "Größe"))(t)
	m := regexp.MustCompile(`^<style>@font-face\{font-family:"Liberation Sans";src:url\(data:font/ttf;base64,([A-Za-z0-9+/=]+)\)\}</style>\n$`).FindStringSubmatch(face)
	if m == nil {
		t.Fatalf("no style element with one font: %.120q", face)
	}
	raw := testkit.Must(base64.StdEncoding.DecodeString(m[1]))(t)
	f := testkit.Must(sfnt.Parse(raw))(t)
	var buf sfnt.Buffer
	for _, c := range "GrößeZ" {
		if g, _ := f.GlyphIndex(&buf, c); (g == 0) != (c == 'Z') {
			t.Errorf("glyph %d of %q, want 0 for Z alone", g, c)
		}
	}
}

// TestRaisedText checks that parts stand one after the other, raised ones smaller and higher, and that the box is as wide as they are. Plain
// has no raised parts, and lines become one.
func TestRaisedText(t *testing.T) {
	h := Raised{font.DefaultCache}
	sty := text.Style{Font: plain, Handler: h}
	write := func(h text.Handler, line string) (list []*recorder.FillString) {
		var c recorder.Canvas
		h.Draw(&c, line, sty, vg.Point{})
		for _, a := range c.Actions {
			if s, ok := a.(*recorder.FillString); ok {
				list = append(list, s)
			}
		}
		return list
	}
	list := write(h, "10^{44} x")
	if len(list) != 3 || list[0].String != "10" || list[1].String != "44" || list[2].String != " x" {
		t.Fatalf("%d parts, want 10, 44 and x: %+v", len(list), list)
	}
	if list[1].Point.Y <= list[0].Point.Y || list[2].Point.Y != list[0].Point.Y || list[1].Size >= list[0].Size || list[2].Size != list[0].Size {
		t.Errorf("parts %+v, %+v, %+v; want the second one smaller and higher", list[0], list[1], list[2])
	}
	width, height, depth := h.Box("10^{44} x", plain)
	last := h.face(plain, false)
	if end := list[2].Point.X - list[0].Point.X + last.Width(" x"); width-end > 1e-9 || end-width > 1e-9 || height <= 0 || depth <= 0 {
		t.Errorf("box %v wide, want %v, where the parts end; %v above and %v below the line, want more than 0", width, end, height, depth)
	}
	if list := write(Plain{h}, "10^{44}"); len(list) != 1 || list[0].String != "10^{44}" {
		t.Errorf("Plain draws %+v, want the line as it is", list)
	}
	if list := write(h, ""); len(list) != 0 {
		t.Errorf("the empty line is drawn as %+v", list)
	}
	if lines := h.Lines("a\nb\n"); len(lines) != 1 || lines[0] != "a b" {
		t.Errorf("lines %q, want one, \"a b\"", lines)
	}
}
