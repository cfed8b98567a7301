package plots

import (
	"image/color"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// A bar is one rectangle in data coordinates, clipped to the axes.
type bar struct {
	x0, x1, y0, y1 float64
	fill           color.Color
}

// bars draws rectangles, in order.
type bars []bar

// Plot implements plot.Plotter.
func (bs bars) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	for _, b := range bs {
		r := vg.Rectangle{
			Min: vg.Point{X: x(clamp(b.x0, p.X)), Y: y(clamp(b.y0, p.Y))},
			Max: vg.Point{X: x(clamp(b.x1, p.X)), Y: y(clamp(b.y1, p.Y))},
		}
		if r.Max.X > r.Min.X && r.Max.Y > r.Min.Y {
			c.SetColor(b.fill)
			c.Fill(r.Path())
		}
	}
}

// clamp returns v limited to the range of the axis.
func clamp(v float64, a plot.Axis) float64 { return min(max(v, a.Min), a.Max) }

// An errorBar is an interval. A vertical one lies at x = pos and reaches from lo to hi in y, a horizontal one the other way round.
type errorBar struct{ pos, lo, hi float64 }

// errorBars draws intervals with caps, in a border of the paper's color that sets them off from bars; an end outside the axes has no cap.
type errorBars struct {
	bars       []errorBar
	horizontal bool
}

// Plot implements plot.Plotter.
func (es errorBars) Plot(c draw.Canvas, p *plot.Plot) {
	const halfCap = vg.Length(1.8)
	stroke, outline := draw.LineStyle{Color: ink, Width: 0.7}, draw.LineStyle{Color: halo, Width: 1.9}
	along, across := p.Y, p.X
	acrossPoint, alongPoint := p.Transforms(&c)
	if es.horizontal {
		along, across = across, along
		acrossPoint, alongPoint = alongPoint, acrossPoint
	}
	line := func(sty draw.LineStyle, a0, v0, a1, v1 vg.Length) {
		if es.horizontal {
			a0, v0, a1, v1 = v0, a0, v1, a1
		}
		c.StrokeLine2(sty, a0, v0, a1, v1)
	}
	for _, e := range es.bars {
		visible := e.lo <= along.Max && along.Min <= e.hi && clamp(e.pos, across) == e.pos
		if !visible || e.hi <= e.lo {
			continue
		}
		a := acrossPoint(e.pos)
		for _, sty := range []draw.LineStyle{outline, stroke} {
			line(sty, a, alongPoint(clamp(e.lo, along)), a, alongPoint(clamp(e.hi, along)))
			for _, end := range []float64{e.lo, e.hi} {
				if clamp(end, along) == end {
					line(sty, a-halfCap, alongPoint(end), a+halfCap, alongPoint(end))
				}
			}
		}
	}
}

// A note is a text at a place in data coordinates, shifted by dx.
type note struct {
	x, y  float64
	dx    vg.Length
	label string
}

// opticalShift is added to the height of a line of text to center its digits and small letters, which are lower than the line's box.
const opticalShift = vg.Length(1)

// notes draws texts, left-aligned and vertically centered.
type notes []note

// Plot implements plot.Plotter.
func (ns notes) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	sty := sans(tickSize, ink)
	sty.YAlign = draw.YCenter
	for _, n := range ns {
		c.FillText(sty, vg.Point{X: x(n.x) + n.dx, Y: y(n.y) + opticalShift}, n.label)
	}
}
