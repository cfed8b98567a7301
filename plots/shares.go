package plots

import (
	"cmp"
	"fmt"
	"image/color"
	"math"

	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg/draw"
)

// A Series is the distribution of a property in one sample, for [SharesPlot].
type Series struct {
	Name string
	// Keys are the values of the property, ascending; Shares of each in [0,1], and their standard errors. The three have the same length.
	Keys            []int
	Shares, StdErrs []float64
}

// SharesOptions adapt [SharesPlot].
type SharesOptions struct {
	Options
	// XLabel names the property. Empty means "number of men".
	XLabel string
}

// seriesColors and seriesShapes tell the series apart, also in black and white.
var (
	seriesColors = []color.NRGBA{countedColor, undecidedColor, {0x00, 0x9e, 0x73, 0xff}, {0xd5, 0x5e, 0x00, 0xff}, {0xcc, 0x79, 0xa7, 0xff},
		{0x56, 0xb4, 0xe9, 0xff}, publishedColor}
	seriesShapes = []draw.GlyphDrawer{draw.CircleGlyph{}, draw.BoxGlyph{}, draw.PyramidGlyph{}, draw.RingGlyph{}, draw.SquareGlyph{},
		draw.PlusGlyph{}, draw.CrossGlyph{}}
)

// SharesPlot draws distributions over each other: for every key a point for each series, side by side, with the 95 % interval of the share.
//
// It returns ErrNoData if no series has a key, and an error if lengths differ or a number is
// not finite. Seven series can be told apart; more share colors and shapes.
func SharesPlot(list []Series, opt SharesOptions) (*Figure, error) {
	first, last, top := math.MaxInt, math.MinInt, 0.0
	for _, s := range list {
		sameLengths := len(s.Shares) == len(s.Keys) && len(s.StdErrs) == len(s.Keys)
		if !sameLengths || !finite(s.Shares...) || !finite(s.StdErrs...) {
			return nil, fmt.Errorf("plots: series %q: %d keys, %d shares, %d standard errors, want as many finite numbers", s.Name,
				len(s.Keys), len(s.Shares), len(s.StdErrs))
		}
		for i, k := range s.Keys {
			first, last, top = min(first, k), max(last, k), max(top, s.Shares[i]+1.96*s.StdErrs[i])
		}
	}
	if first > last {
		return nil, ErrNoData
	}
	p := newPlot(cmp.Or(opt.XLabel, "number of men"), "share (%)", horizontalGrid)
	p.X.Tick.Marker, p.Y.Tick.Marker = evenTicks{whole: true}, evenTicks{}
	f := &Figure{Plot: p, Options: opt.fill("", defaultHeight)}
	step := 0.6 / float64(max(len(list), 2))
	for i, s := range list {
		sty := dotStyle(i)
		sty.Radius = 2.2
		es := errorBars{}
		xys := make(plotter.XYs, len(s.Keys))
		for j, k := range s.Keys {
			x := float64(k) + step*(float64(i)-float64(len(list)-1)/2)
			y, half := 100*s.Shares[j], 196*s.StdErrs[j]
			xys[j] = plotter.XY{X: x, Y: y}
			es.bars = append(es.bars, errorBar{x, max(y-half, 0), y + half})
		}
		p.Add(es)
		if len(xys) > 0 {
			p.Add(&plotter.Scatter{XYs: xys, GlyphStyle: sty})
		}
		f.key = append(f.key, keyGlyph(s.Name, sty))
	}
	p.X.Min, p.X.Max, p.Y.Min, p.Y.Max = float64(first)-0.6, float64(last)+0.6, 0, max(104*top, 1)
	return f, nil
}
