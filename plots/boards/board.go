package boards

import (
	"encoding/base64"
	"fmt"
	"html"
	"math"
	"strings"

	"chesscensus/chess"
)

// DefaultWidth is the width of a board in CSS pixels.
const DefaultWidth = 360

// Colors of the board and its marks.
const (
	lightSquare = "#f4f4f2"
	darkSquare  = "#c9d3dc"
	moveMark    = "#f2d675"
	squareMark  = "#9fd0a6"
	checkMark   = "#d6453d"
	arrowColor  = "#2b7a3d"
	ink         = "#222222"
)

// Sizes in hundredths of a square.
const (
	side   = 800
	border = 44 // strip around the squares, with letters and numbers
	row    = 60 // height of the caption
)

// An Arrow points from one square to another.
type Arrow struct{ From, To chess.Square }

// Options adapt a board. The zero value shows White at the bottom.
type Options struct {
	// Width in CSS pixels; 0 or less means 360.
	Width int
	// Flip puts Black at the bottom.
	Flip bool
	// Move is marked as the last move; 0 is none.
	Move chess.Move
	// Marks are squares to mark, Arrows are drawn over the men. Values that are no square are left out.
	Marks  []chess.Square
	Arrows []Arrow
	// Caption stands below the board, on one line.
	Caption string
}

// svg returns a board as an SVG document. A king that the side to move must save
// from check has a red halo; the disc beside the board has the color of that side.
func svg(s chess.Setup, o Options) string {
	var b strings.Builder
	w, h := side+2*border, side+2*border
	if o.Caption != "" {
		h += row
	}
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" width="%d" height="%d" font-family="Arial,Helvetica,sans-serif" role="img">`,
		w, h, o.width(), o.width()*h/w)
	fmt.Fprintf(&b, "<title>%s</title><defs>%s%s</defs>", html.EscapeString(s.String()), usedDrawings(s), defs)
	fmt.Fprintf(&b, `<rect width="%d" height="%d" fill="#ffffff"/>`, w, h)
	o.grid(&b)
	if o.Move != 0 {
		o.square(&b, o.Move.From(), moveMark)
		o.square(&b, o.Move.To(), moveMark)
	}
	for _, sq := range o.Marks {
		o.square(&b, sq, squareMark)
	}
	if sq := checkedKing(s); sq != chess.NoSquare {
		x, y := o.corner(sq)
		fmt.Fprintf(&b, `<circle cx="%d" cy="%d" r="50" fill="url(#cc-check)"/>`, x+50, y+50)
	}
	for sq := range s.Board.Occupied().All() {
		x, y := o.corner(sq)
		fmt.Fprintf(&b, `<use href="#%s" x="%d" y="%d"/>`, pieceID("cb", s.Board.At(sq)), x, y)
	}
	for _, a := range o.Arrows {
		o.arrow(&b, a)
	}
	o.frame(&b, s.Turn)
	if o.Caption != "" {
		fmt.Fprintf(&b, `<text x="%d" y="%d" font-size="38" text-anchor="middle" fill="%s">%s</text>`, w/2, h-22, ink, html.EscapeString(o.Caption))
	}
	b.WriteString("</svg>")
	return b.String()
}

// HTML returns a board as a picture for a notebook.
func HTML(s chess.Setup, o Options) string {
	return fmt.Sprintf(`<img alt="%s" width="%d" src="data:image/svg+xml;base64,%s"/>`,
		html.EscapeString(s.String()), o.width(), base64.StdEncoding.EncodeToString([]byte(svg(s, o))))
}

// width returns the width in CSS pixels.
func (o *Options) width() int {
	if o.Width <= 0 {
		return DefaultWidth
	}
	return o.Width
}

// defs defines the halo of a king in check.
const defs = `<radialGradient id="cc-check"><stop offset="20%" stop-color="` + checkMark + `" stop-opacity="0.95"/>` +
	`<stop offset="100%" stop-color="` + checkMark + `" stop-opacity="0"/></radialGradient>`

// usedDrawings returns the drawings of the men that occur in a setup, each once.
func usedDrawings(s chess.Setup) string {
	var b strings.Builder
	seen := make(map[chess.Piece]bool)
	for sq := range s.Board.Occupied().All() {
		if p := s.Board.At(sq); !seen[p] {
			seen[p] = true
			b.WriteString(svgMan(p, pieceID("cb", p)))
		}
	}
	return b.String()
}

