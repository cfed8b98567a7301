package plots

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/go-gota/gota/dataframe"
	"github.com/go-gota/gota/series"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg/draw"
)

// OfOptions adapt [Of].
type OfOptions struct {
	Options
	// Line joins the points in the order of the rows.
	Line bool
	// Lo and Hi, if not empty, are the columns with the limits of an interval for y.
	Lo, Hi string
	// LogX and LogY draw on logarithmic axes. Rows without a place there are left out, and the key says how many.
	LogX, LogY bool
	// XLabel and YLabel name the axes. Empty means the name of the column.
	XLabel, YLabel string
}

// Of draws a column of a data frame of gota against another one: a point for each row. Rows in which one of the two is missing or not
// finite are left out, and the key says how many. Whole numbers, fractions and texts that are numbers can be drawn, and words on the
// horizontal axis, where they stand side by side in the order in which they come.
//
// It returns ErrNoData for a frame without rows, the frame's own error, and an error if a column is missing, lo and hi are not both given,
// or no row can be drawn.
func Of(frame dataframe.DataFrame, x, y string, options ...OfOptions) (*Figure, error) {
	if frame.Err != nil {
		return nil, fmt.Errorf("plots: %w", frame.Err)
	}
	var opt OfOptions
	if len(options) > 0 {
		opt = options[0]
	}
	if frame.Nrow() == 0 {
		return nil, ErrNoData
	}
	columnNames := []string{x, y}
	withIntervals := opt.Lo != "" || opt.Hi != ""
	if withIntervals {
		columnNames = append(columnNames, opt.Lo, opt.Hi)
	}
	columns, words, err := numbersOf(frame, columnNames)
	if err != nil {
		return nil, err
	}
	c := scatterData{x: ofAxis{opt.LogX, areWhole(columns[0])}, y: ofAxis{opt.LogY, areWhole(columns[1])}}
	for i := range frame.Nrow() {
		px, py := columns[0][i], columns[1][i]
		if !c.x.accepts(px) || !c.y.accepts(py) {
			continue
		}
		c.points = append(c.points, plotter.XY{X: px, Y: py})
		if withIntervals {
			if lo, hi := columns[2][i], columns[3][i]; finite(lo, hi) && lo < hi {
				c.bars = append(c.bars, errorBar{px, lo, hi})
			}
		}
	}
	if len(c.points) == 0 {
		return nil, fmt.Errorf("plots: none of %d rows has numbers in %q and %q that can be drawn", frame.Nrow(), x, y)
	}
	f := c.figure(cmp.Or(opt.XLabel, x), cmp.Or(opt.YLabel, y), opt)
	if words != nil {
		f.Plot.X.Tick.Marker = nameTicks(words)
	}
	if omitted := frame.Nrow() - len(c.points); omitted > 0 {
		f.key = append(f.key, keyGlyph(fmt.Sprintf("without %d of %d rows", omitted, frame.Nrow()), dotStyle(0)))
	}
	return f, nil
}

// numbersOf returns the numbers in the named columns of a frame. If the first column holds words they are numbered by numberWords, and
// returned, too.
func numbersOf(frame dataframe.DataFrame, names []string) (columns [][]float64, words []string, err error) {
	for k, name := range names {
		if !slices.Contains(frame.Names(), name) {
			return nil, nil, fmt.Errorf("plots: the frame has no column %q; it has %s", name, strings.Join(frame.Names(), ", "))
		}
		col := frame.Col(name)
		numbers := col.Float()
		if k == 0 && col.Type() == series.String && !slices.ContainsFunc(numbers, func(v float64) bool { return finite(v) }) {
			numbers, words = numberWords(col.Records())
		}
		columns = append(columns, numbers)
	}
	return columns, words, nil
}

// numberWords numbers the different words of a list in the order in which they come, and returns the number of each element, and the words.
func numberWords(list []string) (numbers []float64, words []string) {
	for _, word := range list {
		k := slices.Index(words, word)
		if k < 0 {
			k, words = len(words), append(words, word)
		}
		numbers = append(numbers, float64(k))
	}
	return numbers, words
}

// areWhole reports whether all finite numbers are whole.
func areWhole(list []float64) bool {
	return !slices.ContainsFunc(list, func(v float64) bool { return finite(v) && v != math.Trunc(v) })
}

// An ofAxis is an axis of [Of]: logarithmic or not, with whole numbers only or not.
type ofAxis struct{ log, whole bool }

// accepts reports whether a value can be drawn on the axis.
func (a ofAxis) accepts(v float64) bool { return finite(v) && (!a.log || positive(v)) }

// setRange sets range, ticks and label of a plot's axis for values from lo to hi, and returns the power of ten by which they are to be
// divided.
func (a ofAxis) setRange(axis *plot.Axis, lo, hi float64) float64 {
	if a.log {
		axis.Scale, axis.Tick.Marker = plot.LogScale{}, plainDecades{}
		axis.Min, axis.Max = lo/1.3, min(hi*1.3, math.MaxFloat64)
		return 1
	}
	unit, suffix := unitFor(max(math.Abs(lo), math.Abs(hi)), -2, 5)
	axis.Label.Text += suffix
	whole := unit == 1 && a.whole
	lo, hi = lo/unit, hi/unit
	if lo == hi {
		lo, hi = lo-max(math.Abs(lo), 1)/2, hi+max(math.Abs(hi), 1)/2
	}
	margin := 0.05 * (hi - lo)
	axis.Min, axis.Max, axis.Tick.Marker = lo-margin, hi+margin, evenTicks{whole: whole}
	return unit
}

// A scatterData holds the points and intervals to draw of a frame.
type scatterData struct {
	x, y   ofAxis
	points plotter.XYs
	bars   []errorBar
}

// figure returns the figure of the points.
func (c *scatterData) figure(xLabel, yLabel string, opt OfOptions) *Figure {
	x0, x1, y0, y1 := plotter.XYRange(c.points)
	for _, b := range c.bars {
		if c.y.accepts(b.lo) {
			y0 = min(y0, b.lo)
		}
		y1 = max(y1, b.hi)
	}
	p := newPlot(xLabel, yLabel, verticalGrid|horizontalGrid)
	ux, uy := c.x.setRange(&p.X, x0, x1), c.y.setRange(&p.Y, y0, y1)
	for i := range c.points {
		c.points[i].X, c.points[i].Y = c.points[i].X/ux, c.points[i].Y/uy
	}
	for i, b := range c.bars {
		c.bars[i] = errorBar{b.pos / ux, b.lo / uy, b.hi / uy}
	}
	f := &Figure{Plot: p, Options: opt.fill("", defaultHeight)}
	if opt.Line {
		f.addLine(slices.Clone(c.points), draw.LineStyle{Color: countedColor, Width: 1.2})
	}
	sty := dotStyle(0)
	if len(c.points) > 100 {
		sty.Radius = 1.5
	}
	addWithin(p, errorBars{bars: c.bars}, &plotter.Scatter{XYs: c.points, GlyphStyle: sty})
	return f
}
