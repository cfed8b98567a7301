package plots

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"

	"chesscensus/internal/digits"
	"chesscensus/stats"
)

// ErrNoData is the error of a figure without data.
var ErrNoData = errors.New("plots: no data to draw")

// HistogramOptions adapt [PieceHistogram].
type HistogramOptions struct {
	Options
	// Log draws the counts on a logarithmic axis, which shows small bins: as dots, since lengths of bars mean nothing there.
	Log bool
	// XLabel names the bins. Empty means "number of men".
	XLabel string
	// YLabel names what is counted. Empty means "legal positions".
	YLabel string
}

// PieceHistogram draws the estimated number of positions by number of men (or any other key of the bins): a bar to the low estimate, with
// its confidence interval. If draws are undecided a lighter bar reaches on to the high estimate, with the interval of that. On a
// logarithmic axis both are dots.
//
// On a linear axis counts are divided by the power of ten that the label names. It returns ErrNoData if there are no bins.
func PieceHistogram(bins []stats.Bin, opt HistogramOptions) (*Figure, error) {
	if len(bins) == 0 {
		return nil, ErrNoData
	}
	xLabel, yLabel := cmp.Or(opt.XLabel, "number of men"), positions(opt.YLabel)
	top, bottom, open := extent(bins)
	unit, suffix := 1.0, ""
	if !opt.Log {
		unit, suffix = unitFor(top, 0, 0)
	}
	p := newPlot(xLabel, "estimated "+yLabel+suffix, horizontalGrid)
	p.X.Min, p.X.Max = float64(bins[0].Key)-0.7, float64(bins[len(bins)-1].Key)+0.7
	p.X.Tick.Marker = evenTicks{whole: true}
	p.Y.Min, p.Y.Max = 0, max(top/unit*1.04, 1e-9)
	p.Y.Tick.Marker = evenTicks{}
	if opt.Log {
		p.Y.Min, p.Y.Max = math.Pow10(digits.Exponent(bottom)), top*1.5
		p.Y.Scale, p.Y.Tick.Marker = plot.LogScale{}, decades{}
	}
	addEstimates(p, bins, unit, opt.Log)
	f := &Figure{Plot: p, Options: opt.fill("", defaultHeight)}
	conf := fmt.Sprintf("%.4g %% interval", 100*bins[0].Result.Low.Confidence)
	addKey := func(label string, kind int) {
		e := keyBox(label, seriesColors[kind])
		if opt.Log {
			e = keyGlyph(label, dotStyle(kind))
		}
		f.key = append(f.key, e)
	}
	if slices.ContainsFunc(bins, func(b stats.Bin) bool { return b.Result.Decided() || b.Result.Low.Value > 0 }) {
		addKey("found legal, "+conf, 0)
	}
	if open {
		addKey("undecided, "+conf+" if all are legal", 1)
	}
	return f, nil
}

// positions returns the label of counts, "legal positions" if it is empty.
func positions(label string) string { return cmp.Or(label, "legal positions") }

// extent returns the highest limit, the lowest positive value to show on a logarithmic axis, and whether anything is undecided.
func extent(bins []stats.Bin) (top, bottom float64, open bool) {
	bottom = math.Inf(1)
	for _, b := range bins {
		r := b.Result
		top = max(top, r.High.Hi, r.Low.Hi)
		for _, v := range []float64{r.Low.Value, r.High.Value, r.Low.Lo} {
			if v > 0 {
				bottom = min(bottom, v)
			}
		}
		open = open || !r.Decided()
	}
	if math.IsInf(bottom, 1) {
		bottom = max(top, 1) / 10
	}
	return max(top, 1e-9), bottom, open
}

// addEstimates draws the low estimate of each bin and, where draws are undecided, the high one, counts divided by unit: as bars on each
// other, or as dots side by side. Their intervals stand side by side.
func addEstimates(p *plot.Plot, bins []stats.Bin, unit float64, dots bool) {
	const half, shift = 0.4, 0.15
	var bs bars
	var points [2]plotter.XYs
	es := errorBars{}
	add := func(kind int, x float64, e stats.Estimate) {
		if e.Value > 0 {
			points[kind] = append(points[kind], plotter.XY{X: x, Y: e.Value / unit})
		}
		es.bars = append(es.bars, errorBar{x, e.Lo / unit, e.Hi / unit})
	}
	for _, b := range bins {
		r, x := b.Result, float64(b.Key)
		low := r.Low.Value / unit
		bs = append(bs, bar{x0: x - half, x1: x + half, y1: low, fill: countedColor})
		if r.Decided() {
			add(0, x, r.Low)
			continue
		}
		bs = append(bs, bar{x0: x - half, x1: x + half, y0: low, y1: r.High.Value / unit, fill: undecidedColor})
		if r.InCount > 0 {
			add(0, x-shift, r.Low)
		}
		add(1, x+shift, r.High)
	}
	if !dots {
		p.Add(bs, es)
		return
	}
	addWithin(p, es)
	for kind, xys := range points {
		if len(xys) > 0 {
			sty := dotStyle(kind)
			sty.Radius = 2.2
			addWithin(p, &plotter.Scatter{XYs: xys, GlyphStyle: sty})
		}
	}
}
