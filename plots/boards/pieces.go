package boards

import (
	"fmt"
	"image/color"
	"strconv"
	"strings"

	"chesscensus/chess"
)

// The drawings of the pieces were made for this project, as outlines in a square
// of 100 by 100 with the origin at the lower left, and are under its licence.
//
// Commands, as in SVG but with y upwards: M x y moves, L x y draws a line, C x y x y x y a cubic curve, Z closes, O x y r draws a circle.

// A shapeKind is the way in which a shape is painted.
type shapeKind uint8

// The kinds of shapes.
const (
	bodyShape shapeKind = iota // filled in the piece's color and outlined
	lineShape                  // a stroke that shows against the body
	spotShape                  // an area that shows against the body
)

// A shape is a part of the drawing of a piece. Later shapes cover earlier ones.
type shape struct {
	kind shapeKind
	path string // see parsePath
}

// strokeWidth is the width of outlines and lines, in hundredths of a square.
const strokeWidth = 3.4

// Colors of the men: White's are white, Black's nearly black, and details are drawn in the other color.
var (
	whiteMan = color.NRGBA{0xff, 0xff, 0xff, 0xff}
	blackMan = color.NRGBA{0x30, 0x30, 0x30, 0xff}
	outline  = color.NRGBA{0x11, 0x11, 0x11, 0xff}
)

// manColors returns the colors of body and details.
func manColors(c chess.Color) (fill, detail color.NRGBA) {
	if c == chess.White {
		return whiteMan, outline
	}
	return blackMan, whiteMan
}

// hexColor returns a color as SVG writes it.
func hexColor(c color.NRGBA) string { return fmt.Sprintf("#%02x%02x%02x", c.R, c.G, c.B) }

// foot is the base that all pieces but the pawn stand on.
const foot = "M 22 10 L 78 10 L 78 15 C 78 19 74 21 70 22 L 30 22 C 26 21 22 19 22 15 Z"

// shapes are the drawings by role.
var shapes = [...][]shape{
	chess.Pawn: {
		{bodyShape, "M 27 10 L 73 10 L 73 15 C 73 19 70 21 66 22 L 34 22 C 30 21 27 19 27 15 Z"},
		{bodyShape, "M 34 22 C 38 32 44 38 44 50 L 56 50 C 56 38 62 32 66 22 Z"},
		{bodyShape, "M 37 49 L 63 49 L 60 56 L 40 56 Z"},
		{bodyShape, "O 50 68 14"},
	},
	chess.Rook: {
		{bodyShape, foot},
		{bodyShape, "M 32 22 L 35 30 L 35 62 L 65 62 L 65 30 L 68 22 Z"},
		{bodyShape, "M 29 61 L 25 68 L 25 87 L 37 87 L 37 78 L 44 78 L 44 87 L 56 87 L 56 78 L 63 78 L 63 87 L 75 87 L 75 68 L 71 61 Z"},
		{lineShape, "M 35 31 L 65 31"},
	},
	chess.Knight: {
		{bodyShape, foot},
		{bodyShape, "M 72 22 C 79 44 76 70 57 82 L 53 93 L 44 83 C 36 81 31 75 28 67 L 17 52 C 13 45 18 37 25 39 " +
			"C 29 40 31 44 35 46 C 41 46 45 48 49 52 C 50 41 33 37 31 22 Z"},
		{lineShape, "M 60 74 C 68 66 70 50 66 32"},
		{spotShape, "O 40 69 3.4"},
		{spotShape, "O 22 47 2.2"},
	},
	chess.Bishop: {
		{bodyShape, foot},
		{bodyShape, "M 34 22 C 39 27 42 31 42 36 L 58 36 C 58 31 61 27 66 22 Z"},
		{bodyShape, "M 40 41 C 27 50 28 68 50 84 C 72 68 73 50 60 41 Z"},
		{bodyShape, "M 36 35 L 64 35 L 64 41 L 36 41 Z"},
		{bodyShape, "O 50 88 5.5"},
		{lineShape, "M 50 50 L 50 69 M 41 60 L 59 60"},
	},
	chess.Queen: {
		{bodyShape, foot},
		{bodyShape, "M 31 36 L 13 70 L 32 53 L 32 80 L 45 55 L 50 84 L 55 55 L 68 80 L 68 53 L 87 70 L 69 36 Z"},
		{bodyShape, "M 32 22 L 29 37 L 71 37 L 68 22 Z"},
		{bodyShape, "O 12 72 4.6"},
		{bodyShape, "O 31.5 82 4.6"},
		{bodyShape, "O 50 87 4.6"},
		{bodyShape, "O 68.5 82 4.6"},
		{bodyShape, "O 88 72 4.6"},
		{lineShape, "M 36 29.5 L 64 29.5"},
	},
	chess.King: {
		{bodyShape, foot},
		{bodyShape, "M 46.5 64 L 46.5 78 L 38.5 78 L 38.5 85 L 46.5 85 L 46.5 93 L 53.5 93 L 53.5 85 L 61.5 85 L 61.5 78 L 53.5 78 L 53.5 64 Z"},
		{bodyShape, "M 31 36 C 4 52 16 74 34 71 C 42 70 48 64 50 56 C 52 64 58 70 66 71 C 84 74 96 52 69 36 Z"},
		{bodyShape, "M 32 22 L 29 37 L 71 37 L 68 22 Z"},
		{lineShape, "M 36 29.5 L 64 29.5"},
		{lineShape, "M 50 56 L 50 41"},
	},
}

