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

// DPI is the resolution of PNG files: 792 pixels for a column of 5.5 inches.
const DPI = 144

// pdfDate finds the dates in a PDF file, which are as long as fixedDate.
var (
	pdfDate   = regexp.MustCompile(`D:\d{14}`)
	fixedDate = []byte("D:20000101000000")
)

// The objects of a PDF file come in the order of their names, not in that of a map.
func init() { fpdf.SetDefaultCatalogSort(true) }

// Encode paints on a canvas of the given size and writes it in one format, "png", "svg", "pdf", or "small", PNG of 96 dots per inch with 16 shades of each color. The same picture gives the same
// bytes. SVG and PDF are painted twice, first to learn which characters there are.
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
		paint = upright(paint)
		fonts, err := fontsOf(width, height, paint)
		if err != nil {
			return err
		}
		canvas, fill = vgpdf.New(width, height), fonts.fillPDF
	default:
		return fmt.Errorf("plots: unknown format %q (want png, svg or pdf)", format)
	}
	page := draw.New(canvas)
	page.Canvas = lettered{canvas, fill}
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

// upright paints without bold and slanted letters: vgpdf v0.17.0 stores all fonts of a file under one name, so that a second one would
// replace the first.
func upright(paint func(draw.Canvas)) func(draw.Canvas) {
	return func(c draw.Canvas) {
		c.Canvas = lettered{c.Canvas, func(c vg.Canvas, face font.Face, at vg.Point, line string) {
			face = font.DefaultCache.Lookup(font.Font{Typeface: face.Font.Typeface, Variant: face.Font.Variant}, face.Font.Size)
			c.FillString(face, at, line)
		}}
		paint(c)
	}
}

// A lettered canvas sets text in a way of its own.
type lettered struct {
	vg.Canvas
	fill func(c vg.Canvas, face font.Face, at vg.Point, line string)
}

// FillString implements vg.Canvas.
func (l lettered) FillString(face font.Face, at vg.Point, line string) {
	l.fill(l.Canvas, face, at, line)
}

// A style is what a font of a picture depends on but for its characters.
type style struct {
	weight stdfont.Weight
	slant  stdfont.Style
}

func styleOf(face font.Face) style { return style{face.Font.Weight, face.Font.Style} }

// embedded are the fonts that a picture brings along, by style.
type embedded map[style]*opentype.Font

// fontsOf paints for nothing and returns fonts with the characters that were asked for.
func fontsOf(width, height vg.Length, paint func(draw.Canvas)) (embedded, error) {
	r := &reader{width: width, height: height, runes: map[style][]rune{}, faces: map[style]font.Face{}}
	paint(draw.New(r))
	fonts := embedded{}
	for sty, runes := range r.runes {
		data, err := cutDown(r.faces[sty], runes)
		if err != nil {
			return nil, err
		}
		if fonts[sty], err = opentype.Parse(data); err != nil {
			return nil, fmt.Errorf("plots: a font cut down cannot be read: %w", err)
		}
	}
	return fonts, nil
}

// cutDown returns the font of a face with some characters alone.
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

// tagOf returns six capitals that say which characters a font has.
func tagOf(runes []rune) string {
	sum := sha256.Sum256([]byte(string(runes)))
	tag := sum[:6]
	for i := range tag {
		tag[i] = 'A' + tag[i]%26
	}
	return string(tag)
}

// fillSVG sets a line in the font of the document.
func (e embedded) fillSVG(c vg.Canvas, face font.Face, at vg.Point, line string) {
	face.Face = e[styleOf(face)]
	c.FillString(face, at, line)
}

// fillPDF sets a line in the font of the document, in the characters of Windows (cp1252) that simple fonts of PDF have; a line
// with others is drawn.
func (e embedded) fillPDF(c vg.Canvas, face font.Face, at vg.Point, line string) {
	coded, ok := windows(line)
	if !ok {
		fillText(c, face, at, line)
		return
	}
	face.Face = e[styleOf(face)]
	c.FillString(face, at, coded)
}

// beyond are the characters of cp1252 that do not stand at their Unicode number and that occur in figures.
var beyond = map[rune]byte{'–': 0x96, '—': 0x97, '’': 0x92, '‘': 0x91, '“': 0x93, '”': 0x94, '…': 0x85, '•': 0x95, '€': 0x80, '†': 0x86}

// windows returns a line in cp1252, and whether it can be written so.
func windows(line string) (string, bool) {
	coded := make([]byte, 0, len(line))
	for _, r := range line {
		b, ok := beyond[r]
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

// A reader is a canvas on which nothing shows; it notes what is written.
type reader struct {
	width, height vg.Length
	runes         map[style][]rune
	faces         map[style]font.Face
}

var _ vg.CanvasSizer = (*reader)(nil)

// FillString notes the characters of a line, each once, in the order in which they come.
func (r *reader) FillString(face font.Face, _ vg.Point, line string) {
	sty := styleOf(face)
	r.faces[sty] = face
	for _, c := range line {
		if !slices.Contains(r.runes[sty], c) {
			r.runes[sty] = append(r.runes[sty], c)
		}
	}
}

// Size implements vg.CanvasSizer, and the others vg.Canvas, without any effect.
func (r *reader) Size() (w, h vg.Length)                  { return r.width, r.height }
func (r *reader) SetLineWidth(vg.Length)                  {}
func (r *reader) SetLineDash([]vg.Length, vg.Length)      {}
func (r *reader) SetColor(color.Color)                    {}
func (r *reader) Rotate(float64)                          {}
func (r *reader) Translate(vg.Point)                      {}
func (r *reader) Scale(_, _ float64)                      {}
func (r *reader) Push()                                   {}
func (r *reader) Pop()                                    {}
func (r *reader) Stroke(vg.Path)                          {}
func (r *reader) Fill(vg.Path)                            {}
func (r *reader) DrawImage(_ vg.Rectangle, _ image.Image) {}
