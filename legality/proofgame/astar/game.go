package astar

import (
	"fmt"
	"slices"

	"chesscensus/chess"
)

// A game is a sequence of moves with all its positions.
type game struct {
	moves []chess.Move
	at    []chess.Position // at[i] is the position before move i; one more than moves
	goal  chess.Position
	keep  int // moves at the beginning that stay
	spare []chess.Move
}

// read takes over a game.
func (g *game) read(start chess.Position, moves []chess.Move) error {
	if start == (chess.Position{}) {
		return fmt.Errorf("shorten: the start is no position")
	}
	p := start
	g.at = append(g.at[:0], p)
	g.moves = append(g.moves[:0], moves...)
	for i, m := range moves {
		if !p.IsLegal(m) {
			return fmt.Errorf("shorten: move %d, %s, is not legal in %s", i+1, m, p)
		}
		p = p.Play(m)
		g.at = append(g.at, p)
	}
	g.goal = p
	return nil
}

// replace puts other moves in the place of those from i to j. They must lead from position
// i to position j.
func (g *game) replace(i, j int, moves []chess.Move) {
	p := g.at[i]
	way := make([]chess.Position, 0, len(moves))
	for _, m := range moves {
		p = p.Play(m)
		way = append(way, p)
	}
	g.moves = slices.Replace(g.moves, i, j, moves...)
	g.at = slices.Replace(g.at, i+1, j+1, way...)
}

// cutRepetitions leaves out what lies between equal positions. Nothing occurs twice
// afterwards, except that the moves to be kept may do so.
func (g *game) cutRepetitions() {
	last := make(map[chess.Position]int, len(g.at))
	for i, p := range g.at {
		last[p] = i
	}
	moves, at := g.moves[:g.keep], g.at[:g.keep+1]
	for i := last[g.at[g.keep]]; i < len(g.moves); {
		next := last[g.at[i+1]]
		moves, at = append(moves, g.moves[i]), append(at, g.at[i+1])
		i = next
	}
	g.moves, g.at = moves, at
}
