package proofgame

import (
	"context"

	"chesscensus/chess"
	"chesscensus/legality/internal/bound"
	"chesscensus/legality/proofgame/internal/base"
	"chesscensus/legality/proofgame/internal/retract"
	"chesscensus/legality/retro"
	"chesscensus/legality/verdict"
)

// Retreats that disentangle a goal: moves are taken back until all men have free squares (Disentangle) or are in the open (Extract). A setup that they
// measure counts as a planned ply, for Extract as half of one.

// Dense goals, those with at most denseMen men and cramped ones, are disentangled in a first pass with densePlies, three to five seconds. Of the goals
// with more men most are draws of surveys, whose last moves are not hard to find.
const (
	denseMen   = 26
	densePlies = 7 * defaultPlies
	// crampedMoves is the largest number of possible last moves of a cramped goal.
	crampedMoves = 4
)

// dense reports whether the men of a goal are few, or it is cramped.
func dense(goal *chess.Setup) bool { return goal.Board.Men() <= denseMen || cramped(goal) }

// cramped reports whether whoever moved last has hardly any move to take back, whatever was captured.
func cramped(goal *chess.Setup) bool {
	moves := map[[2]chess.Square]bool{}
	for _, u := range retro.Unmoves(nil, *goal, retro.Options{}) {
		moves[[2]chess.Square{u.From(), u.To()}] = true
	}
	return len(moves) <= crampedMoves
}

// disentanglesFirst reports whether a goal is disentangled in the first pass: one to which the stage of effort path has found no game, and by that stage
// itself one with few men that is tight. What it spends comes on top of the budget of the pass.
func (b *Builder) disentanglesFirst(r *Request, goal *chess.Setup) bool {
	if r.PathOnly {
		return goal.Board.Men() <= fewMen && b.retractor.IsTight(goal)
	}
	return r.before != nil
}

// disentanglingShare is what disentangling may cost in a first pass.
func (r *Request) disentanglingShare(budget int64, goal *chess.Setup) int64 {
	switch {
	case r.PathOnly || budget < 0:
		return part(budget, looseShare)
	case !dense(goal):
		return part(budget, crowdShare)
	}
	return densePlies * budget / defaultPlies
}

// How many setups a try measures at first. The number doubles every four tries of the same method, so often at most: few times for dense goals,
// where more tries find more than longer ones.
const (
	disentangleSetups = 16_000
	extractSetups     = 8_000
	leastSetups       = 800 // when little budget is left
	denseDoublings    = 2
	crowdDoublings    = 8
)

// setups returns how many setups a try measures, with left plies to spend and perPly setups for each.
func setups(first int64, try, doublings uint64, left, perPly int64) int {
	return int(min(first<<min(try/4, doublings), max(perPly*left, leastSetups)))
}

// disentangle looks for a game through setups to which a goal is disentangled.
func (b *Builder) disentangle(ctx context.Context, r *Request, a *Attempt, budget int64, seed uint64) {
	goal, doublings := r.Goal.Setup(), uint64(crowdDoublings)
	if dense(&goal) {
		doublings = denseDoublings
	}
	b.retreat(ctx, r, a, budget, budget, b.disentangling(ctx, r, seed, doublings))
}

// disentangling returns the retreat of disentangle.
func (b *Builder) disentangling(ctx context.Context, r *Request, seed, doublings uint64) *retreat {
	goal := r.Goal.Setup()
	dense := dense(&goal) && b.uses(extractMen)
	return &retreat{brief: true, seed: seed, back: func(try uint64, left int64, kernels retro.Kernels) takenBack {
		n, extracts := methodOf(try, dense)
		b.retractor.RefuteSetup = func(s *chess.Setup) (bool, int64) {
			if !b.uses(pruneShut) {
				return false, 0
			}
			return b.shut(ctx, s, extracts)
		}
		if extracts {
			return b.extract(ctx, goal, seed+n, setups(extractSetups, n, doublings, left, 2), kernels, false)
		}
		line, ok := b.retractor.Disentangle(ctx, goal, seed+n, setups(disentangleSetups, n, doublings, left, 1), kernels)
		return takenBack{line, ok, costOf(&line), pliesIfLoose(&line)}
	}}
}

// methodOf returns whether a try to disentangle a goal is one of Extract, as two of three are for dense goals, or one of Disentangle; and its number
// among the tries of the same method.
func methodOf(try uint64, dense bool) (number uint64, extracts bool) {
	switch {
	case !dense:
		return try, false
	case try%3 == 0:
		return try / 3, false
	}
	return try - try/3 - 1, true
}

// costOf returns what Disentangle or Unravel has cost in planned plies.
func costOf(line *retract.Line) int64 { return int64(line.Measured) + line.States/statesPerPly }

