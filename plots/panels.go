package plots

import (
	"fmt"
	"image/color"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// panelWidth is the width of a panel, unless the size of the whole figure is changed.
const panelWidth = 3.75 * vg.Inch

// Panels puts figures of this package and plots of gonum into one figure, in rows of so many columns from the top left. Each may be a
// *[Figure] or a *[plot.Plot], which is drawn as [Style] returns it. Two or more are lettered a, b, c and so on.
//
// Panels are 3.75 inches wide, and a row is as high as its highest panel; the Options of the result have the size of the whole, a title
// above and a source below, and may be changed: panels share it in proportion. It returns ErrNoData without a panel, and an error if one is
// missing or of another type, or if there is no column.
func Panels(columns int, list ...any) (*Figure, error) {
	if len(list) == 0 {
		return nil, ErrNoData
	}
	if columns < 1 {
		return nil, fmt.Errorf("plots: panels in %d columns, want at least 1", columns)
	}
	f := &Figure{columns: min(columns, len(list))}
	for i, v := range list {
		switch v := v.(type) {
		case *Figure:
			if v == nil || v.Plot == nil && v.panels == nil {
				return nil, fmt.Errorf("plots: panel %d is an empty figure", i+1)
			}
			f.panels = append(f.panels, v)
		case *plot.Plot:
			if v == nil {
				return nil, fmt.Errorf("plots: panel %d is no plot but nil", i+1)
			}
			f.panels = append(f.panels, Style(v))
		default:
			return nil, fmt.Errorf("plots: panel %d is a %T, want a *plots.Figure or a *plot.Plot", i+1, v)
		}
	}
	_, height := f.rowHeights()
	f.Options = Options{Width: panelWidth * vg.Length(f.columns), Height: height}
	return f, nil
}

// rowHeights returns the heights of the rows, in each the largest height of its panels, and their sum.
func (f *Figure) rowHeights() (heights []vg.Length, sum vg.Length) {
	for row := range slices.Chunk(f.panels, f.columns) {
		highest := vg.Length(0)
		for _, p := range row {
			_, h := p.size()
			highest = max(highest, h)
		}
		heights, sum = append(heights, highest), sum+highest
	}
	return heights, sum
}

// layPanels draws the panels. Columns have the same width, and rows share the height of the canvas in proportion to rowHeights.
func (f *Figure) layPanels(c draw.Canvas) {
	heights, sum := f.rowHeights()
	width, top := c.Size().X/vg.Length(f.columns), c.Max.Y
	for row, h := range heights {
		h *= c.Size().Y / sum
		for i := row * f.columns; i < min((row+1)*f.columns, len(f.panels)); i++ {
			left := c.Min.X + width*vg.Length(i%f.columns)
			cell := draw.Canvas{Canvas: c.Canvas, Rectangle: vg.Rectangle{Min: vg.Point{X: left, Y: top - h}, Max: vg.Point{X: left + width, Y: top}}}
			letter := ""
			if len(f.panels) > 1 {
				letter = letterOf(i)
			}
			f.panels[i].layout(cell, letter)
		}
		top -= h
	}
}

// letterOf returns the letter of panel i from 0 on: a, b, ..., z, aa, ab and so on.
func letterOf(i int) string {
	if i < 26 {
		return string(rune('a' + i))
	}
	return letterOf(i/26-1) + letterOf(i%26)
}

// Style gives a plot of gonum the theme of this package and returns it as a figure, which shows and saves itself: texts and their sizes,
// axes, ticks where they are gonum's own, and the title above. The plot is changed and may be changed further; what has been added to it
// keeps its colors, see [Color]. A grid has to be added before what stands on it.
func Style(p *plot.Plot) *Figure {
	if p == nil {
		p = plot.New()
	}
	applyTheme(p)
	for _, a := range []*plot.Axis{&p.X, &p.Y} {
		switch a.Tick.Marker.(type) {
		case plot.DefaultTicks:
			a.Tick.Marker = ownTicks{}
		case plot.LogTicks:
			a.Tick.Marker = plainDecades{}
		}
	}
	p.Legend.TextStyle = sans(tickSize, ink)
	return &Figure{Plot: p, Options: Options{}.fill(p.Title.Text, defaultHeight)}
}

// Color returns the color of series i, from 0 on, for plotters of your own. Seven differ. Printed without colors some
// look alike (numbers 1, 4 and 5), so give the series different glyphs, too.
func Color(i int) color.NRGBA {
	return seriesColors[(i%len(seriesColors)+len(seriesColors))%len(seriesColors)]
}

// ownTicks places ticks as evenTicks does, or, where their labels would be long, as gonum does, with labels in powers of ten.
type ownTicks struct{}

// Ticks implements plot.Ticker.
func (ownTicks) Ticks(lo, hi float64) []plot.Tick {
	if most := max(hi, -lo); hi > lo && most < 1e6 && hi-lo > 1e-4 && hi-lo > most*1e-6 {
		return evenTicks{}.Ticks(lo, hi)
	}
	ticks := plot.DefaultTicks{}.Ticks(lo, hi)
	for i, t := range ticks {
		if t.Label != "" {
			ticks[i].Label = scientific(t.Value, 3)
		}
	}
	return ticks
}
