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

// Dense goals, those with at most denseMen men and cramped ones, are disentangled in a first pass with densePlies, three to five
// seconds: moves are taken back until all men have free squares (Disentangle) or are in the open (Extract). A measured setup counts as
// a planned ply, for Extract as half of one. Of the goals with more men most are draws of surveys, whose last moves are not hard to
// find.
const (
	denseMen   = 26
	densePlies = 7 * defaultPlies
	// crampedMoves is the largest number of possible last moves of a cramped goal.
	crampedMoves = 4
)

// isDense reports whether a goal has few men, or is cramped.
func isDense(goal *chess.Setup) bool { return goal.Board.Men() <= denseMen || isCramped(goal) }

// isCramped reports whether the side that moved last has hardly any move to take back, not counting what it captured.
func isCramped(goal *chess.Setup) bool {
	moves := map[[2]chess.Square]bool{}
	for _, u := range retro.Unmoves(nil, *goal, retro.Options{}) {
		moves[[2]chess.Square{u.From(), u.To()}] = true
	}
	return len(moves) <= crampedMoves
}

// shouldDisentangleFirst reports whether a goal is disentangled in the first pass. In the stage of effort game that is any goal to
// which the stage of effort path has found no game, in the stage of effort path a tight goal with few men. The cost comes on top of the
// budget of the pass.
func (b *Builder) shouldDisentangleFirst(r *Request, goal *chess.Setup) bool {
	if r.PathOnly {
		return goal.Board.Men() <= fewMen && b.retractor.IsTight(goal)
	}
	return r.pathAttempt != nil
}

// disentanglingShare returns the budget of disentangling in a first pass.
func (r *Request) disentanglingShare(budget int64, goal *chess.Setup) int64 {
	switch {
	case r.PathOnly || budget < 0:
		return share(budget, looseShare)
	case !isDense(goal):
		return share(budget, crowdShare)
	}
	return densePlies * budget / defaultPlies
}

// Numbers of setups that a try measures at first. The number doubles every four tries of the same method, at most denseDoublings or
// crowdDoublings times: for dense goals more tries find more than longer ones.
const (
	disentangleSetups = 16_000
	extractSetups     = 8_000
	leastSetups       = 800 // when little budget is left
	denseDoublings    = 2
	crowdDoublings    = 8
)

// setupsOfTry returns the number of setups that a try measures, with left plies to spend and perPly setups for each.
func setupsOfTry(first int64, try, doublings uint64, left, perPly int64) int {
	return int(min(first<<min(try/4, doublings), max(perPly*left, leastSetups)))
}

// disentangle looks for a game through setups to which a goal is disentangled.
func (b *Builder) disentangle(ctx context.Context, r *Request, a *Attempt, budget int64, seed uint64) {
	goal, doublings := r.Goal.Setup(), uint64(crowdDoublings)
	if isDense(&goal) {
		doublings = denseDoublings
	}
	b.retreat(ctx, r, a, budget, budget, b.disentanglingRetreat(ctx, r, seed, doublings))
}

// disentanglingRetreat returns the retreat of disentangle.
func (b *Builder) disentanglingRetreat(ctx context.Context, r *Request, seed, doublings uint64) *retreat {
	goal := r.Goal.Setup()
	usesExtract := isDense(&goal) && b.uses(extractMen)
	return &retreat{fewKernels: true, seed: seed, takeBack: func(try uint64, left int64, kernels retro.Kernels) tryResult {
		number, extracts := methodOf(try, usesExtract)
		b.retractor.RefuteSetup = func(s *chess.Setup) (bool, int64) {
			if !b.uses(pruneShut) {
				return false, 0
			}
			return b.refuteSetup(ctx, s, extracts)
		}
		if extracts {
			return b.extract(ctx, goal, seed+number, setupsOfTry(extractSetups, number, doublings, left, 2), kernels, false)
		}
		line, ok := b.retractor.Disentangle(ctx, goal, seed+number, setupsOfTry(disentangleSetups, number, doublings, left, 1), kernels)
		return tryResult{line: line, found: ok, spent: retractionCost(&line), planPlies: pliesIfLoose(&line)}
	}}
}

// methodOf returns the number of a try to disentangle a goal among those of the same method, and whether that is Extract. For dense goals
// two of three tries use Extract.
func methodOf(try uint64, dense bool) (number uint64, extracts bool) {
	switch {
	case !dense:
		return try, false
	case try%3 == 0:
		return try / 3, false
	}
	return try - try/3 - 1, true
}

// retractionCost returns the cost of Disentangle or Unravel in planned plies.
func retractionCost(line *retract.Line) int64 { return int64(line.Measured) + line.States/statesPerPly }

// Budget of the planner for a setup: loosePlies, or moreForLoose times as much for a setup whose ShutMeasure is at most nearlyLoose.
const (
	loosePlies   = 5_000
	nearlyLoose  = 8
	moreForLoose = 4
)

