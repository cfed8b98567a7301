package plots

import (
	"fmt"
	"image/color"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"

	"chesscensus/internal/digits"
	"chesscensus/stats"
)

// CascadeOptions adapt [Cascade].
type CascadeOptions struct {
	Options
	// Legal and Undecided name the categories to draw as such; all others are drawn as refuted.
	Legal, Undecided []string
	// HideEmpty leaves out the categories without a draw.
	HideEmpty bool
}

// Cascade draws how the draws fall: one horizontal bar for each category of the table, in its order from the top, as long as its share of
// the draws, with the exact count and the share beside it. The bars have the 95 % interval of the share, which is hardly visible in large
// samples.
//
// It returns ErrNoData if the table has no category or no draw.
func Cascade(t *stats.Table, opt CascadeOptions) (*Figure, error) {
	rows := t.Rows()
	if opt.HideEmpty {
		rows = slices.DeleteFunc(slices.Clone(rows), func(r stats.Row) bool { return r.Draws == 0 })
	}
	if len(rows) == 0 || t.Draws() == 0 {
		return nil, ErrNoData
	}
	p := newPlot("share of all draws (%)", "", verticalGrid)
	const half = 0.36 // of the height of a bar, in distances between bars
	var drawn bars
	var labels notes
	var ticks plot.ConstantTicks
	intervals := errorBars{horizontal: true}
	for i, r := range rows {
		y, share, halfWidth := float64(len(rows)-1-i), 100*r.Share, 100*1.96*r.ShareStdErr
		drawn = append(drawn, bar{x1: share, y0: y - half, y1: y + half, fill: opt.color(r.Category)})
		intervals.bars = append(intervals.bars, errorBar{y, max(share-halfWidth, 0), min(share+halfWidth, 100)})
		labels = append(labels, note{x: min(share+halfWidth, 100), y: y, dx: 4, label: fmt.Sprintf("%s  (%s)", groupDigits(r.Draws), percent(r.Share))})
		ticks = append(ticks, plot.Tick{Value: y, Label: r.Category})
	}
	p.X.Tick.Marker = evenTicks{}
	f := &Figure{Plot: p, Options: opt.fill(fmt.Sprintf("How %s draws fall", groupDigits(t.Draws())), 1.1*vg.Inch+15*vg.Length(len(rows)))}
	f.refit = func(p *plot.Plot, width, _ vg.Length) { p.X.Min, p.X.Max = 0, cascadeRange(labels, ticks, width) }
	f.refit(p, f.Options.Width, 0)
	p.Y.Min, p.Y.Max = -0.6, float64(len(rows))-0.4
	p.Y.Tick.Marker = ticks
	p.Y.Tick.Length = 0
	p.Add(drawn, intervals, labels)
	if len(opt.Legal) > 0 {
		f.key = append(f.key, keyBox("legal", countedColor))
	}
	if len(opt.Undecided) > 0 {
		f.key = append(f.key, keyBox("undecided", undecidedColor))
	}
	if f.key != nil {
		f.key = append(f.key, keyBox("illegal", uncountedColor))
	}
	return f, nil
}

// cascadeRange returns the end of the axis, which begins at 0, at which every note fits beside its bar. A note of width w at value x fits
// if its bar ends where w is left of the width of the plot, so the end is at least x times the width without labels over that width less w.
func cascadeRange(ns notes, ticks []plot.Tick, width vg.Length) float64 {
	sty := sans(tickSize, ink)
	labels := vg.Length(0)
	for _, t := range ticks {
		labels = max(labels, sty.Width(t.Label))
	}
	plotWidth := max(width-2*margin-labels-8, width/8)
	end := 1e-9
	for _, n := range ns {
		left := max(plotWidth-sty.Width(n.label)-n.dx-2, plotWidth/4)
		end = max(end, n.x*float64(plotWidth/left))
	}
	return end
}

// color returns the color of a category.
func (o CascadeOptions) color(category string) color.Color {
	switch {
	case slices.Contains(o.Legal, category):
		return countedColor
	case slices.Contains(o.Undecided, category):
		return undecidedColor
	case len(o.Legal)+len(o.Undecided) == 0:
		return countedColor
	}
	return uncountedColor
}

// percent formats a share with three significant digits, or "0 %".
func percent(share float64) string {
	if share == 0 {
		return "0 %"
	}
	places := min(max(2-digits.Exponent(100*share), 0), 9)
	return fmt.Sprintf("%.*f %%", places, 100*share)
}
