package astar

import (
	"context"
	"errors"

	"chesscensus/chess"
	"chesscensus/legality/retro"
)

// A Search finds lines of moves between positions. It keeps its memory from one search to
// the next. The zero value is ready; it is for one goroutine at a time.
type Search struct{}

// Find searches for moves from start to goal.
func (s *Search) Find(ctx context.Context, start, goal chess.Position, opt Options) (Result, error) {
	return Result{}, errors.New("astar: search not there yet")
}

// Solve searches as the passes of texelutil do: alternately with the admissible bound from
// the end of the opening and with the other from the closest line, within opt.Nodes
// expansions in all. It stops at the first line.
func (s *Search) Solve(ctx context.Context, start, goal chess.Position, opt Options) (Result, error) {
	return Result{}, errors.New("astar: search not there yet")
}

// LastMoves returns the goal before the forced last moves of a chain and these moves in
// playing order, for [Options.Last]. If start occurs in the chain it ends there.
func LastMoves(chain *retro.Chain, start, goal chess.Position) (before chess.Position, last []chess.Move, err error) {
	return goal, nil, errors.New("astar: not there yet")
}
