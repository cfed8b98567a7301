package plots

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// A Curve is one series of [Survival].
type Curve struct {
	Label string
	// Values are what each case took until it was solved, in the unit of the axis: +Inf,
	// or NaN, for a case that was never solved. The order does not matter.
	Values []float64
}

// A Mark is a value on an axis to compare with. A label is needed for the key; it names the value and its source.
type Mark struct {
	Value float64
	Label string
}

// SurvivalOptions adapt [Survival].
type SurvivalOptions struct {
	Options
	// XLabel names what is spent, with its unit. Empty means "spent".
	XLabel string
	// YLabel names the share. Empty means "not yet solved (%)".
	YLabel string
	// Log draws the share on a logarithmic axis down to half a case, which shows the last few; a curve ends where its last case is solved.
	Log bool
	// Marks are drawn as vertical lines, of different dashes. The axis reaches to all of
	// them; values of 0 or less, or that are no number, are left out.
	Marks []Mark
}

// curveStyles are the styles of the curves, different in color and dashes. A fifth curve begins again.
var curveStyles = []draw.LineStyle{
	{Color: countedColor, Width: 1.4},
	{Color: undecidedColor, Width: 1.4, Dashes: []vg.Length{6, 2}},
	{Color: seriesColors[2], Width: 1.4, Dashes: []vg.Length{2, 2}},
	{Color: seriesColors[4], Width: 1.4, Dashes: []vg.Length{8, 2, 2, 2}},
}

// markDashes are the dashes of the marks.
var markDashes = [][]vg.Length{{5, 3}, {1, 2}, {8, 2, 1, 2}}

// Survival draws, for each curve, the share of its cases that are not solved when x has been spent,
//
//	S(x) = 100 % (number of values > x) / (number of values)
//
// as steps, against x on a logarithmic axis. Cases that were never solved stay in the share to
// the right end. Values of 0 or less (or below 1e-300) are solved at the left end.
//
// It returns ErrNoData if no curve has a value. It costs O(n log n) time for n values.
func Survival(curves []Curve, opt SurvivalOptions) (*Figure, error) {
	most := 0
	for _, c := range curves {
		most = max(most, len(c.Values))
	}
	if most == 0 {
		return nil, ErrNoData
	}
	p := newPlot(cmp.Or(opt.XLabel, "spent"), cmp.Or(opt.YLabel, "not yet solved (%)"), horizontalGrid)
	p.X.Scale, p.X.Tick.Marker = plot.LogScale{}, plainDecades{}
	p.X.Min, p.X.Max = spentRange(curves, opt.Marks)
	p.Y.Min, p.Y.Max, p.Y.Tick.Marker = 0, 100, evenTicks{}
	if opt.Log {
		p.Y.Min = 50 / float64(most)
		p.Y.Scale, p.Y.Tick.Marker = plot.LogScale{}, plainDecades{}
	}
	f := &Figure{Plot: p, Options: opt.fill("", defaultHeight)}
	k := 0
	for _, c := range curves {
		if len(c.Values) > 0 {
			sty := curveStyles[k%len(curveStyles)]
			steps := survivalSteps(c.Values, p.X)
			if opt.Log && steps[len(steps)-1].Y == 0 {
				steps = steps[:len(steps)-1] // ends where it leaves the axis
			}
			f.addLine(steps, sty)
			f.key = append(f.key, keyLine(c.Label, sty, nil))
			k++
		}
	}
	f.addMarks(opt.Marks, false)
	return f, nil
}

// positive reports whether v can be drawn on a logarithmic axis.
func positive(v float64) bool { return v >= 1e-300 && !math.IsInf(v, 1) }

// spentRange returns a range of a logarithmic axis that holds all positive values and marks, with a margin on both sides.
func spentRange(curves []Curve, marks []Mark) (lo, hi float64) {
	lo, hi = math.Inf(1), 0
	add := func(v float64) {
		if positive(v) {
			lo, hi = min(lo, v), max(hi, v)
		}
	}
	for _, c := range curves {
		for _, v := range c.Values {
			add(v)
		}
	}
	for _, m := range marks {
		add(m.Value)
	}
	if hi == 0 {
		lo, hi = 1, 1
	}
	return lo / 1.6, min(1.6*hi, math.MaxFloat64)
}

// survivalSteps returns the corners of the curve, from the left end of the axis to its right end.
func survivalSteps(values []float64, x plot.Axis) plotter.XYs {
	sorted := slices.Clone(values)
	for i, v := range sorted {
		if math.IsNaN(v) {
			sorted[i] = math.Inf(1)
		}
	}
	slices.Sort(sorted)
	n := len(sorted)
	steps := plotter.XYs{{X: x.Min, Y: 100}}
	for i := 0; i < n && !math.IsInf(sorted[i], 1); {
		next := i + 1 // the first of the larger values
		for next < n && sorted[next] == sorted[i] {
			next++
		}
		edge := clamp(sorted[i], x)
		steps = append(steps, plotter.XY{X: edge, Y: 100 * float64(n-i) / float64(n)},
			plotter.XY{X: edge, Y: 100 * float64(n-next) / float64(n)})
		i = next
	}
	return append(steps, plotter.XY{X: x.Max, Y: steps[len(steps)-1].Y})
}

// addLine draws a line through points, which it moves into the range of the axes. The range stays the same.
func (f *Figure) addLine(points plotter.XYs, sty draw.LineStyle) {
	for i := range points {
		points[i].X, points[i].Y = clamp(points[i].X, f.Plot.X), clamp(points[i].Y, f.Plot.Y)
	}
	addWithin(f.Plot, &plotter.Line{XYs: points, LineStyle: sty})
}

// addMarks draws vertical or horizontal lines across the plot, and their keys.
func (f *Figure) addMarks(marks []Mark, horizontal bool) {
	k := 0
	for _, m := range marks {
		if !positive(m.Value) {
			continue
		}
		sty := draw.LineStyle{Color: publishedColor, Width: 1, Dashes: markDashes[k%len(markDashes)]}
		from, to := plotter.XY{X: m.Value, Y: f.Plot.Y.Min}, plotter.XY{X: m.Value, Y: f.Plot.Y.Max}
		if horizontal {
			from, to = plotter.XY{X: f.Plot.X.Min, Y: m.Value}, plotter.XY{X: f.Plot.X.Max, Y: m.Value}
		}
		f.addLine(plotter.XYs{from, to}, sty)
		f.key = append(f.key, keyLine(m.Label, sty, nil))
		k++
	}
}
