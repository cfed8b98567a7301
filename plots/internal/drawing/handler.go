package drawing

import (
	"strings"

	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
)

// Raised is a text handler for single lines in which "^{...}" is a superscript.
// (The embedded font lacks the superscript digits 0 and 9 of Unicode.)
type Raised struct{ Fonts *font.Cache }

var _ text.Handler = Raised{}

// A span is a part of a line, raised or not.
type span struct {
	text   string
	raised bool
}

// spans splits a line at its superscripts. One that is not closed is plain text.
func spans(line string) []span {
	var out []span
	for line != "" {
		i := strings.Index(line, "^{")
		j := strings.Index(line, "}")
		if i < 0 || j < i {
			return append(out, span{line, false})
		}
		if i > 0 {
			out = append(out, span{line[:i], false})
		}
		out = append(out, span{line[i+2 : j], true})
		line = line[j+1:]
	}
	return out
}

// face returns the font of a span.
func (h Raised) face(f font.Font, raised bool) font.Face {
	if raised {
		return h.Fonts.Lookup(f, 0.7*f.Size)
	}
	return h.Fonts.Lookup(f, f.Size)
}

// Cache implements text.Handler.
func (h Raised) Cache() *font.Cache { return h.Fonts }

// Extents implements text.Handler.
func (h Raised) Extents(f font.Font) font.Extents {
	face := h.face(f, false)
	return face.Extents()
}

// Lines implements text.Handler: breaks become blanks.
func (h Raised) Lines(txt string) []string {
	return []string{strings.ReplaceAll(strings.TrimRight(txt, "\n"), "\n", " ")}
}

// Box implements text.Handler.
func (h Raised) Box(line string, f font.Font) (width, height, depth vg.Length) {
	for _, s := range spans(line) {
		face := h.face(f, s.raised)
		width += face.Width(s.text)
	}
	ext := h.Extents(f)
	return width, ext.Ascent, ext.Descent
}

// Draw implements text.Handler. It draws each span of the line by FillString.
func (h Raised) Draw(c vg.Canvas, txt string, sty text.Style, pt vg.Point) {
	line := h.Lines(txt)[0]
	if line == "" {
		return
	}
	width, ascent, _ := h.Box(line, sty.Font)
	c.SetColor(sty.Color)
	c.Push()
	defer c.Pop()
	c.Translate(pt)
	c.Rotate(sty.Rotation)
	start := vg.Point{
		X: width * vg.Length(sty.XAlign),
		Y: sty.Height(line)*vg.Length(sty.YAlign) + sty.Font.Size - ascent,
	}
	for _, s := range spans(line) {
		face, raise := h.face(sty.Font, s.raised), vg.Length(0)
		if s.raised {
			raise = 0.38 * sty.Font.Size
		}
		c.FillString(face, start.Add(vg.Point{Y: raise}), s.text)
		start.X += face.Width(s.text)
	}
}

// Plain is Raised for texts in which "^{" has no meaning.
type Plain struct{ Raised }

// Draw implements text.Handler.
func (h Plain) Draw(c vg.Canvas, txt string, sty text.Style, pt vg.Point) {
	face := h.face(sty.Font, false)
	c.SetColor(sty.Color)
	pt.X += face.Width(txt) * vg.Length(sty.XAlign)
	c.FillString(face, pt, txt)
}
