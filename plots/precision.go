package plots

import (
	"cmp"
	"fmt"
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
)

// A Spending is the precision of a design as a function of what was spent.
type Spending struct {
	Label string
	// Spent, in the unit of the axis, such as CPU-hours, and the relative half-width
	// reached with it, in per cent. The two have the same length.
	Spent, Percent []float64
	// Measured draws points, for a survey that was carried out; otherwise a line is drawn, for what a model says.
	Measured bool
}

// PrecisionOptions adapt [Precision].
type PrecisionOptions struct {
	Options
	// XLabel names what is spent, with its unit. Empty means "CPU-hours".
	XLabel string
	// Levels are drawn as horizontal lines, such as a goal, in per cent. The axis reaches to all of them; values of 0 or less are left out.
	Levels []Mark
}

// Precision draws the half-width of intervals against what it costs, both on logarithmic
// axes, on which every design is a straight line of slope -1/2: the lower, the better.
//
// It returns ErrNoData without a point, and an error if lengths differ or a number is not
// positive and finite. Eight lines can be told apart.
func Precision(list []Spending, opt PrecisionOptions) (*Figure, error) {
	var xs, ys []float64
	for _, s := range list {
		if len(s.Spent) != len(s.Percent) {
			return nil, fmt.Errorf("plots: %q has %d costs for %d half-widths", s.Label, len(s.Spent), len(s.Percent))
		}
		for i, x := range s.Spent {
			if !positive(x) || !positive(s.Percent[i]) {
				return nil, fmt.Errorf("plots: %q: half-width %v after %v cannot be drawn", s.Label, s.Percent[i], x)
			}
		}
		xs, ys = append(xs, s.Spent...), append(ys, s.Percent...)
	}
	if len(xs) == 0 {
		return nil, ErrNoData
	}
	p := newPlot(cmp.Or(opt.XLabel, "CPU-hours"), "relative half-width (%)", verticalGrid|horizontalGrid)
	p.X.Scale, p.X.Tick.Marker = plot.LogScale{}, plainDecades{}
	p.Y.Scale, p.Y.Tick.Marker = plot.LogScale{}, plainDecades{}
	p.X.Min, p.X.Max = spentRange([]Curve{{Values: xs}}, nil)
	p.Y.Min, p.Y.Max = spentRange([]Curve{{Values: ys}}, opt.Levels)
	f := &Figure{Plot: p, Options: opt.fill("", 3.9*vg.Inch)}
	f.addMarks(opt.Levels, true)
	lines, points := 0, 0
	for _, s := range list {
		if len(s.Spent) == 0 {
			continue
		}
		if s.Measured {
			f.addMeasured(s, points)
			points++
			continue
		}
		sty := curveStyles[lines%len(curveStyles)]
		if lines/len(curveStyles)%2 == 1 {
			sty.Width, sty.Color = 2.2, faint
		}
		f.addLine(s.xys(), sty)
		f.key = append(f.key, keyLine(s.Label, sty, nil))
		lines++
	}
	return f, nil
}

// xys returns the points of s.
func (s *Spending) xys() (points plotter.XYs) {
	for i, x := range s.Spent {
		points = append(points, plotter.XY{X: x, Y: s.Percent[i]})
	}
	return points
}

// addMeasured draws the points of measured series k, from 0 on.
func (f *Figure) addMeasured(s Spending, k int) {
	sty := dotStyle(k)
	sty.Radius = 2
	f.Plot.Add(&plotter.Scatter{XYs: thinOut(s.xys(), f.Plot.X.Min, f.Plot.X.Max), GlyphStyle: sty})
	f.key = append(f.key, keyGlyph(s.Label, sty))
}

// thinOut returns the points without those that are less than a hundredth of the logarithmic axis from the last one before that is kept.
// The last point stays.
func thinOut(points plotter.XYs, lo, hi float64) (kept plotter.XYs) {
	for i, p := range points {
		if i == 0 || i == len(points)-1 || math.Abs(math.Log(p.X/kept[len(kept)-1].X)) > math.Log(hi/lo)/100 {
			kept = append(kept, p)
		}
	}
	return kept
}
