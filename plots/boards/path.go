package boards

import (
	"gonum.org/v1/plot/vg"
)

// vgPath returns the path of a shape for a canvas: scaled, with its lower left corner at origin.
func vgPath(path string, origin vg.Point, scale vg.Length) vg.Path {
	point := func(x, y float64) vg.Point {
		return vg.Point{X: origin.X + vg.Length(x)*scale, Y: origin.Y + vg.Length(y)*scale}
	}
	const bow = 0.5522847498 // control points of a quarter circle of radius 1
	var p vg.Path
	for _, s := range parsePath(path) {
		a := s.Arg
		switch s.Command {
		case 'M':
			p.Move(point(a[0], a[1]))
		case 'L':
			p.Line(point(a[0], a[1]))
		case 'C':
			p.CubeTo(point(a[0], a[1]), point(a[2], a[3]), point(a[4], a[5]))
		case 'Z':
			p.Close()
		case 'O':
			x, y, r, k := a[0], a[1], a[2], a[2]*bow
			p.Move(point(x+r, y))
			p.CubeTo(point(x+r, y+k), point(x+k, y+r), point(x, y+r))
			p.CubeTo(point(x-k, y+r), point(x-r, y+k), point(x-r, y))
			p.CubeTo(point(x-r, y-k), point(x-k, y-r), point(x, y-r))
			p.CubeTo(point(x+k, y-r), point(x+r, y-k), point(x+r, y))
			p.Close()
		}
	}
	return p
}
