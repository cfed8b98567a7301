package drawing

import (
	"bytes"
	"compress/zlib"
	"encoding/base64"
	"image"
	"image/color"
	"image/png"
	"io"
	"reflect"
	"regexp"
	"strings"
	"testing"

	stdfont "golang.org/x/image/font"
	"golang.org/x/image/font/sfnt"
	_ "gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"

	"chesscensus/internal/testing/testkit"
)

// plain is a font without bold or slanted letters.
var plain = font.Font{Typeface: "Liberation", Variant: "Sans", Size: 20}

// gray returns the brightness of a pixel, from 0 to 255.
func gray(im image.Image, x, y int) uint8 { return color.GrayModel.Convert(im.At(x, y)).(color.Gray).Y }

// TestSpansSplitAtSuperscripts checks which parts of a line are raised.
func TestSpansSplitAtSuperscripts(t *testing.T) {
	for line, want := range map[string][]span{
		"":               nil,
		"plain":          {{"plain", false}},
		"10^{44}":        {{"10", false}, {"44", true}},
		"^{a} b^{} c":    {{"a", true}, {" b", false}, {"", true}, {" c", false}},
		"open ^{44":      {{"open ^{44", false}},
		"} first ^{44}":  {{"} first ^{44}", false}},
		"caret ^ only }": {{"caret ^ only }", false}},
	} {
		if got := spans(line); !reflect.DeepEqual(got, want) {
			t.Errorf("spans(%q) = %v, want %v", line, got, want)
		}
	}
}

// TestOutlinesMatchGonumsText draws the same line by fillText and by gonum's own FillString, a second method. As that rounds advances to
// pixels the lines drift apart a little: they must agree in the number of dark pixels to 5 %, and in the box around them to 4 pixels. The
// line must end where Width says.
func TestOutlinesMatchGonumsText(t *testing.T) {
	line := "Estimate AVAT 4.82193 ± 0.027 Österlund (%)"
	face := font.DefaultCache.Lookup(plain, 20)
	var dark [2]int
	var box [2]image.Rectangle
	for i := range 2 {
		c := vgimg.New(460, 40)
		c.SetColor(color.White)
		c.Fill(vg.Rectangle{Max: vg.Point{X: 460, Y: 40}}.Path())
		c.SetColor(color.Black)
		if i == 0 {
			fillText(c, face, vg.Point{X: 10, Y: 12}, line)
		} else {
			c.FillString(face, vg.Point{X: 10, Y: 12}, line)
		}
		im := c.Image()
		for x := range im.Bounds().Dx() {
			for y := range im.Bounds().Dy() {
				if gray(im, x, y) < 128 {
					dark[i]++
					box[i] = box[i].Union(image.Rect(x, y, x+1, y+1))
				}
			}
		}
	}
	if dark[1] == 0 || abs(dark[0]-dark[1]) > dark[1]/20 {
		t.Errorf("%d dark pixels, gonum has %d, want a difference of 5 %% at most", dark[0], dark[1])
	}
	for _, d := range []image.Point{box[0].Min.Sub(box[1].Min), box[0].Max.Sub(box[1].Max)} {
		if abs(d.X) > 4 || abs(d.Y) > 4 {
			t.Errorf("box %v, gonum has %v, want a difference of 4 pixels at most", box[0], box[1])
		}
	}
	end := float64(10+face.Width(line)) * 96 / 72 // in pixels
	if last := float64(box[0].Max.X); last > end || last < end-5 {
		t.Errorf("last dark pixel at %v, want it just before %.1f", last, end)
	}
}

// lines returns a function that paints texts below each other, the first one bold.
func lines(list ...string) func(draw.Canvas) {
	return func(c draw.Canvas) {
		for i, line := range list {
			f := plain
			f.Size = 10
			if i == 0 {
				f.Weight = stdfont.WeightBold
			}
			sty := text.Style{Color: color.Black, Font: f, Handler: Raised{font.DefaultCache}}
			c.FillText(sty, vg.Point{X: 10, Y: vg.Length(100 - 14*i)}, line)
		}
	}
}

// encoded returns a picture of lines in one format.
func encoded(t *testing.T, format string, list ...string) []byte {
	t.Helper()
	var b bytes.Buffer
	testkit.OK(t, Encode(&b, format, 200, 120, lines(list...)))
	return b.Bytes()
}

// TestSVGHoldsTextAndFont checks that an SVG file has the text as text, and a font with its characters and no others.
func TestSVGHoldsTextAndFont(t *testing.T) {
	data := string(encoded(t, "svg", "Title", "4.8 ± 0.03 × 10^{44}", "a < b & Österlund"))
	testkit.Contains(t, data, ">Title</text>", ">4.8 ± 0.03 × 10</text>", ">44</text>", ">a &lt; b &amp; Österlund</text>")
	fonts := regexp.MustCompile(`base64,([A-Za-z0-9+/=]+)`).FindAllStringSubmatch(data, -1)
	if len(fonts) != 2 || len(data) > 40_000 {
		t.Fatalf("%d fonts in %d bytes, want a plain and a bold one in at most 40 000", len(fonts), len(data))
	}
	for i, line := range []string{"Title", "4.8 ± 0.03 × 10a<b&Österlund"} {
		raw := testkit.Must(base64.StdEncoding.DecodeString(fonts[i][1]))(t)
		f := testkit.Must(sfnt.Parse(raw))(t)
		var buf sfnt.Buffer
		for _, c := range line + "Z" {
			if g, _ := f.GlyphIndex(&buf, c); (g == 0) != (c == 'Z') {
				t.Errorf("font %d: glyph %d of %q, want 0 for Z alone", i, g, c)
			}
		}
	}
}

