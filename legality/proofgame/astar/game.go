package astar

import (
	"fmt"
	"slices"

	"chesscensus/chess"
)

// A game is a sequence of moves with all its positions.
type game struct {
	moves     []chess.Move
	positions []chess.Position // positions[i] is the one before move i; one more than moves
	goal      chess.Position
	keep      int // number of moves at the beginning that must not change
	buffer    []chess.Move
}

// load replaces the game by these moves.
func (g *game) load(start chess.Position, moves []chess.Move) error {
	if start == (chess.Position{}) {
		return fmt.Errorf("shorten: the start is no position")
	}
	p := start
	g.positions = append(g.positions[:0], p)
	g.moves = append(g.moves[:0], moves...)
	for i, m := range moves {
		if !p.IsLegal(m) {
			return fmt.Errorf("shorten: move %d, %s, is not legal in %s", i+1, m, p)
		}
		p = p.Play(m)
		g.positions = append(g.positions, p)
	}
	g.goal = p
	return nil
}

// replace replaces the moves from i to j by others, which must lead from position i to position j.
func (g *game) replace(i, j int, moves []chess.Move) {
	p := g.positions[i]
	positions := make([]chess.Position, 0, len(moves))
	for _, m := range moves {
		p = p.Play(m)
		positions = append(positions, p)
	}
	g.moves = slices.Replace(g.moves, i, j, moves...)
	g.positions = slices.Replace(g.positions, i+1, j+1, positions...)
}

// cutRepetitions leaves out moves between equal positions. Afterwards no position occurs twice, except within the moves to be kept.
func (g *game) cutRepetitions() {
	lastIndex := make(map[chess.Position]int, len(g.positions))
	for i, p := range g.positions {
		lastIndex[p] = i
	}
	moves, positions := g.moves[:g.keep], g.positions[:g.keep+1]
	for i := lastIndex[g.positions[g.keep]]; i < len(g.moves); {
		next := lastIndex[g.positions[i+1]]
		moves, positions = append(moves, g.moves[i]), append(positions, g.positions[i+1])
		i = next
	}
	g.moves, g.positions = moves, positions
}