// A segment is a command of a path with its numbers.
type segment struct {
	Command byte
	Arg     []float64
}

// arity is the number of numbers after each command.
var arity = map[byte]int{'M': 2, 'L': 2, 'C': 6, 'O': 3, 'Z': 0}

// parsePath splits the path of a shape. It panics if the path is malformed.
func parsePath(path string) []segment {
	var segs []segment
	words := strings.Fields(path)
	for len(words) > 0 {
		n, ok := arity[words[0][0]]
		if !ok || len(words) <= n {
			panic("boards: bad path of a piece")
		}
		seg := segment{Command: words[0][0]}
		for _, w := range words[1 : n+1] {
			v, err := strconv.ParseFloat(w, 64)
			if err != nil {
				panic("boards: bad number in the path of a piece")
			}
			seg.Arg = append(seg.Arg, v)
		}
		segs = append(segs, seg)
		words = words[n+1:]
	}
	return segs
}

// svgPath returns the path for SVG, whose y points downwards.
func svgPath(path string) string {
	var b strings.Builder
	for _, s := range parsePath(path) {
		if s.Command == 'O' {
			x, y, r := s.Arg[0], 100-s.Arg[1], s.Arg[2]
			fmt.Fprintf(&b, "M%g %ga%g %g 0 1 0 %g 0a%g %g 0 1 0 %g 0Z", x-r, y, r, r, 2*r, r, r, -2*r)
			continue
		}
		b.WriteByte(s.Command)
		for i := 0; i < len(s.Arg); i += 2 {
			if i > 0 {
				b.WriteByte(' ')
			}
			fmt.Fprintf(&b, "%g %g", s.Arg[i], 100-s.Arg[i+1])
		}
	}
	return b.String()
}

// svgMan returns the drawing of a piece as an SVG group with the given id, in a square of 100 units.
func svgMan(p chess.Piece, id string) string {
	var b strings.Builder
	fill, detail := manColors(p.Color())
	fmt.Fprintf(&b, `<g id="%s" fill="%s" stroke="%s" stroke-width="%.3g" stroke-linejoin="round" stroke-linecap="round">`,
		id, hexColor(fill), hexColor(outline), strokeWidth)
	for _, sh := range shapes[p.Role()] {
		extra := ""
		switch sh.kind {
		case lineShape:
			extra = fmt.Sprintf(` fill="none" stroke="%s"`, hexColor(detail))
		case spotShape:
			extra = fmt.Sprintf(` fill="%s" stroke="none"`, hexColor(detail))
		}
		fmt.Fprintf(&b, `<path d="%s"%s/>`, svgPath(sh.path), extra)
	}
	b.WriteString("</g>")
	return b.String()
}
