package plots

import (
	"cmp"
	"fmt"
	"image/color"
	"math"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"chesscensus/plots/internal/drawing"
)

// A Dot is one row of a [DotPlot].
type Dot struct {
	Label string
	// Value is a count. Lo and Hi are the limits of its interval; both 0 mean none.
	Value, Lo, Hi float64
	// Note stands at the right. Empty means the value in figures.
	Note string
	// Kind is drawn with a mark of its own and explained by its name in the key. Empty kinds have the plain mark and no name; seven
	// kinds can be told apart.
	Kind string
}

// DotOptions adapt [DotPlot].
type DotOptions struct {
	Options
	// Log draws on a logarithmic axis, for values of different orders.
	Log bool
	// XLabel names what is counted. Empty means "legal positions".
	XLabel string
	// Reference is drawn as a vertical line with a band, such as a pooled value. A Value of 0 means none.
	Reference Reference
}

// DotPlot draws values of the same kind below each other, each a dot with its interval, such as the estimates from several spaces, or their
// sizes. Without a Title there is none.
//
// On a linear axis counts are divided by the power of ten that the label names, and the axis need not begin at 0. It returns ErrNoData
// without dots, and an error if a value is not finite or, on a logarithmic axis, not positive.
func DotPlot(dots []Dot, opt DotOptions) (*Figure, error) {
	if len(dots) == 0 {
		return nil, ErrNoData
	}
	for _, d := range dots {
		if !finite(d.Value, d.Lo, d.Hi) || opt.Log && d.Value <= 0 {
			return nil, fmt.Errorf("plots: %q: value %v in [%v, %v] cannot be drawn", d.Label, d.Value, d.Lo, d.Hi)
		}
	}
	rowHeight, width := vg.Length(17), cmp.Or(opt.Width, defaultWidth)
	if slices.ContainsFunc(dots, func(d Dot) bool { return len(rowLines(d.Label, width)) > 1 }) {
		rowHeight = 23
	}
	opt.Options = opt.fill("", 1.1*vg.Inch+rowHeight*vg.Length(len(dots)))
	unit, suffix := 1.0, ""
	if _, hi := dotRange(dots, &opt); !opt.Log {
		unit, suffix = unitFor(hi, -2, 4)
	}
	p := newPlot(positions(opt.XLabel)+suffix, "", verticalGrid)
	p.X.Tick.Marker = evenTicks{}
	if opt.Log {
		p.X.Scale, p.X.Tick.Marker = plot.LogScale{}, decades{}
	}
	f := &Figure{Plot: p, Options: opt.Options}
	f.refit = func(p *plot.Plot, width, height vg.Length) {
		narrow := opt
		narrow.Width = width
		lo, hi := dotRange(dots, &narrow)
		if opt.Log {
			p.X.Tick.Marker = decades{most: min(max(int(width/60), 4), 8)}
		}
		p.X.Min, p.X.Max, p.Y.Tick.Marker = lo/unit, hi/unit, rowTicks(dots, width, min(1, rowHeight*vg.Length(len(dots))/max(height-1.1*vg.Inch, 1)))
	}
	f.refit(p, opt.Width, opt.Height)
	p.Y.Min, p.Y.Max = -0.6, float64(len(dots))-0.4 // rows are at 0, 1, 2 and so on
	p.Y.Tick.Length = 0
	f.addBand(opt.Reference, unit)
	f.addDots(dots, unit)
	return f, nil
}

// rowTicks returns the labels of the rows, from the top. Lines of one row are 0.4*squeeze rows apart; squeeze is the height that rows need
// over the height that they have, at most 1.
func rowTicks(dots []Dot, width, squeeze vg.Length) (ticks plot.ConstantTicks) {
	for i, d := range dots {
		lines := rowLines(d.Label, width)
		for j, line := range lines { // a tick for each line, which is possible as ticks have no marks
			ticks = append(ticks, plot.Tick{Value: float64(len(dots)-1-i) + 0.4*float64(squeeze)*(float64(len(lines)-1)/2-float64(j)), Label: line})
		}
	}
	return ticks
}

// rowLines divides a label that takes more than two fifths of a figure's width into two lines, so that the axis keeps its width.
func rowLines(label string, width vg.Length) []string {
	return drawing.Halves(label, width*2/5, sans(tickSize, ink).Width)
}

// note returns the text beside a dot.
func (d *Dot) note() string {
	if d.Note != "" {
		return d.Note
	}
	return plusMinus(d.Value, (d.Hi-d.Lo)/2)
}

// right returns the value at the right end of a dot and its interval, where the note begins.
func (d *Dot) right() float64 {
	if d.Hi > d.Lo {
		return max(d.Value, d.Hi)
	}
	return d.Value
}

// noteShift is the distance in points of a note from its dot or interval.
const noteShift = vg.Length(6)

