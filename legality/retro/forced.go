package retro

import (
	"context"

	"chesscensus/chess"
	"chesscensus/legality/verdict"
)

// A Chain is a sequence of forced last moves.
type Chain struct {
	// Moves are the forced moves as unmoves, the last move first.
	Moves []Unmove
	// Goal is the setup before the first of them. A proof game of Goal followed by the
	// moves in playing order, which is from the last to the first, is one of the setup
	// that the chain belongs to; and if that one is legal, so is Goal. Without moves it
	// is that setup itself.
	Goal chess.Setup
	// Refuted says that Goal, and so the setup, is illegal: its last moves are all
	// refuted.
	Refuted bool
	// Initial says that Goal is the initial position, so that the moves are a proof
	// game.
	Initial bool
	// Stop is not Complete if a limit ended the chain.
	Stop verdict.Stop
}

// Forced takes back the last moves of s as long as they are forced: exactly one unmove
// is not refuted, by the methods of [Stage.Judge], unless it be by games in which that
// one was made before. It is what a search for a proof game starts with, as a goal with
// a shorter and less crowded way.
//
// The budget holds for all moves together; its default is that of Judge. A chain ends
// after 200 moves. Without anything forced, or for an invalid setup, it has no moves.
//
// That the setup and the goal of the chain are legal together is Lemma 5.
func (st *Stage) Forced(ctx context.Context, s chess.Setup, budget verdict.Budget) Chain {
	const longest = 200
	c := Chain{Goal: s}
	if s.Violations() != 0 {
		return c
	}
	st.start(ctx, budget)
	x := &st.x
	for len(c.Moves) < longest {
		if c.Initial = c.Goal == initial; c.Initial {
			break
		}
		x.begin(&c.Goal)
		if !x.run() {
			c.Refuted = x.stop == verdict.Complete
			break
		}
		before := x.stack[1].setup
		u := x.drop(1)
		if x.run() || x.stop != verdict.Complete {
			break
		}
		c.Moves = append(c.Moves, u)
		c.Goal = before
	}
	c.Stop = x.stop
	return c
}
