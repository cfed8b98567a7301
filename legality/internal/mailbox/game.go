package mailbox

import "fmt"

// A Game is a position that legal moves are played on. It is made by [Game.Start] and
// may be started again, which reuses its memory.
type Game struct {
	// Position is the one on the board.
	Position Position
	// Plies is the number of moves made.
	Plies int
	// Clock is the number of moves, of both sides together, since the last capture or
	// pawn move, or since the count that the game was started with.
	Clock int

	run  []Position // since the last capture or pawn move, for repetitions
	keep bool       // whether run is kept
}

// Start begins a game at a position, with a clock. Only games that are to be asked
// [Game.Over] need keep their positions.
func (g *Game) Start(p Position, clock int, keep bool) {
	*g = Game{Position: p, Clock: clock, run: g.run[:0], keep: keep}
	if keep {
		g.run = append(g.run, p)
	}
}

// PlayText makes the move that a word denotes, in coordinates or in algebraic
// notation, and returns it. The error names the ply, the move, what is wrong, and the position; the game is then as before.
func (g *Game) PlayText(word string) (Move, error) {
	var next Position
	m, why := g.Position.read(word, &next)
	if why != "" {
		return m, fmt.Errorf("ply %d: %.20q %s in %s", g.Plies+1, word, why, g.Position.String())
	}
	g.advance(m, &next)
	return m, nil
}

// advance puts the position after a legal move on the board.
func (g *Game) advance(m Move, next *Position) {
	g.Clock++
	if g.Position.men[m.From]|0x20 == 'p' || g.Position.men[m.To] != 0 {
		g.Clock = 0
		g.run = g.run[:0]
	}
	g.Position = *next
	g.Plies++
	if g.keep {
		g.run = append(g.run, g.Position)
	}
}

// String returns the move in coordinates.
func (m Move) String() string {
	s := square(int(m.From)) + square(int(m.To))
	if m.Promotion != 0 {
		s += string(rune(m.Promotion))
	}
	return s
}
