package plots

import (
	"fmt"
	"strconv"
	"strings"

	"gonum.org/v1/plot/vg"

	"chesscensus/chess"
)

// The drawings of the pieces were made for this package, as outlines in a square
// of 100 by 100 with the origin at the lower left, and are under its licence.
//
// Commands, as in SVG but with y upwards: M x y moves, L x y draws a line, C x y
// x y x y a cubic curve, Z closes, O x y r draws a circle.

// shapeKind says how a shape is painted.
type shapeKind uint8

const (
	body shapeKind = iota // filled in the piece's colour and outlined
	line                  // a stroke that shows against the body
	spot                  // an area that shows against the body
)

// shape is a part of a piece; later ones cover earlier ones.
type shape struct {
	kind shapeKind
	path string
}

// strokeWidth of outlines and lines, in the units of the drawings.
const strokeWidth = 3.4

// foot is the base that all pieces but the pawn stand on.
const foot = "M 22 10 L 78 10 L 78 15 C 78 19 74 21 70 22 L 30 22 C 26 21 22 19 22 15 Z"

// pieceShapes are the drawings by role.
var pieceShapes = [...][]shape{
	chess.Pawn: {
		{body, "M 27 10 L 73 10 L 73 15 C 73 19 70 21 66 22 L 34 22 C 30 21 27 19 27 15 Z"},
		{body, "M 34 22 C 38 32 44 38 44 50 L 56 50 C 56 38 62 32 66 22 Z"},
		{body, "M 37 49 L 63 49 L 60 56 L 40 56 Z"},
		{body, "O 50 68 14"},
	},
	chess.Rook: {
		{body, foot},
		{body, "M 32 22 L 35 30 L 35 62 L 65 62 L 65 30 L 68 22 Z"},
		{body, "M 29 61 L 25 68 L 25 87 L 37 87 L 37 78 L 44 78 L 44 87 L 56 87 L 56 78 L 63 78 L 63 87 L 75 87 L 75 68 L 71 61 Z"},
		{line, "M 35 31 L 65 31"},
	},
	chess.Knight: {
		{body, foot},
		{body, "M 72 22 C 79 44 76 70 57 82 L 53 93 L 44 83 C 36 81 31 75 28 67 L 17 52 C 13 45 18 37 25 39 " +
			"C 29 40 31 44 35 46 C 41 46 45 48 49 52 C 50 41 33 37 31 22 Z"},
		{line, "M 60 74 C 68 66 70 50 66 32"},
		{spot, "O 40 69 3.4"},
		{spot, "O 22 47 2.2"},
	},
	chess.Bishop: {
		{body, foot},
		{body, "M 34 22 C 39 27 42 31 42 36 L 58 36 C 58 31 61 27 66 22 Z"},
		{body, "M 40 41 C 27 50 28 68 50 84 C 72 68 73 50 60 41 Z"},
		{body, "M 36 35 L 64 35 L 64 41 L 36 41 Z"},
		{body, "O 50 88 5.5"},
		{line, "M 50 50 L 50 69 M 41 60 L 59 60"},
	},
	chess.Queen: {
		{body, foot},
		{body, "M 31 36 L 13 70 L 32 53 L 32 80 L 45 55 L 50 84 L 55 55 L 68 80 L 68 53 L 87 70 L 69 36 Z"},
		{body, "M 32 22 L 29 37 L 71 37 L 68 22 Z"},
		{body, "O 12 72 4.6"},
		{body, "O 31.5 82 4.6"},
		{body, "O 50 87 4.6"},
		{body, "O 68.5 82 4.6"},
		{body, "O 88 72 4.6"},
		{line, "M 36 29.5 L 64 29.5"},
	},
	chess.King: {
		{body, foot},
		{body, "M 46.5 64 L 46.5 78 L 38.5 78 L 38.5 85 L 46.5 85 L 46.5 93 L 53.5 93 L 53.5 85 L 61.5 85 L 61.5 78 L 53.5 78 L 53.5 64 Z"},
		{body, "M 31 36 C 4 52 16 74 34 71 C 42 70 48 64 50 56 C 52 64 58 70 66 71 C 84 74 96 52 69 36 Z"},
		{body, "M 32 22 L 29 37 L 71 37 L 68 22 Z"},
		{line, "M 36 29.5 L 64 29.5"},
		{line, "M 50 56 L 50 41"},
	},
}

// segment is a parsed command with its numbers.
type segment struct {
	command byte
	arg     []float64
}

// arity is the count of numbers after each command.
var arity = map[byte]int{'M': 2, 'L': 2, 'C': 6, 'O': 3, 'Z': 0}

// parsePath splits a path of this file. It panics on a mistake in one.
func parsePath(path string) []segment {
	var segs []segment
	words := strings.Fields(path)
	for len(words) > 0 {
		n, ok := arity[words[0][0]]
		if !ok || len(words) <= n {
			panic("plots: bad path of a piece")
		}
		seg := segment{command: words[0][0]}
		for _, w := range words[1 : n+1] {
			v, err := strconv.ParseFloat(w, 64)
			if err != nil {
				panic("plots: bad number in the path of a piece")
			}
			seg.arg = append(seg.arg, v)
		}
		segs = append(segs, seg)
		words = words[n+1:]
	}
	return segs
}

// svgPath writes the path for SVG, whose y points downwards.
func svgPath(path string) string {
	var b strings.Builder
	for _, s := range parsePath(path) {
		if s.command == 'O' {
			x, y, r := s.arg[0], 100-s.arg[1], s.arg[2]
			fmt.Fprintf(&b, "M%g %ga%g %g 0 1 0 %g 0a%g %g 0 1 0 %g 0Z", x-r, y, r, r, 2*r, r, r, -2*r)
			continue
		}
		b.WriteByte(s.command)
		for i := 0; i < len(s.arg); i += 2 {
			if i > 0 {
				b.WriteByte(' ')
			}
			fmt.Fprintf(&b, "%g %g", s.arg[i], 100-s.arg[i+1])
		}
	}
	return b.String()
}

// vgPath returns the path scaled and moved to a canvas.
func vgPath(path string, origin vg.Point, scale vg.Length) vg.Path {
	at := func(x, y float64) vg.Point {
		return vg.Point{X: origin.X + vg.Length(x)*scale, Y: origin.Y + vg.Length(y)*scale}
	}
	const bow = 0.5522847498 // control points of a quarter circle of radius 1
	var p vg.Path
	for _, s := range parsePath(path) {
		a := s.arg
		switch s.command {
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
