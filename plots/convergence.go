package plots

import (
	"fmt"
	"image/color"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"chesscensus/stats"
)

// A Reference is a published or pooled value to compare with.
type Reference struct {
	// Value and HalfWidth of its interval, counts of positions. A Value of 0
	// means that there is none, a HalfWidth of 0 that it has no interval.
	Value, HalfWidth float64
	// Label names the source of the value.
	Label string
}

// Published is the estimate of the number of legal positions from two million draws by J. Tromp and P. Österlund
// (github.com/tromp/ChessPositionRanking), at 95 % confidence.
var Published = Reference{Value: 4.82193e44, HalfWidth: 2.74973e42, Label: "Tromp and Österlund"}

// ConvergenceOptions adapt [Convergence].
type ConvergenceOptions struct {
	Options
	// From is the number of draws from which on points are drawn, as the wide intervals before would flatten the rest. Zero means a
	// hundredth of all draws.
	From uint64
	// YLabel names what is counted. Empty means "legal positions".
	YLabel string
}

// Convergence draws the estimate against the number of draws, on a logarithmic axis, with the band of its confidence intervals, and the
// reference as a dashed line between dotted limits. If draws are undecided there are two estimates with their bands, low and high; while no
// draw is proven legal the high one stands alone, as an upper bound.
//
// The intervals are those of each single point; a curve that is looked at along its whole length leaves the band more often. It returns
// ErrNoData if the trace has no points.
func Convergence(t *stats.Trace, ref Reference, opt ConvergenceOptions) (*Figure, error) {
	points := shownPoints(t, opt.From)
	if len(points) == 0 {
		return nil, ErrNoData
	}
	last := points[len(points)-1].Result
	bound := !last.Decided() && last.InCount == 0
	lo, hi := verticalRange(points, ref, bound)
	title, yLabel := "Convergence of the estimate", "estimated "+positions(opt.YLabel)
	if bound {
		title, yLabel = "Convergence of the upper bound", positions(opt.YLabel)+", at most"
	}
	unit, suffix := unitFor(hi, 0, 0)
	p := newPlot("draws n", yLabel+suffix, horizontalGrid)
	p.Y.Tick.Marker = evenTicks{}
	p.X.Scale, p.X.Tick.Marker = plot.LogScale{}, decades{}
	p.X.Min, p.X.Max = float64(points[0].Draws), float64(points[len(points)-1].Draws)
	if p.X.Min == p.X.Max {
		p.X.Min, p.X.Max = p.X.Min/2, p.X.Max*2
	}
	p.Y.Min, p.Y.Max = lo/unit, hi/unit
	f := &Figure{Plot: p, Options: opt.fill(title, defaultHeight)}
	low := func(r stats.Result) stats.Estimate { return r.Low }
	high := func(r stats.Result) stats.Estimate { return r.High }
	switch {
	case bound:
		f.addCurve(points, unit, "upper bound ", undecidedColor, undecidedTint, high)
	case last.Decided():
		f.addCurve(points, unit, "estimate ", countedColor, countedTint, low)
	default:
		f.addCurve(points, unit, "high estimate ", undecidedColor, undecidedTint, high)
		f.addCurve(points, unit, "low estimate ", countedColor, countedTint, low)
	}
	f.addReference(ref, unit)
	return f, nil
}

// shownPoints returns the points from the given number of draws on; 0 means a hundredth of all draws.
func shownPoints(t *stats.Trace, from uint64) []stats.Point {
	if len(t.Points) == 0 {
		return nil
	}
	if from == 0 {
		from = t.Points[len(t.Points)-1].Draws / 100
	}
	return slices.DeleteFunc(slices.Clone(t.Points), func(p stats.Point) bool { return p.Draws < from })
}

// verticalRange returns a range that holds the reference and all intervals, but no more than three times the final estimate, with a margin
// of 5 %. If bound is true only the high estimates count.
func verticalRange(points []stats.Point, ref Reference, bound bool) (lo, hi float64) {
	lower := func(r stats.Result) float64 { return r.Lo }
	if bound {
		lower = func(r stats.Result) float64 { return r.High.Lo }
	}
	last := points[len(points)-1].Result
	lo, hi = lower(last), last.Hi
	if ref.Value > 0 {
		lo, hi = min(lo, ref.Value-ref.HalfWidth), max(hi, ref.Value+ref.HalfWidth)
	}
	limit := max(3*last.High.Value, hi)
	for _, p := range points {
		lo, hi = min(lo, lower(p.Result)), max(hi, min(p.Result.Hi, limit))
	}
	lo = max(lo, 0)
	if hi <= lo {
		hi = lo + 1
	}
	space := 0.05 * (hi - lo)
	return max(lo-space, 0), hi + space
}

// addCurve draws one estimate, which of selects from a result: its band, the line and its points.
func (f *Figure) addCurve(points []stats.Point, unit float64, name string, line, tint color.NRGBA, of func(stats.Result) stats.Estimate) {
	p := f.Plot
	values := make(plotter.XYs, len(points))
	band := make(plotter.XYs, 2*len(points))
	for i, pt := range points {
		e, n := of(pt.Result), float64(pt.Draws)
		values[i] = plotter.XY{X: n, Y: clamp(e.Value/unit, p.Y)}
		band[i] = plotter.XY{X: n, Y: clamp(e.Lo/unit, p.Y)}
		band[len(band)-1-i] = plotter.XY{X: n, Y: clamp(e.Hi/unit, p.Y)}
	}
	sty := draw.LineStyle{Color: line, Width: 1.4}
	addWithin(p, &plotter.Polygon{XYs: []plotter.XYs{band}, Color: tint},
		&plotter.Line{XYs: values, LineStyle: sty},
		&plotter.Scatter{XYs: thinOut(values, p.X.Min, p.X.Max), GlyphStyle: draw.GlyphStyle{Color: line, Radius: 1.6, Shape: draw.CircleGlyph{}}})
	e := of(points[len(points)-1].Result)
	label := fmt.Sprintf("%s%s, %.4g %% intervals", name, plusMinus(e.Value, e.HalfWidth()), 100*e.Confidence)
	f.key = append(f.key, keyLine(label, sty, tint))
}

// addReference draws the reference value and its limits.
func (f *Figure) addReference(ref Reference, unit float64) {
	if ref.Value <= 0 {
		return
	}
	p := f.Plot
	dashed := draw.LineStyle{Color: publishedColor, Width: 1, Dashes: []vg.Length{5, 3}}
	dotted := draw.LineStyle{Color: publishedColor, Width: 0.7, Dashes: []vg.Length{1, 2}}
	level := func(v float64, sty draw.LineStyle) {
		p.Add(&plotter.Line{XYs: plotter.XYs{{X: p.X.Min, Y: v / unit}, {X: p.X.Max, Y: v / unit}}, LineStyle: sty})
	}
	level(ref.Value, dashed)
	if ref.HalfWidth > 0 {
		level(ref.Value-ref.HalfWidth, dotted)
		level(ref.Value+ref.HalfWidth, dotted)
	}
	f.key = append(f.key, keyLine(ref.Label+": "+plusMinus(ref.Value, ref.HalfWidth), dashed, nil))
}
