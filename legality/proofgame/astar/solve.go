package astar

import (
	"context"
	"errors"

	"chesscensus/chess"
)

// Solve searches as the passes of texelutil do: alternately with the admissible bound from
// the end of the opening and with the other from the closest line, within opt.Nodes
// expansions in all. It stops at the first line.
func (s *Search) Solve(ctx context.Context, start, goal chess.Position, opt Options) (Result, error) {
	return Result{}, errors.New("astar: search not there yet")
}
