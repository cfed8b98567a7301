package retro

import (
	"context"

	"chesscensus/chess"
	"chesscensus/legality/verdict"
)

// A Chain is a sequence of forced last moves.
type Chain struct {
	// Moves are the forced moves as unmoves, the last move of the game first.
	Moves []Unmove
	// Goal is the setup before all forced moves; without moves it is the setup s itself. A proof game of Goal,
	// followed by the moves from the last unmove to the first, is one of s. If s is legal, so is Goal.
	Goal chess.Setup
	// Refuted is whether Goal, and so s, is illegal: its last moves are all refuted.
	Refuted bool
	// Initial is whether Goal is the initial position, so that the moves are a proof game.
	Initial bool
	// Stop is not Complete if a limit ended the chain.
	Stop verdict.Stop
}

// Forced takes back the last moves of s as long as they are forced. A last move is forced if the methods of
// [Stage.Judge] refute all other last moves, at least in games that do not contain the position before the forced
// move. A search for a proof game can take Goal as its goal, to which the game is shorter.
//
// The budget is for all moves together; its default is that of Judge. A chain ends
// after 200 moves. It has no moves if none is forced, or for an invalid setup.
//
// That the setup and the goal of the chain are legal together is Lemma 5.
func (st *Stage) Forced(ctx context.Context, s chess.Setup, budget verdict.Budget) Chain {
	const longest = 200
	c := Chain{Goal: s}
	if s.Violations() != 0 {
		return c
	}
	st.start(ctx, budget)
	se := &st.search
	for len(c.Moves) < longest {
		if c.Initial = c.Goal == initial; c.Initial {
			break
		}
		se.reset(&c.Goal)
		if !se.advance() {
			c.Refuted = se.stop == verdict.Complete
			break
		}
		before := se.stack[1].setup
		u := se.drop(1)
		if se.advance() || se.stop != verdict.Complete {
			break
		}
		c.Moves = append(c.Moves, u)
		c.Goal = before
	}
	c.Stop = se.stop
	return c
}
