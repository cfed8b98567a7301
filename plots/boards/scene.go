package boards

import (
	"fmt"
	"html"
	"image/color"
	"strings"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"chesscensus/chess"
	"chesscensus/plots/internal/drawing"
)

// A scene is a picture of boards, painted in order. One description serves SVG,
// PNG and PDF. The unit is a hundredth of a square, y points downwards.
type scene struct {
	width, height float64
	title         string // for screen readers
	items         []item
}

// An item is a rectangle, circle, text or piece.
type item struct {
	kind       itemKind
	x, y, w, h float64 // circle: center and radius w; text: middle of the baseline, size h
	fill       color.NRGBA
	stroke     float64 // width of the outline in drawing.Ink, 0 for none
	text       string
	piece      chess.Piece
}

// An itemKind says which fields of an item count.
type itemKind uint8

const (
	itemRect itemKind = iota
	itemCircle
	itemText
	itemPiece
)

// Colors of boards.
var (
	paperLight = color.NRGBA{0xf3, 0xf1, 0xea, 0xff}
	paperDark  = color.NRGBA{0xb3, 0xc0, 0xcc, 0xff}
	paperMark  = color.NRGBA{0xf2, 0xcd, 0x7c, 0xff}
)

// svgFont names the font of the other formats and common fonts of the same widths.
const svgFont = "Liberation Sans,Arial,Helvetica,sans-serif"

// svg returns the scene as a complete SVG document, of a width in points.
func (s *scene) svg(width vg.Length) string {
	var b strings.Builder
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" width="%.5gpt" height="%.5gpt" viewBox="0 0 %.6g %.6g" font-family="%s" role="img">`+"\n",
		width.Points(), width.Points()*s.height/max(s.width, 1), s.width, s.height, svgFont)
	fmt.Fprintf(&b, "<title>%s</title>\n", html.EscapeString(printable(s.title)))
	s.svgDefs(&b)
	for _, it := range s.items {
		switch it.kind {
		case itemRect:
			fmt.Fprintf(&b, `<rect x="%.6g" y="%.6g" width="%.6g" height="%.6g"%s/>`+"\n", it.x, it.y, it.w, it.h, it.svgPaint())
		case itemCircle:
			fmt.Fprintf(&b, `<circle cx="%.6g" cy="%.6g" r="%.6g"%s/>`+"\n", it.x, it.y, it.w, it.svgPaint())
		case itemText:
			fmt.Fprintf(&b, `<text x="%.6g" y="%.6g" font-size="%.4g" text-anchor="middle" fill="%s">%s</text>`+"\n",
				it.x, it.y, it.h, hexColor(it.fill), html.EscapeString(printable(it.text)))
		case itemPiece:
			fmt.Fprintf(&b, `<use href="#%s" x="%.6g" y="%.6g"/>`+"\n", pieceID("cc", it.piece), it.x, it.y)
		}
	}
	b.WriteString("</svg>\n")
	return b.String()
}

// fontFace returns a style sheet with a font that has the characters of the scene, cut down to them; empty without text.
func (s *scene) fontFace() (string, error) {
	var text strings.Builder
	for _, it := range s.items {
		if it.kind == itemText {
			text.WriteString(printable(it.text))
		}
	}
	return drawing.FontFace(drawing.Sans(1, drawing.Ink).Font, text.String())
}

// svgPaint returns the attributes of fill and outline. A transparent color means no fill.
func (it item) svgPaint() string {
	paint := ` fill="none"`
	if it.fill.A > 0 {
		paint = fmt.Sprintf(` fill="%s"`, hexColor(it.fill))
	}
	if it.stroke > 0 {
		paint += fmt.Sprintf(` stroke="%s" stroke-width="%.4g"`, hexColor(outline), it.stroke)
	}
	return paint
}

// svgDefs writes the drawings of the pieces that occur, each once.
func (s *scene) svgDefs(b *strings.Builder) {
	b.WriteString("<defs>\n")
	seen := make(map[chess.Piece]bool)
	for _, it := range s.items {
		if it.kind != itemPiece || seen[it.piece] {
			continue
		}
		seen[it.piece] = true
		b.WriteString(svgMan(it.piece, pieceID("cc", it.piece)) + "\n")
	}
	b.WriteString("</defs>\n")
}

// paint draws the scene on a canvas, in its full width.
func (s *scene) paint(c draw.Canvas) {
	scale := (c.Max.X - c.Min.X) / vg.Length(max(s.width, 1))
	point := func(x, y float64) vg.Point {
		return vg.Point{X: c.Min.X + vg.Length(x)*scale, Y: c.Max.Y - vg.Length(y)*scale}
	}
	for _, it := range s.items {
		switch it.kind {
		case itemRect:
			it.fillAndStroke(c, vg.Rectangle{Min: point(it.x, it.y+it.h), Max: point(it.x+it.w, it.y)}.Path(), scale)
		case itemCircle:
			ring := vgPath(fmt.Sprintf("O 0 0 %g", it.w), point(it.x, it.y), scale)
			it.fillAndStroke(c, ring, scale)
		case itemText:
			sty := drawing.Sans(vg.Length(it.h)*scale, it.fill)
			sty.Handler = drawing.Plain{Raised: drawing.Raised{Fonts: sty.Handler.Cache()}}
			sty.XAlign = draw.XCenter
			c.FillText(sty, point(it.x, it.y), printable(it.text))
		case itemPiece:
			paintPiece(c, it.piece, point(it.x, it.y+100), scale)
		}
	}
}

// fillAndStroke paints a closed path with the fill and outline of an item, as svgPaint describes them.
func (it item) fillAndStroke(c vg.Canvas, p vg.Path, scale vg.Length) {
	if it.fill.A > 0 {
		c.SetColor(it.fill)
		c.Fill(p)
	}
	if it.stroke > 0 {
		c.SetLineDash(nil, 0)
		c.SetColor(outline)
		c.SetLineWidth(vg.Length(it.stroke) * scale)
		c.Stroke(p)
	}
}

// paintPiece draws a man with its lower left corner at origin.
func paintPiece(c vg.Canvas, p chess.Piece, origin vg.Point, scale vg.Length) {
	fill, detail := manColors(p.Color())
	c.SetLineDash(nil, 0)
	c.SetLineWidth(strokeWidth * scale)
	for _, sh := range shapes[p.Role()] {
		path := vgPath(sh.path, origin, scale)
		switch sh.kind {
		case bodyShape:
			c.SetColor(fill)
			c.Fill(path)
			c.SetColor(outline)
			c.Stroke(path)
		case lineShape:
			c.SetColor(detail)
			c.Stroke(path)
		case spotShape:
			c.SetColor(detail)
			c.Fill(path)
		}
	}
}
