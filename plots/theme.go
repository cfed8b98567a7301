package plots

import (
	"image/color"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"chesscensus/plots/internal/drawing"
)

// Colors by meaning. Blue and orange are those of Okabe and Ito, the gray is our own. Their luma is 0.34, 0.64 and 0.73, so that they
// differ in print without colors.
var (
	ink            = drawing.Ink
	faint          = drawing.Faint
	halo           = color.NRGBA{0xff, 0xff, 0xfe, 0xff} // the background; not quite white, so that drawing.Page can replace it
	gridGray       = color.NRGBA{0xdd, 0xdd, 0xdd, 0xff}
	countedColor   = color.NRGBA{0x00, 0x72, 0xb2, 0xff} // blue: decided, counts
	countedTint    = color.NRGBA{0xc4, 0xdd, 0xec, 0xff} // bands of intervals around blue lines
	undecidedColor = color.NRGBA{0xe6, 0x9f, 0x00, 0xff} // orange: undecided, or counts in the upper bound alone
	undecidedTint  = color.NRGBA{0xf9, 0xe5, 0xbd, 0xff} // bands of intervals around orange lines and published values
	uncountedColor = color.NRGBA{0xbb, 0xbb, 0xbb, 0xff} // gray: decided, does not count
	publishedColor = color.NRGBA{0x00, 0x00, 0x00, 0xff} // black: published values, and other marks
)

// Default sizes of a figure, and sizes of its texts.
const (
	defaultWidth  = 5.5 * vg.Inch
	defaultHeight = 3.4 * vg.Inch

	titleSize  = drawing.TitleSize
	labelSize  = vg.Length(9)
	tickSize   = vg.Length(8)
	sourceSize = vg.Length(7)
	margin     = drawing.Margin
)

// sans returns a style in Liberation Sans.
func sans(size vg.Length, c color.Color) text.Style { return drawing.Sans(size, c) }

// A grid says which lines of a grid a plot has.
type grid uint8

// The grids. verticalGrid|horizontalGrid has all lines.
const (
	verticalGrid grid = 1 << iota
	horizontalGrid
	noGrid grid = 0
)

// newPlot returns an empty plot in the theme of this package, with a grid and without space between the data and the axes.
func newPlot(xLabel, yLabel string, lines grid) *plot.Plot {
	p := plot.New()
	applyTheme(p)
	p.X.Label.Text, p.Y.Label.Text = xLabel, yLabel
	for _, a := range []*plot.Axis{&p.X, &p.Y} {
		a.Padding = 0
	}
	drawn := plotter.NewGrid()
	style := draw.LineStyle{Color: gridGray, Width: 0.5}
	drawn.Vertical, drawn.Horizontal = draw.LineStyle{}, draw.LineStyle{}
	if lines&verticalGrid != 0 {
		drawn.Vertical = style
	}
	if lines&horizontalGrid != 0 {
		drawn.Horizontal = style
	}
	p.Add(drawn)
	return p
}

// applyTheme sets fonts, colors and sizes of a plot's texts and axes. The alignments of labels stay: plot.New has set them by the direction
// of the axis.
func applyTheme(p *plot.Plot) {
	p.TextHandler = drawing.Raised{Fonts: font.DefaultCache}
	p.BackgroundColor = color.White
	for _, a := range []*plot.Axis{&p.X, &p.Y} {
		x, y := a.Label.TextStyle.XAlign, a.Label.TextStyle.YAlign
		a.Label.TextStyle = sans(labelSize, ink)
		a.Label.TextStyle.XAlign, a.Label.TextStyle.YAlign = x, y
		a.Label.Padding = 3
		x, y = a.Tick.Label.XAlign, a.Tick.Label.YAlign
		a.Tick.Label = sans(tickSize, ink)
		a.Tick.Label.XAlign, a.Tick.Label.YAlign = x, y
		a.Tick.Length = 4
		a.Tick.LineStyle = draw.LineStyle{Color: ink, Width: 0.5}
		a.LineStyle = draw.LineStyle{Color: ink, Width: 0.5}
	}
	p.Y.Label.Padding = 6 // clear of raised digits
}
