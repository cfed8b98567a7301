package drawing

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"image"
	"image/color"
	"io"
	"regexp"
	"slices"

	"codeberg.org/go-pdf/fpdf"
	stdfont "golang.org/x/image/font"
	"golang.org/x/image/font/opentype"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
	"gonum.org/v1/plot/vg/vgpdf"
	"gonum.org/v1/plot/vg/vgsvg"
)

// DPI is the resolution of PNG files in dots per inch: 792 pixels for a column of 5.5 inches.
const DPI = 144

// pdfDate matches the dates in a PDF file, which are replaced by fixedDate, of the same length, to make the file reproducible.
var (
	pdfDate   = regexp.MustCompile(`D:\d{14}`)
	fixedDate = []byte("D:20000101000000")
)

// init makes the PDF writer order objects by name, since the order of a map would differ from run to run.
func init() { fpdf.SetDefaultCatalogSort(true) }

// Encode paints on a canvas of the given size and writes it in one format, "png", "svg", "pdf", or "small", PNG of 96 dots per inch with 16
// shades of each color. The same picture gives the same bytes. SVG and PDF are painted twice, first to find out which characters occur.
func Encode(w io.Writer, format string, width, height vg.Length, paint func(draw.Canvas)) error {
	var canvas vg.CanvasWriterTo
	fill := fillText
	switch format {
	case "png":
		canvas = vgimg.PngCanvas{Canvas: vgimg.NewWith(vgimg.UseWH(width, height), vgimg.UseDPI(DPI))}
	case "small":
		canvas = smallCanvas{vgimg.NewWith(vgimg.UseWH(width, height), vgimg.UseDPI(96))}
	case "svg":
		fonts, err := fontsOf(width, height, paint)
		if err != nil {
			return err
		}
		canvas, fill = vgsvg.NewWith(vgsvg.UseWH(width, height), vgsvg.EmbedFonts(len(fonts) > 0)), fonts.fillSVG
	case "pdf":
		paint = withPlainLetters(paint)
		fonts, err := fontsOf(width, height, paint)
		if err != nil {
			return err
		}
		canvas, fill = vgpdf.New(width, height), fonts.fillPDF
	default:
		return fmt.Errorf("plots: unknown format %q (want png, svg or pdf)", format)
	}
	page := draw.New(canvas)
	page.Canvas = textCanvas{canvas, fill}
	paint(page)
	var b bytes.Buffer
	if _, err := canvas.WriteTo(&b); err != nil {
		return fmt.Errorf("plots: encoding %s: %w", format, err)
	}
	data := b.Bytes()
	if format == "pdf" {
		data = pdfDate.ReplaceAll(data, fixedDate)
	}
	_, err := w.Write(data)
	return err
}

// withPlainLetters returns paint without bold and slanted letters: vgpdf v0.17.0 stores all fonts of a file under one name, so that a
// second one would replace the first.
func withPlainLetters(paint func(draw.Canvas)) func(draw.Canvas) {
	return func(c draw.Canvas) {
		c.Canvas = textCanvas{c.Canvas, func(c vg.Canvas, face font.Face, at vg.Point, line string) {
			face = font.DefaultCache.Lookup(font.Font{Typeface: face.Font.Typeface, Variant: face.Font.Variant}, face.Font.Size)
			c.FillString(face, at, line)
		}}
		paint(c)
	}
}

// A textCanvas is a canvas whose text is drawn by the function fill.
type textCanvas struct {
	vg.Canvas
	fill func(c vg.Canvas, face font.Face, at vg.Point, line string)
}

// FillString implements vg.Canvas.
func (t textCanvas) FillString(face font.Face, at vg.Point, line string) {
	t.fill(t.Canvas, face, at, line)
}

// A fontStyle identifies a font of a picture.
type fontStyle struct {
	weight stdfont.Weight
	slant  stdfont.Style
}

// styleOf returns the style of a face.
func styleOf(face font.Face) fontStyle { return fontStyle{face.Font.Weight, face.Font.Style} }

// A fontSet holds the fonts that a picture contains, by style.
type fontSet map[fontStyle]*opentype.Font

// fontsOf paints on a charCollector and returns fonts with the characters that occur.
func fontsOf(width, height vg.Length, paint func(draw.Canvas)) (fontSet, error) {
	c := &charCollector{width: width, height: height, runes: map[fontStyle][]rune{}, faces: map[fontStyle]font.Face{}}
	paint(draw.New(c))
	fonts := fontSet{}
	for sty, runes := range c.runes {
		data, err := cutDown(c.faces[sty], runes)
		if err != nil {
			return nil, err
		}
		if fonts[sty], err = opentype.Parse(data); err != nil {
			return nil, fmt.Errorf("plots: a font cut down cannot be read: %w", err)
		}
	}
	return fonts, nil
}

