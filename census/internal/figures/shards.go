package figures

import (
	"fmt"
	"image/color"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"chesscensus/plots"
)

// The lines of limits, in the color of texts.
var (
	ink  = color.NRGBA{0x22, 0x22, 0x22, 0xff}
	line = draw.LineStyle{Color: ink, Width: 0.8}
	dash = draw.LineStyle{Color: ink, Width: 0.8, Dashes: []vg.Length{4, 3}}
)

// spread returns mean and standard deviation of the shards. It is an error if there are fewer than three, all are equal, or their mean is 0.
func spread(shards []float64) (mean, sd float64, err error) {
	mean, sd = stat.MeanStdDev(shards, nil)
	if len(shards) < 3 || !(sd > 0) || math.IsInf(sd, 0) || mean == 0 {
		return 0, 0, fmt.Errorf("%d shards, or all alike: nothing to see; want three or more", len(shards))
	}
	return mean, sd, nil
}

// Funnel draws the estimates of single shards, which are surveys of the same size, and the means of 2, 4, 8 and so on consecutive ones, as
// differences from the mean m of all n, in percent. If the shards are independent and alike, the mean of k of them has the standard
// deviation
//
//	s sqrt(1/k - 1/n)
//
// with s that of a shard: 95 % of the points lie between the lines, and 99.8 % between the dashed ones. A drift, or shards that depend on
// each other, show on the right. It is an error if there are fewer than three shards.
func Funnel(shards []float64, o plots.Options) (*plots.Figure, error) {
	mean, sd, err := spread(shards)
	if err != nil {
		return nil, err
	}
	n := float64(len(shards))
	points := groups(shards)
	p := plot.New()
	p.X.Label.Text, p.Y.Label.Text = "shards in a group", "from the mean of all (%)"
	p.Add(grid())
	most := points[len(points)-1].X
	for _, z := range []float64{1.96, 3.09} { // half-widths of 95 % and 99.8 % in standard deviations
		for _, sign := range []float64{-1, 1} {
			var limit plotter.XYs
			for k := 1.0; k < most*1.1; k *= 1.1 {
				limit = append(limit, plotter.XY{X: k, Y: 100 * sign * z * deviation(k, n) * sd / mean})
			}
			sty := line
			if z > 2 {
				sty = dash
			}
			p.Add(&plotter.Line{XYs: limit, LineStyle: sty})
		}
	}
	for i := range points {
		points[i].Y *= 100
	}
	p.Add(&plotter.Scatter{XYs: points, GlyphStyle: draw.GlyphStyle{Color: plots.Color(0), Radius: 2, Shape: draw.CircleGlyph{}}})
	p.X.Scale, p.X.Tick.Marker = plot.LogScale{}, powersOfTwo(most)
	p.X.Min, p.X.Max = 0.9, most*1.1
	return finish(p, fmt.Sprintf("Means of groups of %d shards; limits hold 95 %% and 99.8 %%", len(shards)), o), nil
}

// deviation returns the standard deviation of the difference between the mean of k shards and that of all n, in standard deviations of a
// shard.
func deviation(k, n float64) float64 { return math.Sqrt(max(1/k-1/n, 0)) }

// groups returns the relative differences of the means of k consecutive shards from that of all, for k = 1, 2, 4 and so on, as long as
// there are two groups.
func groups(shards []float64) (points plotter.XYs) {
	mean := stat.Mean(shards, nil)
	for k := 1; 2*k <= len(shards); k *= 2 {
		for group := range slices.Chunk(shards, k) {
			if len(group) == k {
				points = append(points, plotter.XY{X: float64(k), Y: stat.Mean(group, nil)/mean - 1})
			}
		}
	}
	return points
}

// powersOfTwo returns ticks at the powers of two up to a number.
func powersOfTwo(most float64) (ticks plot.ConstantTicks) {
	for k := 1.0; k <= most; k *= 2 {
		ticks = append(ticks, plot.Tick{Value: k, Label: fmt.Sprint(k)})
	}
	return ticks
}

// Quantiles draws the estimates of shards in ascending order, in standard deviations from their mean, against the quantiles (i - 1/2)/n of
// the normal law. If shards are normal the points follow the line; each by itself lies between the dashed lines with probability 95 %:
// those are quantiles of the i-th of n, by the beta law of its rank. It is an error if there are fewer than three shards.
func Quantiles(shards []float64, o plots.Options) (*plots.Figure, error) {
	mean, sd, err := spread(shards)
	if err != nil {
		return nil, err
	}
	points, lo, hi := quantiles(shards, mean, sd)
	p := plot.New()
	p.X.Label.Text, p.Y.Label.Text = "quantile of the normal law", "shard, standard deviations from the mean"
	p.Add(grid())
	first, last := points[0].X, points[len(points)-1].X
	p.Add(&plotter.Line{XYs: plotter.XYs{{X: first, Y: first}, {X: last, Y: last}}, LineStyle: line},
		&plotter.Line{XYs: lo, LineStyle: dash}, &plotter.Line{XYs: hi, LineStyle: dash},
		&plotter.Scatter{XYs: points, GlyphStyle: draw.GlyphStyle{Color: plots.Color(0), Radius: 2, Shape: draw.CircleGlyph{}}})
	return finish(p, fmt.Sprintf("%d shards beside the normal law, with 95 %% limits", len(shards)), o), nil
}

// quantiles returns the points of Quantiles, and the limits of each.
func quantiles(shards []float64, mean, sd float64) (points, lo, hi plotter.XYs) {
	sorted := slices.Sorted(slices.Values(shards))
	n := float64(len(sorted))
	for i, v := range sorted {
		x := distuv.UnitNormal.Quantile((float64(i) + 0.5) / n)
		rank := distuv.Beta{Alpha: float64(i + 1), Beta: n - float64(i)}
		points = append(points, plotter.XY{X: x, Y: (v - mean) / sd})
		lo = append(lo, plotter.XY{X: x, Y: distuv.UnitNormal.Quantile(rank.Quantile(0.025))})
		hi = append(hi, plotter.XY{X: x, Y: distuv.UnitNormal.Quantile(rank.Quantile(0.975))})
	}
	return points, lo, hi
}

// grid returns a grid like that of package plots.
func grid() *plotter.Grid {
	g := plotter.NewGrid()
	g.Vertical = draw.LineStyle{Color: color.NRGBA{0xdd, 0xdd, 0xdd, 0xff}, Width: 0.5}
	g.Horizontal = g.Vertical
	return g
}

// finish returns a plot as a figure with the theme, a title and the source of o.
func finish(p *plot.Plot, title string, o plots.Options) *plots.Figure {
	p.Title.Text = title
	f := plots.Style(p)
	f.Options.Source = o.Source
	return f
}
