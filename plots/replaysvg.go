package plots

import (
	"fmt"
	"html"
	"strconv"
	"strings"
	"time"

	"chesscensus/chess"
	"chesscensus/plots/internal/pieces"
)

// A man of an animation keeps its place in the document. A pawn that promotes leaves,
// and another man appears.
type actor struct {
	piece      chess.Piece
	born, gone int // after how many plies it appears and disappears; gone 0 is never
	stops      []stop
}

// stop is a square reached with a ply; the first is where the man appears.
type stop struct {
	ply int
	sq  chess.Square
}

// actors returns the parts of all men, in the order in which they appear.
func (a *Animation) actors() []actor {
	var all []actor
	var on [64]int // index of the actor on a square, plus 1
	enter := func(p chess.Piece, sq chess.Square, ply int) {
		all = append(all, actor{piece: p, born: ply, stops: []stop{{ply, sq}}})
		on[sq] = len(all)
	}
	s := start(a.game)
	for sq := range s.Board.Occupied().All() {
		enter(s.Board.At(sq), sq, 0)
	}
	step := func(from, to chess.Square, ply int) {
		on[to], on[from] = on[from], 0
		man := &all[on[to]-1]
		man.stops = append(man.stops, stop{ply, to})
	}
	for i, p := range a.plies {
		m, n := p.move, i+1
		if sq := m.CapturedOn(); sq != chess.NoSquare {
			all[on[sq]-1].gone = n
			on[sq] = 0
		}
		step(m.From(), m.To(), n)
		if m.Castles() {
			from, to := rookStep(m)
			step(from, to, n)
		}
		if m.Promotion() != chess.NoRole {
			all[on[m.To()]-1].gone = n
			enter(p.after.Board.At(m.To()), m.To(), n)
		}
	}
	return all
}

// rookStep returns the move of the rook in castling.
func rookStep(m chess.Move) (from, to chess.Square) {
	row := m.To().Row()
	if m.To().File() == 6 {
		return chess.NewSquare(7, row), chess.NewSquare(5, row)
	}
	return chess.NewSquare(0, row), chess.NewSquare(3, row)
}

// place returns where a square is drawn, in the coordinates of the board.
func (a *Animation) place(sq chess.Square) (x, y int) {
	x, y = 100*sq.File(), 700-100*sq.Row()
	if a.opt.Flip {
		x, y = 700-x, 700-y
	}
	return x, y
}

func (a *Animation) translate(sq chess.Square) string {
	x, y := a.place(sq)
	return fmt.Sprintf("%d %d", x, y)
}

// track is the course of one attribute in time.
type track struct {
	total         time.Duration
	values, times strings.Builder
}

// add adds a value from a time on. Times must not decrease and begin with 0.
func (t *track) add(at time.Duration, value string) {
	if t.values.Len() > 0 {
		t.values.WriteByte(';')
		t.times.WriteByte(';')
	}
	t.values.WriteString(value)
	fraction := strconv.FormatFloat(float64(at)/float64(t.total), 'f', 5, 64)
	fraction = strings.TrimRight(strings.TrimRight(fraction, "0"), ".")
	if fraction = strings.TrimPrefix(fraction, "0"); fraction == "" {
		fraction = "0"
	}
	t.times.WriteString(fraction)
}

// write writes the track as an element, of moves if attribute is empty.
func (t *track) write(b *strings.Builder, attribute, mode string) {
	if attribute == "" {
		b.WriteString(`<animateTransform attributeName="transform" type="translate"`)
	} else {
		fmt.Fprintf(b, `<animate attributeName="%s"`, attribute)
	}
	fmt.Fprintf(b, ` dur="%gs" repeatCount="indefinite" calcMode="%s" values="%s" keyTimes="%s"/>`,
		t.total.Seconds(), mode, t.values.String(), t.times.String())
}

// total returns the length of a round.
func (a *Animation) total() time.Duration {
	return time.Duration(len(a.plies)+1)*a.opt.PerPly + a.opt.Hold
}

// begin returns when a man begins to move in ply n, from 1, and end when it arrives.
func (a *Animation) begin(n int) time.Duration { return time.Duration(n) * a.opt.PerPly }

func (a *Animation) end(n int) time.Duration {
	return a.begin(n) + min(a.opt.PerPly*2/5, 300*time.Millisecond)
}

// String returns the animation as an SVG document.
func (a *Animation) String() string {
	left, top := a.origin()
	s := a.tmpl
	still := a.opt.BoardOptions
	still.Caption, still.NoTurn = "", true
	s.fillBackground()
	s.addBoard(0, 0, chess.EmptySetup(), still)
	doc := s.svg(a.opt.Width)

	var b strings.Builder
	b.WriteString(doc[:strings.Index(doc, "<defs>")])
	actors := a.actors()
	for _, man := range actors {
		s.items = append(s.items, item{kind: itemPiece, piece: man.piece})
	}
	s.svgDefs(&b)
	b.WriteString(doc[strings.Index(doc, "</defs>\n")+len("</defs>\n") : strings.LastIndex(doc, "</svg>")])
	fmt.Fprintf(&b, `<g transform="translate(%d %d)">`+"\n", left, top)
	a.writeMarks(&b)
	for i := range actors {
		a.writeActor(&b, &actors[i])
	}
	a.writeTurn(&b)
	a.writeCaptions(&b)
	b.WriteString("</g>\n</svg>\n")
	return b.String()
}

