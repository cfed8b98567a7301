package dialogue

import (
	"fmt"
	"strings"

	"chesscensus/chess"
	"chesscensus/chess/notation"
)

// A game is the game on the board, with all its positions.
type game struct {
	halfmove, fullmove int // counters of the first position
	moves              []chess.Move
	positions          []chess.Position // before each move, and the present one
	wings              []notation.Wings // of the same positions
}

// initialGame returns a game without moves from the initial position.
func initialGame() game { return newGame(chess.InitialPosition(), 0, 1) }

// newGame returns a game without moves from a position.
func newGame(p chess.Position, halfmove, fullmove int) game {
	b := p.Board()
	return game{halfmove: halfmove, fullmove: max(fullmove, 1),
		positions: []chess.Position{p}, wings: []notation.Wings{notation.WingsOf(&b)}}
}

// position returns the present position.
func (g *game) position() *chess.Position { return &g.positions[len(g.positions)-1] }

// play makes a legal move.
func (g *game) play(m chess.Move) {
	p := g.position()
	g.wings = append(g.wings, g.wings[len(g.wings)-1].After(p, m))
	g.positions = append(g.positions, p.Play(m))
	g.moves = append(g.moves, m)
}

// takeBack unmakes the last move; there must be one.
func (g *game) takeBack() chess.Move {
	n := len(g.moves) - 1
	m := g.moves[n]
	g.moves, g.positions, g.wings = g.moves[:n], g.positions[:n+1], g.wings[:n+1]
	return m
}

// number returns the number of the move after the given number of plies.
func (g *game) number(ply int) int {
	return g.fullmove + (ply+int(g.positions[0].Turn()))/2
}

// turn returns whose move it is: "white's 1st move".
func (g *game) turn() string { return g.turnAt(len(g.moves)) }

// turnAt is turn after the given number of plies.
func (g *game) turnAt(ply int) string {
	return fmt.Sprintf("%v's %s move", g.positions[ply].Turn(), notation.Ordinal(g.number(ply)))
}

// ending returns "checkmate" or "stalemate" if the game is over, else "".
func (g *game) ending() string {
	switch p := g.position(); {
	case p.IsCheckmate():
		return "checkmate"
	case p.IsStalemate():
		return "stalemate"
	}
	return ""
}

// fen returns the present position with its counters.
func (g *game) fen() string {
	f := chess.FEN{Setup: g.position().Setup(), Halfmove: g.halfmove, Fullmove: g.number(len(g.moves))}
	for _, m := range g.moves {
		if f.Halfmove++; m.Irreversible() {
			f.Halfmove = 0
		}
	}
	return f.String()
}

// pgn returns the game as [chess.WritePGN] writes it.
func (g *game) pgn() *chess.Game {
	return &chess.Game{Start: g.positions[0], Halfmove: g.halfmove, Fullmove: g.fullmove, Moves: g.moves}
}

// text returns the moves with their numbers, a line for each move of both sides.
func (g *game) text(n notation.Notation) string {
	var b strings.Builder
	for i, m := range g.moves {
		p := &g.positions[i]
		switch {
		case p.Turn() == chess.White:
			fmt.Fprintf(&b, "%3d. ", g.number(i))
		case i == 0:
			fmt.Fprintf(&b, "%3d. ... ", g.number(i))
		default:
			b.WriteByte(' ')
		}
		b.WriteString(moveText(p, m, n))
		if p.Turn() == chess.Black || i == len(g.moves)-1 {
			b.WriteByte('\n')
		}
	}
	return b.String()
}

// moveText returns a move as text. Descriptive moves have slashes and marks, as in the printed dialogues.
func moveText(p *chess.Position, m chess.Move, n notation.Notation) string {
	if n == notation.Descriptive {
		return string(notation.AppendDescriptive(nil, p, m, notation.Options{Slash: true, Marks: true}))
	}
	return n.Format(p, m)
}
