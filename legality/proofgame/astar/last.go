package astar

import (
	"fmt"
	"slices"

	"chesscensus/chess"
	"chesscensus/legality/retro"
)

// LastMoves returns the position before the forced last moves of a chain, see [retro.Stage.Forced], and these moves in playing order,
// for [Options.Last]. A search takes that position as its goal. If a line from start to goal begins with the opening, a shortest one
// ends with these moves.
//
// From the initial position without an opening that is a theorem of Forced: no game reaches the goal without the position before the
// forced last move. So a shortest game passes that position, and ends with the forced move.
//
// With an opening the game may pass that position before the opening ends, and then come to the goal by another move. Example: after an
// opening that ends at the goal itself there is nothing to play. So the chain is cut where its moves begin at a position that the opening
// has left behind.
//
// From any other start no last move is forced, since the theorem speaks of games from the initial position. A start that is not legal,
// or that such a game reaches after the position before the forced move, may have a line without it. Then the goal is returned.
//
// An error means that the chain is not one of goal, or that the opening is not legal.
func LastMoves(chain *retro.Chain, start chess.Position, opening []chess.Move, goal chess.Position) (before chess.Position,
	last []chess.Move, err error) {
	if start != chess.InitialPosition() {
		return goal, nil, nil
	}
	passed := map[chess.Position]bool{} // positions of the opening before its end
	openingEnd := start
	for i, m := range opening {
		if !openingEnd.IsLegal(m) {
			return goal, nil, fmt.Errorf("astar: move %d of the opening, %s, is not legal in %s", i+1, m, openingEnd)
		}
		passed[openingEnd] = true
		openingEnd = openingEnd.Play(m)
	}
	before = goal
	for i, u := range chain.Moves {
		if before == openingEnd {
			break
		}
		previous, err := retro.Undo(before.Setup(), u).Position()
		if err != nil {
			return goal, nil, fmt.Errorf("astar: last move %d, %s: %w", i+1, u, err)
		}
		m, ok := moveOf(&previous, u)
		if !ok || previous.Play(m) != before {
			return goal, nil, fmt.Errorf("astar: last move %d, %s, does not lead from %s to %s", i+1, u, previous, before)
		}
		if passed[previous] && previous != openingEnd {
			break
		}
		before, last = previous, append(last, m)
	}
	slices.Reverse(last)
	return before, last, nil
}

// moveOf returns the legal move of p that u takes back, and whether there is one.
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
