package plots

import (
	"fmt"
	"html"
	"image/color"
	"strings"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"chesscensus/chess"
)

// scene is a picture of boards, painted in order. One description serves SVG,
// PNG and PDF. The unit is a hundredth of a square, y points downwards.
type scene struct {
	width, height float64
	title         string // for screen readers
	items         []item
}

// item is a rectangle, circle, text or piece.
type item struct {
	kind       itemKind
	x, y, w, h float64 // circle: centre and radius w; text: middle of the baseline, size h
	fill       color.NRGBA
	stroke     float64 // width of the outline in ink, 0 for none
	text       string
	piece      chess.Piece
}

type itemKind uint8

const (
	itemRect itemKind = iota
	itemCircle
	itemText
	itemPiece
)

// Colours of boards. White men are white, black ones nearly black, and details
// are drawn in the other colour.
var (
	lightSquare = color.NRGBA{0xf3, 0xf1, 0xea, 0xff}
	darkSquare  = color.NRGBA{0xb3, 0xc0, 0xcc, 0xff}
	markSquare  = color.NRGBA{0xf2, 0xcd, 0x7c, 0xff}
	whiteMan    = color.NRGBA{0xff, 0xff, 0xff, 0xff}
	blackMan    = color.NRGBA{0x30, 0x30, 0x30, 0xff}
	outline     = color.NRGBA{0x11, 0x11, 0x11, 0xff}
)

// manColors returns the colours of body and details.
func manColors(c chess.Color) (fill, detail color.NRGBA) {
	if c == chess.White {
		return whiteMan, outline
	}
	return blackMan, whiteMan
}

// hex writes a colour for SVG.
func hex(c color.NRGBA) string { return fmt.Sprintf("#%02x%02x%02x", c.R, c.G, c.B) }

// svgFont names the font of the other formats and its usual equals in width.
const svgFont = "Liberation Sans,Arial,Helvetica,sans-serif"

// svg writes the scene as a complete SVG document, of a width in points.
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
				it.x, it.y, it.h, hex(it.fill), html.EscapeString(printable(it.text)))
		case itemPiece:
			fmt.Fprintf(&b, `<use href="#%s" x="%.6g" y="%.6g"/>`+"\n", pieceID(it.piece), it.x, it.y)
		}
	}
	b.WriteString("</svg>\n")
	return b.String()
}

// svgPaint returns the attributes of fill and outline; no colour is no fill.
func (it item) svgPaint() string {
	paint := ` fill="none"`
	if it.fill.A > 0 {
		paint = fmt.Sprintf(` fill="%s"`, hex(it.fill))
	}
	if it.stroke > 0 {
		paint += fmt.Sprintf(` stroke="%s" stroke-width="%.4g"`, hex(outline), it.stroke)
	}
	return paint
}

// pieceID is the name of a drawing within the document, such as "cc-wq".
func pieceID(p chess.Piece) string {
	return "cc-" + string("wb"[p.Color()]) + string(" pnbrqk"[p.Role()])
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
		fill, detail := manColors(it.piece.Color())
		fmt.Fprintf(b, `<g id="%s" fill="%s" stroke="%s" stroke-width="%.3g" stroke-linejoin="round" stroke-linecap="round">`,
			pieceID(it.piece), hex(fill), hex(outline), strokeWidth)
		for _, sh := range pieceShapes[it.piece.Role()] {
			extra := ""
			switch sh.kind {
			case line:
				extra = fmt.Sprintf(` fill="none" stroke="%s"`, hex(detail))
			case spot:
				extra = fmt.Sprintf(` fill="%s" stroke="none"`, hex(detail))
			}
			fmt.Fprintf(b, `<path d="%s"%s/>`, svgPath(sh.path), extra)
		}
		b.WriteString("</g>\n")
	}
	b.WriteString("</defs>\n")
}

// paint draws the scene on a canvas, in its full width.
func (s *scene) paint(c draw.Canvas) {
	scale := (c.Max.X - c.Min.X) / vg.Length(max(s.width, 1))
	at := func(x, y float64) vg.Point {
		return vg.Point{X: c.Min.X + vg.Length(x)*scale, Y: c.Max.Y - vg.Length(y)*scale}
	}
	for _, it := range s.items {
		switch it.kind {
		case itemRect:
			it.fillAndStroke(c, vg.Rectangle{Min: at(it.x, it.y+it.h), Max: at(it.x+it.w, it.y)}.Path(), scale)
		case itemCircle:
			ring := vgPath(fmt.Sprintf("O 0 0 %g", it.w), at(it.x, it.y), scale)
			it.fillAndStroke(c, ring, scale)
		case itemText:
			sty := sans(vg.Length(it.h)*scale, it.fill)
			sty.Handler = plain{superscript{sty.Handler.Cache()}}
			sty.XAlign = draw.XCenter
			c.FillText(sty, at(it.x, it.y), printable(it.text))
		case itemPiece:
			paintPiece(c, it.piece, at(it.x, it.y+100), scale)
		}
	}
}

// fillAndStroke paints a closed path as svgPaint says.
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
	for _, sh := range pieceShapes[p.Role()] {
		path := vgPath(sh.path, origin, scale)
		switch sh.kind {
		case body:
			c.SetColor(fill)
			c.Fill(path)
			c.SetColor(outline)
			c.Stroke(path)
		case line:
			c.SetColor(detail)
			c.Stroke(path)
		case spot:
			c.SetColor(detail)
			c.Fill(path)
		}
	}
}