// pliesIfLoose returns the budget of the planner for a setup of Disentangle or Unravel.
func pliesIfLoose(line *retract.Line) int64 {
	if line.ShutMeasure <= nearlyLoose {
		return loosePlies * moreForLoose
	}
	return loosePlies
}

// pliesIfOpen returns the budget of the planner for a setup of Extract.
func pliesIfOpen(line *retract.Line) int64 {
	switch {
	case line.ShutMeasure > 2*nearlyLoose:
		return loosePlies / moreForLoose
	case line.ShutMeasure == 0:
		return loosePlies * moreForLoose
	}
	return loosePlies
}

// extractAgain is the number of times that Extract is applied again to its own result.
const extractAgain = 2

// extract applies Extract to a goal, and again to the result while that improves the measure. With a cluster of men in each of two
// corners one search disentangles one of them, and then has too many moves of these men to look at.
func (b *Builder) extract(ctx context.Context, goal chess.Setup, seed uint64, setups int, kernels retro.Kernels,
	demote bool) (result tryResult) {
	for stage := uint64(0); stage <= extractAgain; stage++ {
		next, ok := b.retractor.Extract(ctx, goal, seed+stage<<20, setups, kernels, demote)
		result.spent += int64(next.Measured)/2 + next.States/statesPerPly
		if !ok || result.found && next.ShutMeasure >= result.line.ShutMeasure {
			break
		}
		next.Moves = append(next.Moves, result.line.Moves...)
		if result.line, result.found, goal = next, true, next.Setup; next.ShutMeasure == 0 {
			break
		}
	}
	result.planPlies = pliesIfOpen(&result.line)
	return result
}

// Costs in states of the kernels: of the bound, of a configuration of package cage, and of a node of package retro. Looking for last
// moves may cost lastMoveNodes nodes.
const (
	statesPerBound         = 50
	statesPerConfiguration = 6
	statesPerLastMove      = 10
	lastMoveNodes          = 1000
)

// refuteSetup reports whether men of a setup can never have come in, as far as the bound from the initial position and package cage can
// tell, or whether it has no last move. With countKept it also reports setups in which pawns kept more men in than possible, and with
// guessesBackward those that mayHaveKernel leaves, which need not be illegal. It returns its cost in states of the kernels.
func (b *Builder) refuteSetup(ctx context.Context, s *chess.Setup, countKept bool) (bool, int64) {
	position, err := s.Position()
	if err != nil {
		return false, 0
	}
	if b.earlierGoal == nil {
		b.earlierGoal = bound.NewGoal(position, nil)
	} else {
		b.earlierGoal.Reset(position)
	}
	start := chess.InitialPosition()
	if b.earlierGoal.Bound(&start) == bound.Infinite {
		return true, statesPerBound
	}
	reason, _, configurations := b.cages.Shut(s)
	states := statesPerBound + configurations*statesPerConfiguration
	if reason == 0 && countKept {
		reason, configurations = b.cages.KeptIn(s)
		states += configurations * statesPerConfiguration
	}
	if reason == 0 && b.long.guessesBackward {
		ok, cost := b.long.mayHaveKernel(&b.planner, s)
		if states += cost; !ok {
			return true, states
		}
	}
	if reason != 0 || b.LastMoves == nil {
		return reason != 0, states
	}
	v, _ := b.LastMoves.Judge(ctx, *s, verdict.Budget{Nodes: lastMoveNodes})
	return v.Outcome == verdict.Illegal, states + v.Cost.Nodes*statesPerLastMove
}

// Budget of disentangling again, in budgets of the pass, and the number that is added to its seed.
const (
	againBudgets = 3
	againSeed    = 1 << 41
)

// shouldDisentangleAgain reports whether a goal is disentangled again, in tries that do not grow, in a first pass that has failed
// otherwise. Such a goal is not dense and needs no promoted men, as in shortest proof games. Hardly any goal of surveys is one.
func (b *Builder) shouldDisentangleAgain(r *Request, goal *chess.Setup) bool {
	failedFirstPass := r.pathAttempt != nil && !r.PathOnly && !r.isLaterPass() && !r.hasOpening() && !b.NoKernel &&
		r.Start == chess.InitialPosition()
	return failedFirstPass && !isDense(goal) && hasNoPromoted(&goal.Board) && b.uses(againDisentangle)
}

// hasNoPromoted reports whether the start has at least as many officers of every kind as a board.
func hasNoPromoted(b *chess.Board) bool {
	start := chess.InitialSetup().Board
	for c := chess.White; c <= chess.Black; c++ {
		for k := range base.Kinds {
			if k.Of(b, c).Count() > k.Of(&start, c).Count() {
				return false
			}
		}
	}
	return true
}
