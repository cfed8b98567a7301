package plots

import (
	"bytes"
	"encoding/base64"
	"errors"
	"fmt"
	"html"
	"image/color"
	"io"
	"math"
	"strings"

	"github.com/janpfeifer/gonb/gonbui/protocol"
	"golang.org/x/image/font"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"chesscensus/plots/internal/drawing"
)

// Options are common to all figures. The zero value means the documented defaults.
type Options struct {
	// Title stands above the figure. Empty means the figure's own default, NoTitle none: papers have captions.
	Title   string
	NoTitle bool
	// Source stands below the figure and says where the numbers are from, such
	// as "chesscensus, space ranked-repaired, n = 100 000, seed 1".
	Source string
	// Width and Height of the whole figure. Zero means 5.5 by 3.4 inches, or as high as the figure's rows need.
	Width, Height vg.Length
}

// fill returns the options with defaults for what is not set.
func (o Options) fill(title string, height vg.Length) Options {
	if o.Title == "" {
		o.Title = title
	}
	if o.NoTitle {
		o.Title = ""
	}
	if o.Width <= 0 {
		o.Width = defaultWidth
	}
	if o.Height <= 0 {
		o.Height = height
	}
	return o
}

// errEmpty is the error of drawing the zero Figure.
var errEmpty = errors.New("plots: a figure without a plot; figures are made by the functions of this package")

// Figure is a plot with a title, a key, a source line and a size, ready to be shown or saved.
type Figure struct {
	// Plot may be adapted before the figure is shown or saved. Its own title is not used. It is nil in a figure of Panels.
	Plot *plot.Plot
	// Options hold the title, the source line and the size in use.
	Options Options

	key     []keyEntry
	panels  []*Figure
	columns int
	// refit, if not nil, adapts the axes of a plot to another size of the figure, in which notes and labels of rows keep the size of their
	// letters.
	refit func(p *plot.Plot, width, height vg.Length)
}

// size returns the size of the whole figure.
func (f *Figure) size() (width, height vg.Length) {
	o := f.Options.fill("", defaultHeight)
	return o.Width, o.Height
}

// A keyEntry is a line of the key: a mark and what it means.
type keyEntry struct {
	label string
	mark  func(c draw.Canvas, min, max vg.Point) // draws the mark in a box with these corners
}

// keyBox returns the entry for a filled area.
func keyBox(label string, fill color.Color) keyEntry {
	return keyEntry{label, func(c draw.Canvas, min, max vg.Point) {
		c.SetColor(fill)
		c.Fill(vg.Rectangle{Min: min, Max: max}.Path())
	}}
}

// keyLine returns the entry for a line, and for the band around it if band is not nil.
func keyLine(label string, line draw.LineStyle, band color.Color) keyEntry {
	return keyEntry{label, func(c draw.Canvas, min, max vg.Point) {
		if band != nil {
			c.SetColor(band)
			c.Fill(vg.Rectangle{Min: min, Max: max}.Path())
		}
		mid := (min.Y + max.Y) / 2
		c.StrokeLine2(line, min.X, mid, max.X, mid)
	}}
}

// keyGlyph returns the entry for the points of a series.
func keyGlyph(label string, sty draw.GlyphStyle) keyEntry {
	return keyEntry{label, func(c draw.Canvas, min, max vg.Point) {
		c.DrawGlyph(sty, vg.Point{X: (min.X + max.X) / 2, Y: (min.Y + max.Y) / 2})
	}}
}

// Encode writes the figure in one format, "png" (144 dots per inch), "svg" or "pdf". The same figure gives the same bytes. An unknown
// format is an error, as is what w returns.
func (f *Figure) Encode(w io.Writer, format string) error {
	if f.Plot == nil && f.panels == nil {
		return errEmpty
	}
	width, height := f.size()
	return drawing.Encode(w, format, width, height, f.paint)
}

// Save writes dir/name.png, .svg and .pdf, makes the folder if need be, and returns the paths written. Each file appears complete or not at
// all: it is written to a temporary file in dir and then renamed.
//
// A name that is empty or holds a path, a folder that cannot be written and a
// full disk are errors that name the file; files before it are kept.
func (f *Figure) Save(dir, name string) ([]string, error) { return drawing.Save(f, dir, name) }

// HTML returns the figure as part of a page: an SVG drawing without a background, in the page's colors of texts. Where a page shows no SVG,
// as a notebook that is not trusted, a PNG picture stands in its place.
func (f *Figure) HTML() (string, error) {
	if f.Plot == nil && f.panels == nil {
		return "", errEmpty
	}
	width, height := f.size()
	svg, err := drawing.Page(width, height, func(c draw.Canvas) { f.layout(c, "") })
	if err != nil {
		return "", err
	}
	var picture bytes.Buffer
	if err := drawing.Encode(&picture, "small", width, height, f.paint); err != nil {
		return "", err
	}
	return fmt.Sprintf(`<div class="cc-figure"><style>.cc-figure img{display:none}</style>%s<img alt="%s" style="max-width:%.0fpx" src="data:image/png;base64,%s"></div>`,
		svg, html.EscapeString(f.String()), width.Dots(96), base64.StdEncoding.EncodeToString(picture.Bytes())), nil
}

// Show displays the figure in the output of a GoNB cell, see HTML. Outside of a notebook it is an error.
func (f *Figure) Show() error {
	page, err := f.HTML()
	if err != nil {
		return err
	}
	return drawing.Send(map[protocol.MIMEType]any{protocol.MIMETextHTML: page, protocol.MIMETextPlain: f.String()})
}

// String returns the text that stands for the figure in a terminal.
func (f *Figure) String() string {
	return "a figure: " + f.name()
}

