package figures

import (
	"fmt"
	"html"
	"slices"
	"strings"

	"chesscensus/chess"
	"chesscensus/legality/proofkernel/search"
)

// Columns holds the colors of the pawns on the eight files, each from White's side: all that a kernel says about the places of pawns.
type Columns [8][]chess.Color

// StartColumns returns the columns of the initial position.
func StartColumns() (c Columns) {
	for f := range c {
		c[f] = []chess.Color{chess.White, chess.Black}
	}
	return c
}

// ColumnsOf returns the columns of a position.
func ColumnsOf(p chess.Position) (c Columns) {
	board := p.Setup().Board
	for sq := range board.Of(chess.Pawn).All() { // from a1 to h8, so that each file comes from White's side
		c[sq.File()] = append(c[sq.File()], board.At(sq).Color())
	}
	return c
}

// After returns the columns after a capture of a kernel, and the file and index of the pawn that has captured, -1 if it is no pawn any more
// or none was. ok is false if the move does not fit.
func (c Columns) After(m search.Move) (next Columns, file, index int, ok bool) {
	for f := range c {
		next[f] = slices.Clone(c[f])
	}
	remove := func(f, i int8) bool {
		if f < 0 || f > 7 || i < 0 || int(i) >= len(next[f]) {
			return false
		}
		next[f] = slices.Delete(next[f], int(i), int(i)+1)
		return true
	}
	if m.Victim == search.Promoted {
		end := int8(0) // a pawn promotes on a file without men before it: Black's is the lowest pawn there
		if m.Color == chess.Black {
			end = int8(len(next[m.VictimFile])) - 1 // and White's the highest
		}
		if !remove(m.VictimFile, end) {
			return c, -1, -1, false
		}
	}
	if m.Pawn && !remove(m.File, m.Index) || m.Victim == search.Pawn && !remove(m.ToFile, m.ToIndex) {
		return c, -1, -1, false
	}
	if !m.Pawn || m.Promotion != search.NoMan {
		return next, -1, -1, true
	}
	if int(m.ToIndex) > len(next[m.ToFile]) {
		return c, -1, -1, false
	}
	next[m.ToFile] = slices.Insert(next[m.ToFile], int(m.ToIndex), m.Color)
	return next, int(m.ToFile), int(m.ToIndex), true
}

// Measures of a picture of columns in CSS pixels: a pawn, the panels in a row, their distances.
const (
	pawnSide, panelsInRow = 16, 5
	panelWidth            = 8*pawnSide + 18
)

// Kernel draws the pawns of the eight files at the start, after each capture of a proof kernel (in texelutil's notation), and in the goal,
// where some have promoted: columns of discs, of which the one that has just captured is marked. It is an SVG document of so many CSS
// pixels width. ok is false if the captures do not fit, which those of a kernel do.
func Kernel(captures []string, goal chess.Position) (svg string, width int, ok bool) {
	moves, err := search.ParseMoves(strings.Join(captures, " "))
	if err != nil {
		return "", 0, false
	}
	panels := []panel{{Columns: StartColumns(), file: -1, index: -1, caption: "start"}}
	for i, m := range moves {
		next, file, index, ok := panels[i].After(m)
		if !ok {
			return "", 0, false
		}
		panels = append(panels, panel{Columns: next, file: file, index: index, caption: fmt.Sprintf("%d. %v", i+1, m)})
	}
	panels = append(panels, panel{Columns: ColumnsOf(goal), file: -1, index: -1, caption: "goal"})
	tallest := 2
	for _, p := range panels {
		for f := range p.Columns {
			tallest = max(tallest, len(p.Columns[f]))
		}
	}
	height := tallest*pawnSide + 44
	rows := (len(panels) + panelsInRow - 1) / panelsInRow
	var b strings.Builder
	w, h := panelWidth*min(len(panels), panelsInRow), rows*height
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %[1]d %[2]d" `+
		`font-family="Arial,Helvetica,sans-serif" font-size="12" text-anchor="middle"><rect width="%[1]d" height="%[2]d" fill="#ffffff"/>`, w, h)
	for i, p := range panels {
		fmt.Fprintf(&b, `<g transform="translate(%d,%d)">`, i%panelsInRow*panelWidth+9, i/panelsInRow*height)
		p.draw(&b, tallest*pawnSide+6)
		b.WriteString("</g>")
	}
	b.WriteString("</svg>")
	return b.String(), w, true
}

// A panel is one picture of columns. The pawn at an index of a file is marked, none if they are -1.
type panel struct {
	Columns
	file, index int
	caption     string
}

// draw writes the panel as SVG, with the lowest pawns at a height of base pixels from the top.
func (p *panel) draw(b *strings.Builder, base int) {
	for f, column := range p.Columns {
		x := f*pawnSide + pawnSide/2
		fmt.Fprintf(b, `<text x="%d" y="%d" font-size="10" fill="#666666">%c</text>`, x, base+11, 'a'+f)
		for r, c := range column {
			y := base - r*pawnSide - pawnSide/2
			if f == p.file && r == p.index {
				fmt.Fprintf(b, `<rect x="%d" y="%d" width="%d" height="%[3]d" fill="#f2d675"/>`, x-pawnSide/2, y-pawnSide/2, pawnSide)
			}
			fill := "#ffffff"
			if c == chess.Black {
				fill = "#222222"
			}
			fmt.Fprintf(b, `<circle cx="%d" cy="%d" r="6" fill="%s" stroke="#222222"/>`, x, y, fill)
		}
	}
	fmt.Fprintf(b, `<path d="M0 %d.5h%d" stroke="#999999"/><text x="%d" y="%d" fill="#222222">%s</text>`,
		base, 8*pawnSide, 4*pawnSide, base+28, html.EscapeString(p.caption))
}