// TestPDFHoldsTextAndFont checks that streams of a PDF file hold the text in cp1252, and one font with its characters.
func TestPDFHoldsTextAndFont(t *testing.T) {
	data := encoded(t, "pdf", "Title", "4.8 ± 0.03 × 10^{44}", "Österlund – Tromp", "\u2654 is not in cp1252")
	var content []byte
	var streams [][]byte
	for rest := data; ; {
		i := bytes.Index(rest, []byte("stream\n"))
		if i < 0 {
			break
		}
		rest = rest[i+7:]
		if r, err := zlib.NewReader(bytes.NewReader(rest)); err == nil {
			text, _ := io.ReadAll(r)
			content = append(content, text...)
			streams = append(streams, text)
		}
	}
	for _, want := range []string{"(Title)", "(4.8 \xb1 0.03 \xd7 10)", "(44)", "(\xd6sterlund \x96 Tromp)"} {
		if !bytes.Contains(content, []byte(want)) {
			t.Errorf("no %q in the text", want)
		}
	}
	if bytes.Contains(content, []byte("is not in cp1252")) {
		t.Error("a line that cp1252 lacks is no outline")
	}
	names := regexp.MustCompile(`/BaseFont /([A-Z]{6}\+LiberationSans[-A-Za-z]*)`).FindAllSubmatch(data, -1)
	if len(names) != 1 || bytes.Count(data, []byte("/FontFile2")) != 1 || len(data) > 30_000 {
		t.Errorf("fonts %q in %d bytes, want one, embedded, in at most 30 000", names, len(data))
	}
	fonts := 0 // every font file holds the letters of all lines, the bold title's included
	for _, stream := range streams {
		f, err := sfnt.Parse(stream)
		if err != nil {
			continue
		}
		fonts++
		var buf sfnt.Buffer
		for _, c := range "TitleÖsterlund×±–" {
			if g, _ := f.GlyphIndex(&buf, c); g == 0 {
				t.Errorf("%q is not in the font of the file", c)
			}
		}
	}
	if fonts != 1 {
		t.Errorf("%d font files, want one", fonts)
	}
}

// TestEncodeIsReproducible checks that equal pictures give equal bytes, and the errors of a writer and of an unknown format.
func TestEncodeIsReproducible(t *testing.T) {
	for _, format := range []string{"png", "svg", "pdf"} {
		a, b := encoded(t, format, "Title", "x^{2}"), encoded(t, format, "Title", "x^{2}")
		if !bytes.Equal(a, b) {
			t.Errorf("%s: two encodings differ", format)
		}
		reader, broken := io.Pipe()
		reader.Close()
		testkit.FailsWith(t, Encode(broken, format, 200, 120, lines("x")), io.ErrClosedPipe, format)
	}
	testkit.FailsWith(t, Encode(io.Discard, "bmp", 200, 120, lines()), "png, svg or pdf", "an unknown format")
	if data := encoded(t, "svg"); strings.Contains(string(data), "@font-face") {
		t.Error("a picture without text brings a font")
	}
}

// TestHalves checks where a text that is wider than 8 letters is divided into two lines.
func TestHalves(t *testing.T) {
	width := func(s string) vg.Length { return vg.Length(len(s)) }
	for text, want := range map[string]string{"": "", "one two": "one two", "one two three": "one two|three", "a long wordwithoutend": "a long|wordwithoutend", "wordwithoutend": "wordwithoutend", "the king of all kings": "the king of|all kings"} {
		testkit.Equal(t, strings.Join(Halves(text, 8, width), "|"), want, text)
	}
}

// TestPalettedKeepsColors checks that every shade changes by at most half a step of the palette, and that pictures of more colors than a
// palette holds stay unchanged.
func TestPalettedKeepsColors(t *testing.T) {
	const step = 17 // between the shades of the palette: 0, 17, ..., 255
	m := image.NewRGBA(image.Rect(0, 0, 16, 256))
	for x := range 16 {
		for y := range 256 {
			m.SetRGBA(x, y, color.RGBA{uint8(y), 0, uint8(step * x), 255})
		}
	}
	p := paletted(m)
	if _, ok := p.(*image.Paletted); !ok {
		t.Fatalf("256 colors become a %T, want a palette", p)
	}
	var b bytes.Buffer
	testkit.OK(t, png.Encode(&b, p))
	back := testkit.Must(png.Decode(&b))(t)
	for x := range 16 {
		for y := range 256 {
			red, green, blue, alpha := back.At(x, y).RGBA()
			if d := int(red>>8) - y; 2*max(d, -d) > step || green != 0 || blue>>8 != uint32(step*x) || alpha != 0xffff {
				t.Fatalf("pixel %d, %d is %v, want at most half a step of %d from %v", x, y, back.At(x, y), step, m.At(x, y))
			}
		}
	}
	m.SetRGBA(0, 0, color.RGBA{0, 255, 0, 255})
	if _, ok := paletted(m).(*image.RGBA); !ok {
		t.Error("a picture of 257 colors got a palette, want the picture unchanged")
	}
}
