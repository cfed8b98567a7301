package plots

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
)

// superscript is a text handler for single lines in which "^{...}" is raised.
// (The embedded font lacks the superscript digits 0 and 9 of Unicode.)
type superscript struct{ fonts *font.Cache }

var _ text.Handler = superscript{}

// span is a part of a line, raised or not.
type span struct {
	text   string
	raised bool
}

// spans splits a line at its superscripts. An unclosed one is plain text.
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
func (h superscript) face(f font.Font, raised bool) font.Face {
	if raised {
		return h.fonts.Lookup(f, 0.7*f.Size)
	}
	return h.fonts.Lookup(f, f.Size)
}

func (h superscript) Cache() *font.Cache { return h.fonts }

func (h superscript) Extents(f font.Font) font.Extents {
	face := h.face(f, false)
	return face.Extents()
}

func (h superscript) Lines(txt string) []string {
	return []string{strings.ReplaceAll(strings.TrimRight(txt, "\n"), "\n", " ")}
}

func (h superscript) Box(line string, f font.Font) (width, height, depth vg.Length) {
	for _, s := range spans(line) {
		face := h.face(f, s.raised)
		width += face.Width(s.text)
	}
	ext := h.Extents(f)
	return width, ext.Ascent, ext.Descent
}

func (h superscript) Draw(c vg.Canvas, txt string, sty text.Style, pt vg.Point) {
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
	at := vg.Point{
		X: width * vg.Length(sty.XAlign),
		Y: sty.Height(line)*vg.Length(sty.YAlign) + sty.Font.Size - ascent,
	}
	for _, s := range spans(line) {
		face, raise := h.face(sty.Font, s.raised), vg.Length(0)
		if s.raised {
			raise = 0.38 * sty.Font.Size
		}
		fillText(c, face, at.Add(vg.Point{Y: raise}), s.text)
		at.X += face.Width(s.text)
	}
}

// plain is superscript for texts in which "^{" has no meaning.
type plain struct{ superscript }

func (h plain) Draw(c vg.Canvas, txt string, sty text.Style, pt vg.Point) {
	face := h.face(sty.Font, false)
	c.SetColor(sty.Color)
	pt.X += face.Width(txt) * vg.Length(sty.XAlign)
	fillText(c, face, pt, txt)
}

// power returns "10^{44}".
func power(e int) string { return fmt.Sprintf("10^{%d}", e) }

// exponent returns the power of ten below |v|, 0 for 0.
func exponent(v float64) int {
	if v == 0 {
		return 0
	}
	e, _ := strconv.Atoi(strings.SplitN(strconv.FormatFloat(math.Abs(v), 'e', 15, 64), "e", 2)[1])
	return e
}

// scientific returns v with the given number of significant digits, such as
// "4.822×10^{44}"; numbers from 0.01 to 99999 are written plainly.
func scientific(v float64, digits int) string {
	s := strconv.FormatFloat(v, 'e', digits-1, 64)
	mantissa, tail, _ := strings.Cut(s, "e")
	e, err := strconv.Atoi(tail)
	if err != nil || v == 0 || e >= -2 && e < 5 {
		return strconv.FormatFloat(v, 'g', max(digits, e+1), 64)
	}
	return mantissa + "×" + power(e)
}

// plusMinus returns "4.822 ± 0.027×10^{44}", both with the exponent of v and
// two digits of the error.
func plusMinus(v, err float64) string {
	if v == 0 || err <= 0 {
		return scientific(v, 4)
	}
	e := exponent(v)
	unit := math.Pow10(e)
	digits := min(max(e-exponent(err)+1, 1), 12)
	if e >= -2 && e < 5 {
		return fmt.Sprintf("%.4g ± %.2g", v, err)
	}
	return fmt.Sprintf("(%.*f ± %.*f)×%s", digits, v/unit, digits, err/unit, power(e))
}

// grouped writes a count with a no-break space before every third digit.
func grouped(n uint64) string {
	s := strconv.FormatUint(n, 10)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "\u00a0" + s[i:]
	}
	return s
}
