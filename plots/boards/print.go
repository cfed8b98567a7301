package boards

import (
	"cmp"
	"io"
	"slices"
	"strings"
	"unicode"

	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"

	"chesscensus/chess"
	"chesscensus/plots/internal/drawing"
)

// A Diagram is a setup to draw, valid or not. Only its men and the side to move are drawn.
type Diagram struct {
	chess.Setup
	// Marks are squares to mark. Values that are no square are ignored.
	Marks []chess.Square
	// Caption stands below the board, on one line.
	Caption string
}

// PrintOptions adapt [Print]. The zero value shows White at the bottom, coordinates and the side to move, four boards in a row.
type PrintOptions struct {
	// Width of one board with its coordinates. Zero means 1.7 inches.
	Width vg.Length
	// Columns is the number of boards in a row. Below 1 means 4.
	Columns int
	// NoCoordinates leaves out the letters and numbers around the boards.
	NoCoordinates bool
	// NoTurn leaves out the disc beside a board that has the color of the side to move and stands next to its first row.
	NoTurn bool
	// Title is the text for screen readers. Empty means "chess boards".
	Title string
}

// SVG is a picture of one or more boards, as a vector drawing. The zero value is an empty picture.
type SVG struct {
	scene scene
	width vg.Length
	font  bool // a file in SVG holds its font
}

// Sizes around a board, in hundredths of a square.
const (
	boardMargin = 14
	coordinates = 46 // width of the strip of letters or numbers
	turnStrip   = 54
	captionRow  = 74
	coordSize   = 34
	captionSize = 44
)

// Print draws diagrams in rows. Without diagrams the picture is empty.
func Print(list []Diagram, opt PrintOptions) SVG {
	if opt.Columns < 1 {
		opt.Columns = 4
	}
	columns := max(1, min(opt.Columns, len(list)))
	if opt.Width <= 0 {
		opt.Width = 1.7 * vg.Inch
	}
	w, h := opt.extent(slices.ContainsFunc(list, func(d Diagram) bool { return d.Caption != "" }))
	rows := (len(list) + columns - 1) / columns
	s := SVG{width: opt.Width * vg.Length(columns)}
	s.scene = scene{width: w * float64(columns), height: h * float64(rows), title: cmp.Or(opt.Title, "chess boards")}
	s.scene.fillBackground()
	for i, d := range list {
		s.scene.addBoard(w*float64(i%columns), h*float64(i/columns), d, opt)
	}
	return s
}

// extent returns the size of one board with its surroundings.
func (o PrintOptions) extent(caption bool) (w, h float64) {
	w, h = side+2*boardMargin, side+2*boardMargin
	if !o.NoCoordinates {
		w, h = w+coordinates, h+coordinates
	}
	if !o.NoTurn {
		w += turnStrip
	}
	if caption {
		h += captionRow
	}
	return w, h
}

// fillBackground paints the picture white.
func (s *scene) fillBackground() {
	s.items = append(s.items, item{kind: itemRect, w: s.width, h: s.height, fill: whiteMan})
}

// addBoard draws one board with its left upper corner at x, y.
func (s *scene) addBoard(x, y float64, d Diagram, opt PrintOptions) {
	w, h := opt.extent(d.Caption != "")
	left, top := x+boardMargin, y+boardMargin
	if !opt.NoCoordinates {
		left += coordinates
	}
	s.items = append(s.items, item{kind: itemRect, x: left, y: top, w: side, h: side, fill: paperLight})
	var men []item
	for file := range 8 {
		for row := range 8 {
			sq := chess.NewSquare(file, row)
			sx, sy := left+100*float64(file), top+100*float64(7-row)
			if slices.Contains(d.Marks, sq) {
				s.items = append(s.items, item{kind: itemRect, x: sx + 3, y: sy + 3, w: 94, h: 94, fill: paperMark, stroke: 6})
			} else if (file+row)%2 == 0 {
				s.items = append(s.items, item{kind: itemRect, x: sx, y: sy, w: 100, h: 100, fill: paperDark})
			}
			if p := d.Board.At(sq); p != chess.NoPiece {
				men = append(men, item{kind: itemPiece, x: sx, y: sy, piece: p})
			}
		}
	}
	s.items = append(s.items, men...)
	s.items = append(s.items, item{kind: itemRect, x: left, y: top, w: side, h: side, stroke: 4})
	s.addCoordinates(left, top, opt)
	if !opt.NoTurn {
		fill, _ := manColors(d.Turn)
		disc := item{kind: itemCircle, x: left + side + turnStrip/2 + 2, y: top + 50, w: 17, fill: fill, stroke: 4}
		if d.Turn == chess.White {
			disc.y = top + side - 50
		}
		s.items = append(s.items, disc)
	}
	if d.Caption != "" {
		s.items = append(s.items, captionItem(d.Caption, left+side/2, x+w/2, w-2*boardMargin, y+h-28))
	}
}

