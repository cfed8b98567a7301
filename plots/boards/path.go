package boards

import (
	"gonum.org/v1/plot/vg"

	"chesscensus/plots/internal/pieces"
)

// vgPath returns a path of package pieces for a canvas: scaled, with its lower left corner at origin.
func vgPath(path string, origin vg.Point, scale vg.Length) vg.Path {
	at := func(x, y float64) vg.Point {
		return vg.Point{X: origin.X + vg.Length(x)*scale, Y: origin.Y + vg.Length(y)*scale}
	}
	const bow = 0.5522847498 // control points of a quarter circle of radius 1
	var p vg.Path
	for _, s := range pieces.Parse(path) {
		a := s.Arg
		switch s.Command {
		case 'M':
			p.Move(at(a[0], a[1]))
		case 'L':
			p.Line(at(a[0], a[1]))
		case 'C':
			p.CubeTo(at(a[0], a[1]), at(a[2], a[3]), at(a[4], a[5]))
		case 'Z':
			p.Close()
		case 'O':
			x, y, r, k := a[0], a[1], a[2], a[2]*bow
			p.Move(at(x+r, y))
			p.CubeTo(at(x+r, y+k), at(x+k, y+r), at(x, y+r))
			p.CubeTo(at(x-k, y+r), at(x-r, y+k), at(x-r, y))
			p.CubeTo(at(x-r, y-k), at(x-k, y-r), at(x, y-r))
			p.CubeTo(at(x+k, y-r), at(x+r, y-k), at(x+r, y))
			p.Close()
		}
	}
	return p
}