// What the planner may spend on a setup, and the measure (retract.Line.Shut) of one that is nearly loose: it may spend moreForLoose times as much
// on that.
const (
	loosePlies   = 5_000
	nearlyLoose  = 8
	moreForLoose = 4
)

// pliesIfLoose returns what the planner may spend on the setup that Disentangle or Unravel has come to.
func pliesIfLoose(line *retract.Line) int64 {
	if line.ShutMeasure <= nearlyLoose {
		return loosePlies * moreForLoose
	}
	return loosePlies
}

// pliesIfOpen returns what the planner may spend on the setup that Extract has come to.
func pliesIfOpen(line *retract.Line) int64 {
	switch {
	case line.ShutMeasure > 2*nearlyLoose:
		return loosePlies / moreForLoose
	case line.ShutMeasure == 0:
		return loosePlies * moreForLoose
	}
	return loosePlies
}

// extractAgain is how often Extract is applied again to the setup that it has returned.
const extractAgain = 2

// extract applies Extract to a goal, and again to the setup that it returns while that improves the measure. With a cluster of men in each of two corners
// one search disentangles one of them, and then has too many moves of these men to look at.
func (b *Builder) extract(ctx context.Context, goal chess.Setup, seed uint64, setups int, kernels retro.Kernels, demote bool) (res takenBack) {
	for stage := uint64(0); stage <= extractAgain; stage++ {
		next, found := b.retractor.Extract(ctx, goal, seed+stage<<20, setups, kernels, demote)
		res.spent += int64(next.Measured)/2 + next.States/statesPerPly
		if !found || res.ok && next.ShutMeasure >= res.line.ShutMeasure {
			break
		}
		next.Moves = append(next.Moves, res.line.Moves...)
		if res.line, res.ok, goal = next, true, next.Setup; next.ShutMeasure == 0 {
			break
		}
	}
	res.plies = pliesIfOpen(&res.line)
	return res
}

// What the bound, a configuration of package cage, and a node of package retro cost in states of the kernels; and the nodes that a look for last moves
// may cost.
const (
	statesPerBound         = 50
	statesPerConfiguration = 6
	statesPerLastMove      = 10
	lastMoveNodes          = 1000
)

// shut reports whether men of a setup can never have come in: by the bound, from the initial position, or by package cage; or whether it has no last move;
// and with kept set, whether more men were kept in by pawns than can have been. It also returns its cost in states of the kernels.
func (b *Builder) shut(ctx context.Context, s *chess.Setup, kept bool) (bool, int64) {
	p, err := s.Position()
	if err != nil {
		return false, 0
	}
	if b.before == nil {
		b.before = bound.NewGoal(p, nil)
	} else {
		b.before.Reset(p)
	}
	start := chess.InitialPosition()
	if b.before.Bound(&start) == bound.Infinite {
		return true, statesPerBound
	}
	reason, _, n := b.cages.Shut(s)
	states := statesPerBound + n*statesPerConfiguration
	if reason == 0 && kept {
		reason, n = b.cages.KeptIn(s)
		states += n * statesPerConfiguration
	}
	if reason == 0 && b.long.deep {
		ok, n := b.long.guesses(&b.planner, s)
		if states += n; !ok {
			return true, states
		}
	}
	if reason != 0 || b.LastMoves == nil {
		return reason != 0, states
	}
	v, _ := b.LastMoves.Judge(ctx, *s, verdict.Budget{Nodes: lastMoveNodes})
	return v.Outcome == verdict.Illegal, states + v.Cost.Nodes*statesPerLastMove
}

// What disentangling again spends, in budgets of the pass, and what it adds to the seed.
const (
	againBudgets = 3
	againSeed    = 1 << 41
)

// disentanglesAgain reports whether a goal is disentangled again, in tries that do not grow, in a first pass that has failed otherwise: one that is not
// dense, without men that must have been promoted, as in shortest proof games and in setups before problems. Of the goals of surveys hardly any is one.
func (b *Builder) disentanglesAgain(r *Request, goal *chess.Setup) bool {
	whole := r.before != nil && !r.PathOnly && !r.later() && !r.fixed() && !b.NoKernel && r.Start == chess.InitialPosition()
	return whole && !dense(goal) && unpromoted(&goal.Board) && b.uses(againDisentangle)
}

// unpromoted reports whether the start has as many officers of every kind as a board shows.
func unpromoted(b *chess.Board) bool {
	start := chess.InitialSetup().Board
	for c := chess.White; c <= chess.Black; c++ {
		for k := range base.Kinds {
			if k.Role() != chess.Pawn && k.Of(b, c).Count() > k.Of(&start, c).Count() {
				return false
			}
		}
	}
	return true
}