// captionItem centers a caption below the board or, if it is wider than the board, on the whole width, shrunk to fit. It leaves a fifth
// more room for viewers of SVG that lack the font.
func captionItem(caption string, boardMiddle, middle, width, y float64) item {
	it := item{kind: itemText, x: boardMiddle, y: y, h: captionSize, fill: drawing.Ink, text: caption}
	if w := 1.2 * textWidth(caption, captionSize); w > side {
		it.x = middle
		it.h *= min(1, width/w)
	}
	return it
}

// addCoordinates writes letters below and numbers left of a board.
func (s *scene) addCoordinates(left, top float64, opt PrintOptions) {
	if opt.NoCoordinates {
		return
	}
	for i := range 8 {
		mid := 100*float64(i) + 50
		label := item{kind: itemText, h: coordSize, fill: drawing.Faint}
		label.x, label.y, label.text = left+mid, top+side+coordinates-8, string(rune('a'+i))
		s.items = append(s.items, label)
		label.x, label.y, label.text = left-coordinates/2-4, top+mid+coordSize*0.36, string(rune('8'-i))
		s.items = append(s.items, label)
	}
}

// textWidth returns the width of a line, at least 1.
func textWidth(line string, size float64) float64 {
	sty := drawing.Sans(vg.Length(size), drawing.Ink)
	face := font.DefaultCache.Lookup(sty.Font, sty.Font.Size)
	return max(float64(face.Width(printable(line))), 1)
}

// printable replaces what XML cannot hold: control characters by spaces and invalid UTF-8 by the replacement character.
func printable(line string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || r == 0xFFFE || r == 0xFFFF {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(line, "\uFFFD"))
}

// String returns the picture as an SVG document.
func (s SVG) String() string { return s.scene.svg(s.width) }

// Encode writes the picture in one format, "svg", "png" (144 dots per inch) or "pdf"; see [plots.Figure.Encode].
func (s SVG) Encode(w io.Writer, format string) error {
	if format == "svg" {
		text := s.String()
		if s.font {
			face, err := s.scene.fontFace()
			if err != nil {
				return err
			}
			text = strings.Replace(text, "<defs>\n", "<defs>\n"+face, 1)
		}
		_, err := io.WriteString(w, text)
		return err
	}
	height := s.width * vg.Length(s.scene.height/max(s.scene.width, 1))
	return drawing.Encode(w, format, max(s.width, 1), max(height, 1), s.scene.paint)
}

// Printed returns the picture for print: with a title above if it is not empty, and a font of its own in SVG, too (some 5 kB; else SVG
// takes one of the viewer's).
func (s SVG) Printed(title string) SVG {
	s.font = true
	if title == "" {
		return s
	}
	height := float64(drawing.TitleSize/s.width) * s.scene.width // the size of titles of charts, as far as the title fits
	sty := drawing.Sans(drawing.TitleSize, drawing.Ink)
	if w := sty.Width(title); w > s.width-2*drawing.Margin {
		height *= float64((s.width - 2*drawing.Margin) / w)
	}
	row := 1.6 * height
	moved := scene{width: s.scene.width, height: s.scene.height + row, title: s.scene.title}
	moved.fillBackground()
	moved.items = append(moved.items, item{kind: itemText, x: moved.width / 2, y: 1.15 * height, h: height, fill: drawing.Ink, text: title})
	for _, it := range s.scene.items {
		it.y += row
		moved.items = append(moved.items, it)
	}
	s.scene = moved
	return s
}