// pieceID returns the id of the drawing of a piece, such as "cb-wq". The prefix is "cb" on boards of notebooks, "cc" in print.
func pieceID(prefix string, p chess.Piece) string {
	return prefix + "-" + string("wb"[p.Color()]) + string(" pnbrqk"[p.Role()])
}

// corner returns the left upper corner of a square.
func (o *Options) corner(sq chess.Square) (x, y int) {
	x, y = 100*sq.File(), 700-100*sq.Row()
	if o.Flip {
		x, y = 700-x, 700-y
	}
	return border + x, border + y
}

// grid draws the squares.
func (o *Options) grid(b *strings.Builder) {
	fmt.Fprintf(b, `<rect x="%d" y="%d" width="%d" height="%d" fill="%s"/>`, border, border, side, side, lightSquare)
	b.WriteString(`<path fill="` + darkSquare + `" d="`)
	for r := range 8 {
		for f := range 8 {
			if (r+f)%2 == 1 {
				fmt.Fprintf(b, "M%d %dh100v100h-100z", border+100*f, border+100*r)
			}
		}
	}
	b.WriteString(`"/>`)
}

// square colors a square, if sq is one.
func (o *Options) square(b *strings.Builder, sq chess.Square, color string) {
	if sq < 64 {
		x, y := o.corner(sq)
		fmt.Fprintf(b, `<rect x="%d" y="%d" width="100" height="100" fill="%s" fill-opacity="0.8"/>`, x, y, color)
	}
}

// arrow draws an arrow from 28 hundredths of a square behind the middle of a.From to 12 hundredths before the middle of a.To, with a head
// of length 34 and width 44.
func (o *Options) arrow(b *strings.Builder, a Arrow) {
	if a.From >= 64 || a.To >= 64 || a.From == a.To {
		return
	}
	x1, y1 := o.corner(a.From)
	x2, y2 := o.corner(a.To)
	dx, dy := float64(x2-x1), float64(y2-y1)
	length := math.Hypot(dx, dy)
	dx, dy = dx/length, dy/length
	fx, fy := float64(x1)+50+28*dx, float64(y1)+50+28*dy
	tx, ty := float64(x2)+50-12*dx, float64(y2)+50-12*dy
	hx, hy := tx-34*dx, ty-34*dy
	fmt.Fprintf(b, `<g fill="%s" stroke="%[1]s" opacity="0.8"><line x1="%.1f" y1="%.1f" x2="%.1f" y2="%.1f" stroke-width="14" stroke-linecap="round"/>`+
		`<path stroke="none" d="M%.1f %.1fL%.1f %.1fL%.1f %.1fz"/></g>`,
		arrowColor, fx, fy, hx, hy, tx, ty, hx-22*dy, hy+22*dx, hx+22*dy, hy-22*dx)
}

// frame draws the border, the letters and numbers, and the disc of the side to move.
func (o *Options) frame(b *strings.Builder, turn chess.Color) {
	fmt.Fprintf(b, `<rect x="%d" y="%d" width="%d" height="%d" fill="none" stroke="%s" stroke-width="3"/>`, border, border, side, side, ink)
	fmt.Fprintf(b, `<g font-size="30" fill="#666666" text-anchor="middle">`)
	for i := range 8 {
		file, r := i, 7-i
		if o.Flip {
			file, r = 7-i, i
		}
		fmt.Fprintf(b, `<text x="%d" y="%d">%c</text><text x="%d" y="%d">%c</text>`,
			border+100*i+50, border+side+33, 'a'+file, border/2, border+100*i+60, '1'+r)
	}
	y := border + 28
	if (turn == chess.White) != o.Flip {
		y = border + side - 28
	}
	fill := "#ffffff"
	if turn == chess.Black {
		fill = ink
	}
	fmt.Fprintf(b, `</g><circle cx="%d" cy="%d" r="14" fill="%s" stroke="%s" stroke-width="3"/>`, border+side+border/2, y, fill, ink)
}

// checkedKing returns the square of the king of the side to move if it is attacked, else NoSquare.
func checkedKing(s chess.Setup) chess.Square {
	king := s.Board.King(s.Turn)
	if king != chess.NoSquare && s.Board.Attackers(king, s.Turn.Other(), s.Board.Occupied()) != 0 {
		return king
	}
	return chess.NoSquare
}