// name returns the title; without one the label of the horizontal axis, or the names of the panels.
func (f *Figure) name() string {
	if f.Options.Title != "" {
		return f.Options.Title
	}
	if f.Plot != nil {
		return f.Plot.X.Label.Text
	}
	var names []string
	for _, p := range f.panels {
		names = append(names, p.name())
	}
	return strings.Join(names, "; ")
}

// paint draws the figure on a white background.
func (f *Figure) paint(c draw.Canvas) {
	c.SetColor(color.White)
	c.Fill(c.Rectangle.Path())
	f.layout(c, "")
}

// layout draws, from the top: title, key, plot or panels, source. A panel has a letter before its title; letter is "" for a figure alone.
func (f *Figure) layout(c draw.Canvas, letter string) {
	size := c.Size()
	c = draw.Crop(c, margin, -margin, margin, -margin)
	if title := strings.TrimSpace(letter + "  " + f.Options.Title); title != "" {
		sty := sans(titleSize, ink)
		if letter != "" {
			sty.Font.Size = labelSize
		}
		sty.Font.Weight = font.WeightBold
		sty = fitFont(sty, title, c.Size().X)
		sty.YAlign = draw.YTop
		c.FillText(sty, vg.Point{X: c.Min.X, Y: c.Max.Y}, title)
		c = draw.Crop(c, 0, 0, 0, -sty.Height(title)-4)
	}
	c = f.paintKey(c)
	if f.Options.Source != "" {
		sty := fitFont(sans(sourceSize, faint), f.Options.Source, c.Size().X)
		c.FillText(sty, c.Min, f.Options.Source)
		c = draw.Crop(c, 0, 0, sty.Height(f.Options.Source)+4, 0)
	}
	if f.panels != nil {
		f.layPanels(c)
		return
	}
	f.paintPlot(c, size)
}

// paintPlot draws the plot. It draws itself the label of the vertical axis and that of a logarithmic horizontal axis: on a logarithmic axis
// gonum takes the label to be near the end and leaves room there. size is that of the whole figure.
func (f *Figure) paintPlot(c draw.Canvas, size vg.Point) {
	p := *f.Plot
	if w, h := f.size(); f.refit != nil && (size.X < w || size.Y > h) {
		f.refit(&p, size.X, size.Y)
	}
	p.BackgroundColor = nil // a transparent one would be written to SVG as a color divided by 0
	yLabel, xLabel := p.Y.Label.Text, ""
	p.Y.Label.Text, p.Title.Text = "", ""
	if _, log := p.X.Scale.(plot.LogScale); log {
		xLabel, p.X.Label.Text = p.X.Label.Text, ""
	}
	var left, bottom vg.Length // room for the labels
	if yLabel != "" {
		left = p.Y.Label.TextStyle.Height(yLabel) + p.Y.Label.Padding
	}
	if xLabel != "" {
		bottom = p.X.Label.TextStyle.Height(xLabel) + p.X.Label.Padding
	}
	inner := draw.Crop(c, left, 0, bottom, 0)
	data := p.DataCanvas(inner)
	center := data.Center()
	if yLabel != "" {
		sty := fitFont(p.Y.Label.TextStyle, yLabel, c.Size().Y)
		sty.Rotation = math.Pi / 2
		sty.XAlign, sty.YAlign = draw.XCenter, draw.YTop
		c.FillText(sty, vg.Point{X: c.Min.X, Y: within(center.Y, sty.Width(yLabel)/2, c.Min.Y, c.Max.Y)}, yLabel)
	}
	if xLabel != "" {
		sty := fitFont(p.X.Label.TextStyle, xLabel, c.Size().X)
		sty.XAlign, sty.YAlign = draw.XCenter, draw.YBottom
		y := c.Min.Y + sty.FontExtents().Descent
		c.FillText(sty, vg.Point{X: within(center.X, sty.Width(xLabel)/2, c.Min.X, c.Max.X), Y: y}, xLabel)
	}
	p.Draw(inner)
}

// within returns the place next to the wanted one from which half a text to both sides stays between lo and hi.
func within(want, half, lo, hi vg.Length) vg.Length { return min(max(want, lo+half), hi-half) }

// addWithin adds plotters and keeps the range of the axes, which Add would extend.
func addWithin(p *plot.Plot, list ...plot.Plotter) {
	x0, x1, y0, y1 := p.X.Min, p.X.Max, p.Y.Min, p.Y.Max
	p.Add(list...)
	p.X.Min, p.X.Max, p.Y.Min, p.Y.Max = x0, x1, y0, y1
}

// fitFont returns sty with a font so small that the line fits the width.
func fitFont(sty text.Style, line string, width vg.Length) text.Style {
	if w := sty.Width(line); w > width {
		sty.Font.Size *= width / w
	}
	return sty
}

// paintKey draws the entries of the key in as many lines as they need and returns what is left.
func (f *Figure) paintKey(c draw.Canvas) draw.Canvas {
	if len(f.key) == 0 {
		return c
	}
	const box, gap, between = vg.Length(16), vg.Length(4), vg.Length(14)
	sty := sans(tickSize, ink)
	height := sty.Height("x") + 2
	x, y := c.Min.X, c.Max.Y
	for _, e := range f.key {
		width := box + gap + sty.Width(e.label)
		if x > c.Min.X && x+width > c.Max.X {
			x, y = c.Min.X, y-height
		}
		top := y - (height-7)/2
		e.mark(c, vg.Point{X: x, Y: top - 7}, vg.Point{X: x + box, Y: top})
		line := fitFont(sty, e.label, c.Max.X-x-box-gap)
		line.YAlign = draw.YCenter
		c.FillText(line, vg.Point{X: x + box + gap, Y: y - height/2 + opticalShift}, e.label)
		x += width + between
	}
	c.Max.Y = y - height - 6
	return c
}
