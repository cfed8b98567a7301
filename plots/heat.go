package plots

import (
	"fmt"
	"image/color"
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// A Cell of a [Heat] map is a value over one row and some columns.
type Cell struct {
	// Column and Row count from 0, at the left and at the bottom; Columns is how many columns the cell is wide, 0 means 1.
	Column, Columns, Row int
	// Value decides the shade, from 0 (white) to the largest of all (dark).
	Value float64
	// Note is written into the cell, if the notes of all cells fit.
	Note string
}

// HeatOptions adapt [Heat].
type HeatOptions struct {
	Options
	// XLabel and YLabel name what the columns and rows are; Columns and Rows are their names.
	XLabel, YLabel string
	Columns, Rows  []string
}

// Heat draws values by two properties as shaded cells, in one hue from white to dark, so that a print in gray shows the same.
// Fields without a cell are crossed out.
//
// It returns ErrNoData without a cell, and an error if a cell lies outside of the columns and rows or a value is negative or not finite.
func Heat(cells []Cell, opt HeatOptions) (*Figure, error) {
	if len(cells) == 0 {
		return nil, ErrNoData
	}
	top := 0.0
	for i := range cells {
		c := &cells[i]
		columnsInside := 0 <= c.Column && 0 <= c.Columns && c.Column+max(c.Columns, 1) <= len(opt.Columns)
		rowInside := 0 <= c.Row && c.Row < len(opt.Rows)
		if !columnsInside || !rowInside {
			return nil, fmt.Errorf("plots: cell %+v lies outside of %d columns and %d rows", *c, len(opt.Columns), len(opt.Rows))
		}
		if !finite(c.Value) || c.Value < 0 {
			return nil, fmt.Errorf("plots: cell %+v has no value that can be shaded", *c)
		}
		top = max(top, c.Value)
	}
	p := newPlot(opt.XLabel, opt.YLabel, noGrid)
	p.X.Min, p.X.Max, p.Y.Min, p.Y.Max = -0.5, float64(len(opt.Columns))-0.5, -0.5, float64(len(opt.Rows))-0.5
	p.X.Tick.Marker, p.Y.Tick.Marker = nameTicks(opt.Columns), nameTicks(opt.Rows)
	p.X.Tick.Length, p.Y.Tick.Length = 2, 0
	p.Add(heat{cells: cells, top: top, columns: len(opt.Columns), rows: len(opt.Rows)})
	return &Figure{Plot: p, Options: opt.fill("Shares by two properties", 1.1*vg.Inch+22*vg.Length(len(opt.Rows)))}, nil
}

// nameTicks returns ticks with the names at 0, 1, 2 and so on.
func nameTicks(names []string) (ticks plot.ConstantTicks) {
	for i, name := range names {
		ticks = append(ticks, plot.Tick{Value: float64(i), Label: name})
	}
	return ticks
}

// A heat is the plotter of the cells.
type heat struct {
	cells         []Cell
	top           float64 // the largest value
	columns, rows int
}

// Plot implements plot.Plotter.
func (h heat) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	const gap = vg.Length(0.75)
	box := func(column, columns, row int) vg.Rectangle {
		return vg.Rectangle{Min: vg.Point{X: x(float64(column)-0.5) + gap, Y: y(float64(row)-0.5) + gap},
			Max: vg.Point{X: x(float64(column+columns)-0.5) - gap, Y: y(float64(row)+0.5) - gap}}
	}
	covered, size := map[[2]int]bool{}, h.noteSize(box)
	for _, cell := range h.cells {
		wide := max(cell.Columns, 1)
		for i := range wide {
			covered[[2]int{cell.Column + i, cell.Row}] = true
		}
		r, shade := box(cell.Column, wide, cell.Row), shadeOf(cell.Value, h.top)
		c.SetColor(shade)
		c.Fill(r.Path())
		c.StrokeLines(draw.LineStyle{Color: uncountedColor, Width: 0.4}, border(r))
		writeNote(c, cell.Note, size, r, shade)
	}
	thin := draw.LineStyle{Color: gridGray, Width: 0.5}
	for column := range h.columns {
		for row := range h.rows {
			if !covered[[2]int{column, row}] {
				r := box(column, 1, row)
				c.StrokeLine2(thin, r.Min.X, r.Min.Y, r.Max.X, r.Max.Y)
			}
		}
	}
}

// border returns the closed border of a box.
func border(r vg.Rectangle) []vg.Point {
	return []vg.Point{r.Min, {X: r.Max.X, Y: r.Min.Y}, r.Max, {X: r.Min.X, Y: r.Max.Y}, r.Min}
}

// noteSize returns the size of letters in which the notes of all cells fit; 0 if that is below 4 points, so that none is written.
func (h heat) noteSize(box func(column, columns, row int) vg.Rectangle) vg.Length {
	size := tickSize
	for _, cell := range h.cells {
		if cell.Note != "" {
			room := box(cell.Column, max(cell.Columns, 1), cell.Row).Size().X - 2
			size = min(size, fitFont(sans(tickSize, ink), cell.Note, room).Font.Size)
		}
	}
	if size < 4 {
		return 0
	}
	return size
}

// writeNote writes a text into the middle of a box, in black or white.
func writeNote(c draw.Canvas, text string, size vg.Length, r vg.Rectangle, shade color.NRGBA) {
	if text == "" || size == 0 {
		return
	}
	sty := sans(size, ink)
	if luma(shade) < 0.55 {
		sty.Color = color.White
	}
	sty.XAlign, sty.YAlign = draw.XCenter, draw.YCenter
	c.FillText(sty, vg.Point{X: (r.Min.X + r.Max.X) / 2, Y: (r.Min.Y+r.Max.Y)/2 + opticalShift}, text)
}

// shadeOf returns the shade of a value: white for 0, the dark blue of the theme for the largest.
func shadeOf(v, top float64) color.NRGBA {
	depth := 0.0 // 0 is white, 1 the darkest
	if top > 0 {
		depth = math.Sqrt(v/top)*0.3 + v/top*0.7 // the root makes small values differ visibly from 0
	}
	mix := func(dark uint8) uint8 { return uint8(math.Round(255 + depth*(float64(dark)-255))) }
	return color.NRGBA{mix(darkest.R), mix(darkest.G), mix(darkest.B), 0xff}
}

// darkest is the shade of the largest value, a darker blue than that of bars.
var darkest = color.NRGBA{0x00, 0x44, 0x78, 0xff}

// luma returns the brightness of a color, from 0 to 1: 0.299 R + 0.587 G + 0.114 B (ITU-R BT.601).
func luma(c color.NRGBA) float64 {
	return (0.299*float64(c.R) + 0.587*float64(c.G) + 0.114*float64(c.B)) / 255
}
