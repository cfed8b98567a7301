package proofgame

import (
	"context"
	"errors"

	"chesscensus/chess"
	"chesscensus/legality/proofgame/astar"
	"chesscensus/legality/proofgame/replay"
)

// PeopleNodes is the number of expansions to spend on shortening a game of 250 plies or less that a person is going to read: some half
// a second, for a third of the moves. A longer game gets more in proportion, as its expansions are cheaper.
const PeopleNodes = 40_000 // see BenchmarkShorter

// peoplePlies is the number of plies for which a budget of Shorter is meant.
const peoplePlies = 250

// Shorter returns a game to the same goal for people to read: it has no more moves, no position occurs twice after the first keep
// moves, and both programs replay it, by the given rules. If the shorter game breaks these rules (it may have longer stretches without
// a capture) it returns the given game. If the context is canceled it returns its result so far.
//
// Games of more than 250 plies get a budget in proportion to their length.
//
// The error is about the given game: it is not legal, or does not lead to the goal. Shorter costs up to nodes expansions of 10 to 20
// us; see [astar.Shortener].
func Shorter(ctx context.Context, g replay.Game, keep int, nodes int64, rules replay.Rules) ([]chess.Move, error) {
	nodes = nodes * int64(max(len(g.Moves)-keep, peoplePlies)) / peoplePlies
	var s astar.Shortener
	shorter, err := s.Shorten(ctx, g.Start, g.Moves, astar.ShortenOptions{Nodes: nodes, Keep: keep})
	if err != nil {
		return nil, err
	}
	v := replay.Verifier{Rules: rules}
	given := g.Moves
	g.Moves = shorter
	err = v.Verify(&g)
	var law *replay.LawError
	if errors.As(err, &law) {
		g.Moves = given
		err = v.Verify(&g)
	}
	return g.Moves, err
}
