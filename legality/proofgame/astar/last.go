package astar

import (
	"errors"

	"chesscensus/chess"
	"chesscensus/legality/retro"
)

// LastMoves returns the goal before the forced last moves of a chain and these moves in
// playing order, for [Options.Last]. If start occurs in the chain it ends there.
func LastMoves(chain *retro.Chain, start, goal chess.Position) (before chess.Position, last []chess.Move, err error) {
	return goal, nil, errors.New("astar: not there yet")
}