// origin returns the left upper corner of the board.
func (a *Animation) origin() (left, top int) {
	left, top = boardMargin, boardMargin
	if !a.opt.NoCoordinates {
		left += coordinates
	}
	return left, top
}

// writeActor writes a man, at its last square.
func (a *Animation) writeActor(b *strings.Builder, man *actor) {
	opacity := ""
	if man.gone > 0 {
		opacity = ` opacity="0"`
	}
	fmt.Fprintf(b, `<use href="#%s" transform="translate(%s)"%s>`, pieceID(man.piece), a.translate(man.stops[len(man.stops)-1].sq), opacity)
	if len(man.stops) > 1 {
		t := track{total: a.total()}
		at := a.translate(man.stops[0].sq)
		t.add(0, at)
		for _, s := range man.stops[1:] {
			t.add(a.begin(s.ply), at)
			at = a.translate(s.sq)
			t.add(a.end(s.ply), at)
		}
		t.add(t.total, at)
		t.write(b, "", "linear")
	}
	if man.born > 0 || man.gone > 0 {
		t := track{total: a.total()}
		if man.born > 0 {
			t.add(0, "0")
			t.add(a.end(man.born), "1")
		} else {
			t.add(0, "1")
		}
		if man.gone > 0 {
			t.add(a.end(man.gone), "0")
		}
		t.write(b, "opacity", "discrete")
	}
	b.WriteString("</use>\n")
}

// writeMarks writes the two squares of the last move.
func (a *Animation) writeMarks(b *strings.Builder) {
	if len(a.plies) == 0 {
		return
	}
	for _, square := range []func(chess.Move) chess.Square{chess.Move.From, chess.Move.To} {
		t := track{total: a.total()}
		t.add(0, "-9999 0") // outside
		for i, p := range a.plies {
			t.add(a.begin(i+1), a.translate(square(p.move)))
		}
		fmt.Fprintf(b, `<rect width="92" height="92" x="4" y="4" fill="none" stroke="%s" stroke-width="8" transform="translate(%s)">`,
			pieces.Hex(markSquare), a.translate(square(a.plies[len(a.plies)-1].move)))
		t.write(b, "", "discrete")
		b.WriteString("</rect>\n")
	}
}

// writeTurn writes the disc of the side to move.
func (a *Animation) writeTurn(b *strings.Builder) {
	if a.opt.NoTurn {
		return
	}
	at := func(c chess.Color) string {
		if (c == chess.White) == a.opt.Flip {
			return "50"
		}
		return strconv.Itoa(boardSide - 50)
	}
	place, paint := track{total: a.total()}, track{total: a.total()}
	add := func(when time.Duration, c chess.Color) string {
		fill, _ := pieces.Colors(c)
		place.add(when, at(c))
		paint.add(when, pieces.Hex(fill))
		return fmt.Sprintf(`cy="%s" fill="%s"`, at(c), pieces.Hex(fill))
	}
	end := add(0, start(a.game).Turn)
	for i, p := range a.plies {
		end = add(a.end(i+1), p.after.Turn)
	}
	fmt.Fprintf(b, `<circle cx="%d" r="17" %s stroke="%s" stroke-width="4">`, boardSide+turnStrip/2+2, end, pieces.Hex(outline))
	place.write(b, "cy", "discrete")
	paint.write(b, "fill", "discrete")
	b.WriteString("</circle>\n")
}

// writeCaptions writes the texts below each other behind a window that shows one, and
// a line that grows with time.
func (a *Animation) writeCaptions(b *strings.Builder) {
	y := int(a.tmpl.height) - 2*boardMargin - captionRow + 14
	n := len(a.plies)
	fmt.Fprintf(b, `<rect y="%d" width="%d" height="5" fill="%s"/><rect y="%d" width="%d" height="5" fill="%s">`,
		y-8, boardSide, pieces.Hex(lightSquare), y-8, boardSide, pieces.Hex(faint))
	grow := track{total: a.total()}
	grow.add(0, "0")
	grow.add(a.begin(n+1), strconv.Itoa(boardSide))
	grow.add(grow.total, strconv.Itoa(boardSide))
	grow.write(b, "width", "linear")
	fmt.Fprintf(b, "</rect>\n"+`<svg y="%d" width="%d" height="%d"><g transform="translate(0 %d)">`, y, boardSide, captionRow, -n*captionRow)
	t := track{total: a.total()}
	for i := range n + 1 {
		when := a.begin(i)
		if i == 0 {
			when = 0
		}
		t.add(when, fmt.Sprintf("0 %d", -i*captionRow))
	}
	t.write(b, "", "discrete")
	fmt.Fprintf(b, `<text font-size="%d" text-anchor="middle" fill="%s">`, captionSize, pieces.Hex(ink))
	for i := range n + 1 {
		fmt.Fprintf(b, `<tspan x="%d" y="%d">%s</tspan>`, boardSide/2, i*captionRow+50, html.EscapeString(printable(a.caption(i))))
	}
	b.WriteString("</text></g></svg>\n")
}