// dotRange returns a range of the axis that holds values, intervals and the reference, and leaves a margin for the notes.
func dotRange(dots []Dot, opt *DotOptions) (lo, hi float64) {
	lo, hi = math.Inf(1), math.Inf(-1)
	span := func(list ...float64) {
		for _, v := range list {
			lo, hi = min(lo, v), max(hi, v)
		}
	}
	for _, d := range dots {
		span(d.Value)
		if d.Hi > d.Lo && (!opt.Log || d.Lo > 0) {
			span(d.Lo, d.Hi)
		}
	}
	if r := opt.Reference; r.Value > 0 && (!opt.Log || r.HalfWidth < r.Value) {
		span(r.Value-r.HalfWidth, r.Value+r.HalfWidth)
	}
	identity := func(x float64) float64 { return x }
	scale, unscale := identity, identity // from values to places on the axis, and back
	if opt.Log {
		scale, unscale = math.Log10, func(x float64) float64 { return math.Pow(10, x) }
	}
	first, last := scale(lo), scale(hi)
	if first == last {
		first, last = first-max(math.Abs(first), 1)/2, last+max(math.Abs(last), 1)/2
	}
	first -= 0.06 * (last - first)
	return unscale(first), unscale(dotEnd(dots, first, last, scale, opt.Width))
}

// dotEnd returns the place of the end of the axis, which begins at first, at which every note fits beside its dot, and which is a margin
// beyond last; compare cascadeRange.
func dotEnd(dots []Dot, first, last float64, scale func(float64) float64, width vg.Length) float64 {
	sty := sans(tickSize, ink)
	labels := vg.Length(0)
	for _, d := range dots {
		for _, line := range rowLines(d.Label, width) {
			labels = max(labels, sty.Width(line))
		}
	}
	plotWidth := max(width-2*margin-labels-8, width/8)
	end := last + 0.06*(last-first)
	for i := range dots {
		left := max(plotWidth-sty.Width(dots[i].note())-noteShift-2, plotWidth/4)
		end = max(end, first+(scale(dots[i].right())-first)*float64(plotWidth/left))
	}
	return end
}

// addBand draws the reference.
func (f *Figure) addBand(ref Reference, unit float64) {
	if ref.Value <= 0 {
		return
	}
	p := f.Plot
	var tint color.Color // nil: no band
	if ref.HalfWidth > 0 {
		tint = undecidedTint
		p.Add(bars{{(ref.Value - ref.HalfWidth) / unit, (ref.Value + ref.HalfWidth) / unit, p.Y.Min, p.Y.Max, undecidedTint}})
	}
	dashed := draw.LineStyle{Color: publishedColor, Width: 1, Dashes: []vg.Length{5, 3}}
	addWithin(p, &plotter.Line{XYs: plotter.XYs{{X: ref.Value / unit, Y: p.Y.Min}, {X: ref.Value / unit, Y: p.Y.Max}}, LineStyle: dashed})
	f.key = append(f.key, keyLine(ref.Label+": "+plusMinus(ref.Value, ref.HalfWidth), dashed, tint))
}

// addDots draws the rows from the top.
func (f *Figure) addDots(dots []Dot, unit float64) {
	p := f.Plot
	var ns notes
	xys := make(plotter.XYs, len(dots))
	var kinds []string
	kindOf := make([]int, len(dots))
	es := errorBars{horizontal: true}
	for i, d := range dots {
		y := float64(len(dots) - 1 - i)
		if d.Hi > d.Lo {
			es.bars = append(es.bars, errorBar{y, d.Lo / unit, d.Hi / unit})
		}
		xys[i] = plotter.XY{X: d.Value / unit, Y: y}
		k := slices.Index(kinds, d.Kind)
		if k < 0 {
			k, kinds = len(kinds), append(kinds, d.Kind)
		}
		kindOf[i] = k
		ns = append(ns, note{x: d.right() / unit, y: y, dx: noteShift, label: d.note()})
	}
	addWithin(p, es, &plotter.Scatter{XYs: xys, GlyphStyleFunc: func(i int) draw.GlyphStyle { return dotStyle(kindOf[i]) }}, ns)
	for k, name := range kinds {
		if name != "" {
			f.key = append(f.key, keyGlyph(name, dotStyle(k)))
		}
	}
}

// dotStyle returns the mark of the dots of kind k.
func dotStyle(k int) draw.GlyphStyle {
	return draw.GlyphStyle{Color: seriesColors[k%len(seriesColors)], Radius: 3, Shape: seriesShapes[k%len(seriesShapes)]}
}

// finite reports whether all numbers are finite.
func finite(list ...float64) bool {
	return !slices.ContainsFunc(list, func(x float64) bool { return math.IsNaN(x - x) }) // NaN for NaN and infinities
}
