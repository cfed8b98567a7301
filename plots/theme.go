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

// Colors by meaning. Blue, orange and gray of Okabe and Ito have the brightness 0.37, 0.67 and 0.80 in print.
var (
	ink       = drawing.Ink
	faint     = drawing.Faint
	halo      = color.NRGBA{0xff, 0xff, 0xfe, 0xff} // the background; not quite white, so that drawing.Page can replace it
	gridGray  = color.NRGBA{0xdd, 0xdd, 0xdd, 0xff}
	inColor   = color.NRGBA{0x00, 0x72, 0xb2, 0xff} // blue: decided, counts
	inTint    = color.NRGBA{0xc4, 0xdd, 0xec, 0xff}
	openColor = color.NRGBA{0xe6, 0x9f, 0x00, 0xff} // orange: undecided
	openTint  = color.NRGBA{0xf9, 0xe5, 0xbd, 0xff}
	outColor  = color.NRGBA{0xbb, 0xbb, 0xbb, 0xff} // gray: does not count
	refColor  = color.NRGBA{0x00, 0x00, 0x00, 0xff} // black: published values
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

// newPlot returns an empty plot in the theme of this package, with a grid of the given directions.
func newPlot(xLabel, yLabel string, vertical, horizontal bool) *plot.Plot {
	p := plot.New()
	applyTheme(p)
	p.X.Label.Text, p.Y.Label.Text = xLabel, yLabel
	for _, a := range []*plot.Axis{&p.X, &p.Y} {
		a.Padding = 0
	}
	grid := plotter.NewGrid()
	line := draw.LineStyle{Color: gridGray, Width: 0.5}
	grid.Vertical, grid.Horizontal = draw.LineStyle{}, draw.LineStyle{}
	if vertical {
		grid.Vertical = line
	}
	if horizontal {
		grid.Horizontal = line
	}
	p.Add(grid)
	return p
}

// applyTheme sets fonts, colors and sizes of a plot's texts and axes.
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
