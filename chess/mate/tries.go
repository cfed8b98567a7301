package mate

import (
	"context"

	"chesscensus/chess"
)

// A Try is a first move that does not mate in the moves of the question, with the defenses that refute it.
type Try struct {
	Move chess.Move
	// Refutations are the replies after which there is no mate in time. None are listed
	// if Move stalemates.
	Refutations []chess.Move
	// More says that there are more refutations than those listed.
	More bool
}

// Tries returns the first moves that do not mate in n moves, in the order of [chess.Position.Moves], each with up to limit of its
// refutations (0 means 3). Problemists use the word try for a move with a single refutation.
//
// The error is a [*DepthError], or [ErrBudget]; the tries before it are returned.
func (s *Solver) Tries(ctx context.Context, p chess.Position, n, limit int) ([]Try, error) {
	if n < 1 || n > MaxMoves {
		return nil, &DepthError{n, 1}
	}
	if limit <= 0 {
		limit = 3
	}
	s.begin(ctx)
	var tries []Try
	for _, m := range p.Moves(nil) {
		q := p.Play(m)
		if s.defend(&q, n-1, 1) {
			continue
		}
		t := Try{Move: m}
		for _, r := range q.Moves(nil) {
			next := q.Play(r)
			if n > 1 && s.attack(&next, n-1, 0) {
				continue
			}
			if len(t.Refutations) == limit {
				t.More = true
				break
			}
			t.Refutations = append(t.Refutations, r)
		}
		if s.stopped {
			return tries, ErrBudget
		}
		tries = append(tries, t)
	}
	return tries, nil
}
