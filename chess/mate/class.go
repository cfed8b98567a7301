package mate

import (
	"context"
	"fmt"

	"chesscensus/chess"
)

// A Class describes how near a position is to checkmate by the side to move, or to the end of the game.
type Class struct {
	Kind Kind
	// Moves is the least number of moves to mate for MateIn. For Open and Quiet it is the
	// number of moves in which there certainly is no mate.
	Moves int
}

// A Kind is the kind of a [Class].
type Kind uint8

const (
	// Open: not decided within the budget.
	Open Kind = iota
	// Checkmated: the side to move is mated.
	Checkmated
	// Stalemated: the side to move has no move and is not in check.
	Stalemated
	// MateIn: the side to move mates by force.
	MateIn
	// Quiet: none of these within the moves asked for.
	Quiet
)

// String returns "mated", "stalemate", "mate in 2", "no mate in 3", or "no mate in 1, then undecided".
func (c Class) String() string {
	switch c.Kind {
	case Open:
		return fmt.Sprintf("no mate in %d, then undecided", c.Moves)
	case Checkmated:
		return "mated"
	case Stalemated:
		return "stalemate"
	case MateIn:
		return fmt.Sprintf("mate in %d", c.Moves)
	case Quiet:
		return fmt.Sprintf("no mate in %d", c.Moves)
	}
	return fmt.Sprintf("Class(%d, %d)", uint8(c.Kind), c.Moves)
}

// Classify returns the class of a position for mates in at most n moves. It panics if n is not from 1 to [MaxMoves]. It is faster
// than Solve, as it stops at the first key, and allocates nothing after the first questions to the solver.
func (s *Solver) Classify(ctx context.Context, p chess.Position, n int) Class {
	if n < 1 || n > MaxMoves {
		panic("mate: number of moves out of range")
	}
	if p.CountMoves() == 0 {
		if p.InCheck() {
			return Class{Kind: Checkmated}
		}
		return Class{Kind: Stalemated}
	}
	s.begin(ctx)
	for k := 1; k <= n; k++ {
		found := s.attack(&p, k, 0)
		switch {
		case found:
			return Class{MateIn, k}
		case s.stopped:
			return Class{Open, k - 1}
		}
	}
	return Class{Quiet, n}
}

// Nodes returns the cost of the last question in nodes.
func (s *Solver) Nodes() int64 { return s.nodes }
