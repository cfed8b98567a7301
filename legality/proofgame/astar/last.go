package astar

import (
	"fmt"
	"slices"

	"chesscensus/chess"
	"chesscensus/legality/retro"
)

// LastMoves returns the goal before the forced last moves of a chain, see
// [retro.Stage.Forced], and these moves in playing order, for [Options.Last]. Where start
// occurs in the chain, moves before it are left out.
//
// From the initial position nothing is lost by it: a shortest line to the goal of the
// chain and its last moves are a shortest line to the whole. From other positions a line
// may exist that avoids them if the start is not legal.
//
// An error means that the chain is not one of goal.
func LastMoves(chain *retro.Chain, start, goal chess.Position) (before chess.Position, last []chess.Move, err error) {
	before = goal
	for i, u := range chain.Moves {
		if before == start {
			break
		}
		p, err := retro.Undo(before.Setup(), u).Position()
		if err != nil {
			return goal, nil, fmt.Errorf("astar: last move %d, %s: %w", i+1, u, err)
		}
		m, ok := moveOf(&p, u)
		if !ok || p.Play(m) != before {
			return goal, nil, fmt.Errorf("astar: last move %d, %s, does not lead from %s to %s", i+1, u, p, before)
		}
		before, last = p, append(last, m)
	}
	slices.Reverse(last)
	return before, last, nil
}

// moveOf returns the legal move of p that u takes back.
func moveOf(p *chess.Position, u retro.Unmove) (chess.Move, bool) {
	moves := p.Moves(nil)
	i := slices.IndexFunc(moves, func(m chess.Move) bool {
		return m.From() == u.From() && m.To() == u.To() && m.Promotion() == u.Promotion()
	})
	if i < 0 {
		return 0, false
	}
	return moves[i], true
}
