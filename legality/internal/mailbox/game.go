package mailbox

import "fmt"

// A Game is a position on which legal moves are played. [Game.Start] begins a game, and may
// be called again, which reuses its memory.
type Game struct {
	// Position is the present position.
	Position Position
	// Plies is the number of moves made.
	Plies int
	// Clock is the number of moves, of both sides together, since the last capture or
	// pawn move, plus the clock of [Game.Start] if there was none since.
	Clock int

	positions      []Position // since the last capture or pawn move, for repetitions
	keepsPositions bool       // whether positions are added
}

// Start begins a game at a position, with a clock. If keep is set, the game keeps its
// positions, as [Game.Over] requires.
func (g *Game) Start(p Position, clock int, keep bool) {
	*g = Game{Position: p, Clock: clock, positions: g.positions[:0], keepsPositions: keep}
	if keep {
		g.positions = append(g.positions, p)
	}
}

// PlayText makes the move that a word denotes, in coordinates or in algebraic notation, and returns it. The error
// names the ply, the move, the problem, and the position; after an error the game is unchanged.
func (g *Game) PlayText(word string) (Move, error) {
	var next Position
	m, problem := g.Position.parseMove(word, &next)
	if problem != "" {
		return m, fmt.Errorf("ply %d: %.20q %s in %s", g.Plies+1, word, problem, g.Position.String())
	}
	g.advance(m, &next)
	return m, nil
}

// advance updates the game by a legal move, after which the position is next.
func (g *Game) advance(m Move, next *Position) {
	g.Clock++
	if g.Position.men[m.From]|0x20 == 'p' || g.Position.men[m.To] != 0 {
		g.Clock = 0
		g.positions = g.positions[:0]
	}
	g.Position = *next
	g.Plies++
	if g.keepsPositions {
		g.positions = append(g.positions, g.Position)
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
