package shorten

import (
	"context"
	"errors"

	"chesscensus/chess"
)

// DefaultNodes is the budget if the options give none.
const DefaultNodes = 50_000

// Options of shortening. The zero value is the default.
type Options struct {
	Nodes int64 // expansions in all; 0 means DefaultNodes
	Seed  uint64
}

// A Result is a shortened game.
type Result struct {
	Moves         []chess.Move
	Before, After int // plies
	Expanded      int64
}

// A Shortener shortens games. The zero value is ready; it is for one goroutine at a time.
type Shortener struct{}

// Shorten returns a game from start to where the moves lead that is not longer.
func (s *Shortener) Shorten(ctx context.Context, start chess.Position, moves []chess.Move, opt Options) (Result, error) {
	return Result{}, errors.New("shorten: not there yet")
}
