package paper

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"gonum.org/v1/plot/vg"

	"chesscensus/chess"
	"chesscensus/legality"
	"chesscensus/legality/verdict"
	"chesscensus/plots/boards"
)

// boards returns the figures of the sample with boards, and that of an illegal position.
func (s *sample) boards(ctx context.Context) ([]figure, error) {
	illegal, err := illegalPosition(ctx)
	if err != nil {
		return nil, err
	}
	return []figure{s.boardsFigure(), s.kernelFigure(), illegal}, nil
}

// titleFor returns the title if the form has one, else "".
func titleFor(form layout, title string) string {
	if form.Title {
		return title
	}
	return ""
}

// boardsFigure draws the first positions of the sample.
func (s *sample) boardsFigure() figure {
	n := min(12, len(s.list))
	f := figure{Name: "plate", Title: "Random legal positions", Head: []string{"draw", "fen", "game"}}
	var list []boards.Diagram
	for _, l := range s.list[:n] {
		start := chess.InitialPosition()
		list = append(list, boards.Diagram{Setup: l.setup})
		f.Rows = append(f.Rows, []string{whole(l.draw), l.setup.String(), strings.Join(start.SANs(l.game.Moves), " ")})
	}
	f.Caption = fmt.Sprintf("The first %d positions of a sample, row by row; narrow plates show six. The disc has the color of the side "+
		"to move. A game that leads to each stands in the data. %s", n, s.origin())
	f.Draw = func(form layout) (picture, error) {
		columns, shown := 4, n
		if form.narrow() {
			columns, shown = 2, min(6, n)
		}
		columns = min(columns, shown)
		return boards.Print(list[:shown], boards.PrintOptions{
			Width: form.Width / vg.Length(columns), Columns: columns, NoCoordinates: true}).Printed(titleFor(form, f.Title)), nil
	}
	return f
}

// mostSteps is the largest number of captures and promotions of a kernel figure: its boards then take four rows of five.
const mostSteps = 19

// kernelFigure draws a proof kernel, the captures and promotions, and the game around it: the position after each of them.
func (s *sample) kernelFigure() figure {
	f := figure{Name: "film", Title: "A proof kernel and its game", Head: []string{"ply", "move", "fen"}}
	best := -1
	var plies []int
	for i := range s.list { // the shortest game that fits
		l := &s.list[i]
		if steps := kernelOf(l.game.Moves); len(steps) <= mostSteps && (best < 0 || len(l.game.Moves) < len(s.list[best].game.Moves)) {
			best, plies = i, steps
		}
	}
	if best < 0 {
		best, plies = 0, kernelOf(s.list[0].game.Moves)
	}
	l := &s.list[best]
	p := chess.InitialPosition()
	var words []string
	var shown []boards.Diagram
	for i, m := range l.game.Moves {
		san := p.SAN(m)
		word := chess.MoveNumber(i/2+1, p.Turn()) + " " + san
		p = p.Play(m)
		f.Rows = append(f.Rows, []string{whole(i + 1), san, p.String()})
		step := slices.Contains(plies, i+1)
		if step {
			words = append(words, word)
		}
		if step || i+1 == len(l.game.Moves) {
			shown = append(shown, boards.Diagram{Setup: p.Setup(), Marks: []chess.Square{m.From(), m.To()}, Caption: word})
		}
	}
	f.Caption = fmt.Sprintf("The %d captures and promotions of a game of %d plies, each with the board after it, and the position that "+
		"the game proves (draw %d): the proof kernel is %s. All other moves make way. %s", len(words), len(l.game.Moves), l.draw,
		strings.Join(words, ", "), s.origin())
	f.Draw = func(form layout) (picture, error) {
		columns := 5
		if form.narrow() {
			columns = 3
		}
		return boards.Print(shown, boards.PrintOptions{Width: form.Width / vg.Length(columns), Columns: columns, NoCoordinates: true, NoTurn: true,
			Title: fmt.Sprintf("game of %d plies to %v", len(l.game.Moves), p.Setup())}).Printed(titleFor(form, f.Title)), nil
	}
	return f
}

// kernelOf returns the plies, from 1, of captures and promotions.
func kernelOf(moves []chess.Move) (plies []int) {
	for i, m := range moves {
		if m.Captured() != chess.NoRole || m.Promotion() != chess.NoRole {
			plies = append(plies, i+1)
		}
	}
	return plies
}

// shutOut is a position with an extended kernel and a last move that is illegal all the same, and the pawns that show why.
const (
	shutOut      = "rn1qkbbr/ppp1pp2/3p2p1/7p/6Q1/8/PPPPPPP1/RNBQKBNR b KQkq - 0 1"
	shutOutPawns = "rnbqkbnr/ppp1pp1p/3p2pP/8/8/8/PPPPPPP1/RNBQKBNR w KQkq - 0 1"
)

// illegalPosition draws an illegal position with its proof. It is an error if the engine does not refute the position.
func illegalPosition(ctx context.Context) (figure, error) {
	f := figure{Name: "illegal", Title: "An illegal position, and why", Head: []string{"fen", "reason", "words"}}
	record, err := chess.ParseFEN(shutOut)
	if err != nil {
		return f, err
	}
	pawns, err := chess.ParseFEN(shutOutPawns)
	if err != nil {
		return f, err
	}
	engine, err := legality.New(legality.Options{Effort: verdict.Game})
	if err != nil {
		return f, err
	}
	setup := record.Setup
	v := engine.Judge(ctx, setup)
	if v.Outcome != verdict.Illegal {
		return f, fmt.Errorf("paper: %s is %v, and was refuted when the figure was made", shutOut, v.Outcome)
	}
	words := v.Reasons.First().Text()
	f.Rows = [][]string{{setup.String(), v.Reasons.String(), words}}
	f.Caption = "Left: Black to move. Captures and a promotion could have made these men, and a last move is possible, yet no game leads here: " + words + ". " +
		"Right: the pawns when it was decided, with White to move. White has all sixteen men, so Black captured nothing and Black's " +
		"pawns are on their files. White took one man, and White's h-pawn is a queen: it got past Black's h-pawn by that capture, h6xg7, " +
		"with Black's pawns on g6 and h7. Before g7-g6 the bishop could not enter g8, for f7, g7 and h7 were at home; after it the only " +
		"way in was g6, h7, g8, which the pawn on g6 shut. (Record: none; program: the engine of this build, no seed.)"
	marked := slices.Collect(v.Evidence.Squares.All())
	f.Draw = func(form layout) (picture, error) {
		return boards.Print([]boards.Diagram{{Setup: setup, Marks: marked}, {Setup: pawns.Setup, Marks: []chess.Square{chess.H6, chess.G7}}},
			boards.PrintOptions{Width: form.Width / 2, NoTurn: true}).Printed(titleFor(form, f.Title)), nil
	}
	return f, nil
}
