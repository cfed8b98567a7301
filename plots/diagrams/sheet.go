package diagrams

import (
	"fmt"

	"gonum.org/v1/plot/vg"

	"chesscensus/chess"
)

// SheetOptions adapt [ContactSheet]. The zero value shows at most 20 positions in rows
// of five.
type SheetOptions struct {
	// Options of each board; Highlight and Caption are ignored. A Width of zero
	// means 1.1 inches.
	Options
	// Every is the number of plies from one board to the next. Zero means a 19th
	// of the game, rounded up.
	Every int
	// Columns is the number of boards in a row. Below 1 means 5.
	Columns int
	// Plies, if there are any, are shown instead: ascending, each from 1 to the length of the game. The start is then left out.
	Plies []int
}

// ContactSheet draws the start of a game, every so many plies a position, and the last
// one, each with the squares of the move that led to it. It is for print.
// The error is that of [chess.Game.Final] if a move is not legal.
func ContactSheet(g *chess.Game, opt SheetOptions) (SVG, error) {
	plies, err := pliesOf(g)
	if err != nil {
		return SVG{}, err
	}
	n := len(plies)
	if opt.Every < 1 {
		opt.Every = max(1, (n+18)/19)
	}
	if opt.Columns < 1 {
		opt.Columns = 5
	}
	if opt.Width <= 0 {
		opt.Width = 1.1 * vg.Inch
	}
	var shown []int
	for i := 0; i < n; i += opt.Every {
		shown = append(shown, i)
	}
	shown = append(shown, n)
	if len(opt.Plies) > 0 {
		shown = opt.Plies
	}
	columns := min(opt.Columns, len(shown))
	w, h := opt.extent(true)
	rows := (len(shown) + columns - 1) / columns
	s := SVG{width: opt.Width * vg.Length(columns)}
	s.scene = scene{width: w * float64(columns), height: h * float64(rows), title: fmt.Sprintf("game of %d plies to %v", n, last(g, plies))}
	s.scene.fillBackground()
	for i, ply := range shown {
		setup, board := start(g), opt.Options
		board.Caption, board.Highlight = "start", nil
		if ply > 0 {
			p := plies[ply-1]
			setup, board.Caption = p.after, p.number
			board.Highlight = []chess.Square{p.move.From(), p.move.To()}
		}
		s.scene.addBoard(w*float64(i%columns), h*float64(i/columns), setup, board)
	}
	return s, nil
}

// ply is a move with what is needed to draw it.
type ply struct {
	move   chess.Move
	after  chess.Setup
	number string // such as "12... Nf6"
}

// start returns the setup before the first move.
func start(g *chess.Game) chess.Setup {
	if g.Start == (chess.Position{}) {
		return chess.InitialSetup()
	}
	return g.Start.Setup()
}

// last returns the setup after the last move.
func last(g *chess.Game, plies []ply) chess.Setup {
	if len(plies) == 0 {
		return start(g)
	}
	return plies[len(plies)-1].after
}

// pliesOf plays the moves of a game.
func pliesOf(g *chess.Game) ([]ply, error) {
	if _, err := g.Final(); err != nil {
		return nil, err
	}
	p, err := start(g).Position()
	if err != nil {
		return nil, err
	}
	number := max(1, g.Fullmove)
	plies := make([]ply, 0, len(g.Moves))
	for _, m := range g.Moves {
		text := chess.MoveNumber(number, p.Turn()) + " " + p.SAN(m)
		number += int(p.Turn())
		p = p.Play(m)
		plies = append(plies, ply{move: m, after: p.Setup(), number: text})
	}
	return plies, nil
}