// cutDown returns the font of a face reduced to some characters.
func cutDown(face font.Face, runes []rune) ([]byte, error) {
	var raw bytes.Buffer
	if _, err := face.Face.WriteSourceTo(nil, &raw); err != nil {
		return nil, fmt.Errorf("plots: reading a font: %w", err)
	}
	data, err := subsetOf(raw.Bytes(), runes, tagOf(runes))
	if err != nil {
		return nil, fmt.Errorf("plots: %w", err)
	}
	return data, nil
}

// FontFace returns a style element for an SVG document with a font that has the characters of a text and no others, under its family
// name; an empty text has none.
func FontFace(f font.Font, text string) (string, error) {
	if text == "" {
		return "", nil
	}
	data, err := cutDown(font.DefaultCache.Lookup(f, f.Size), []rune(text))
	if err != nil {
		return "", err
	}
	return "<style>@font-face{font-family:\"Liberation Sans\";src:url(data:font/ttf;base64," + base64.StdEncoding.EncodeToString(data) + ")}</style>\n", nil
}

// tagOf returns six capitals that depend on the characters of a font.
func tagOf(runes []rune) string {
	sum := sha256.Sum256([]byte(string(runes)))
	tag := sum[:6]
	for i := range tag {
		tag[i] = 'A' + tag[i]%26
	}
	return string(tag)
}

// fillSVG draws a line as text in the font of the document.
func (fonts fontSet) fillSVG(c vg.Canvas, face font.Face, at vg.Point, line string) {
	face.Face = fonts[styleOf(face)]
	c.FillString(face, at, line)
}

// fillPDF draws a line as text in the font of the document, in the code page cp1252, which simple fonts of PDF use. A line
// with other characters is drawn as outlines.
func (fonts fontSet) fillPDF(c vg.Canvas, face font.Face, at vg.Point, line string) {
	coded, ok := toCP1252(line)
	if !ok {
		fillText(c, face, at, line)
		return
	}
	face.Face = fonts[styleOf(face)]
	c.FillString(face, at, coded)
}

// cp1252Extra maps characters that occur in figures to their code in cp1252, where that is not their Unicode number.
var cp1252Extra = map[rune]byte{'–': 0x96, '—': 0x97, '’': 0x92, '‘': 0x91, '“': 0x93, '”': 0x94, '…': 0x85, '•': 0x95, '€': 0x80, '†': 0x86}

// toCP1252 returns a line in cp1252, and reports whether cp1252 has all its characters.
func toCP1252(line string) (string, bool) {
	coded := make([]byte, 0, len(line))
	for _, r := range line {
		b, ok := cp1252Extra[r]
		switch {
		case ok:
			coded = append(coded, b)
		case r >= 0x20 && r < 0x7f, r >= 0xa0 && r < 0x100:
			coded = append(coded, byte(r))
		default:
			return "", false
		}
	}
	return string(coded), true
}

// A charCollector is a canvas that draws nothing and records the characters of texts.
type charCollector struct {
	width, height vg.Length
	runes         map[fontStyle][]rune
	faces         map[fontStyle]font.Face
}

// FillString records the characters of a line, each once, in the order in which they come.
func (c *charCollector) FillString(face font.Face, _ vg.Point, line string) {
	sty := styleOf(face)
	c.faces[sty] = face
	for _, char := range line {
		if !slices.Contains(c.runes[sty], char) {
			c.runes[sty] = append(c.runes[sty], char)
		}
	}
}

// Size implements vg.CanvasSizer, and the others vg.Canvas, without any effect.
func (c *charCollector) Size() (w, h vg.Length)                  { return c.width, c.height }
func (c *charCollector) SetLineWidth(vg.Length)                  {}
func (c *charCollector) SetLineDash([]vg.Length, vg.Length)      {}
func (c *charCollector) SetColor(color.Color)                    {}
func (c *charCollector) Rotate(float64)                          {}
func (c *charCollector) Translate(vg.Point)                      {}
func (c *charCollector) Scale(_, _ float64)                      {}
func (c *charCollector) Push()                                   {}
func (c *charCollector) Pop()                                    {}
func (c *charCollector) Stroke(vg.Path)                          {}
func (c *charCollector) Fill(vg.Path)                            {}
func (c *charCollector) DrawImage(_ vg.Rectangle, _ image.Image) {}
