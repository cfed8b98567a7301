package proofgame

import (
	"context"

	"chesscensus/chess"
	"chesscensus/legality/proofgame/internal/planner"
	"chesscensus/legality/retro"
)

// With [Options.Long] a first pass has several ways to take moves back from a dense goal. Disentangling has densePlies, of which half
// is for the end. Unraveling, until pawns are on files of their own, has one budget. Demoting, until no man is left that must have been
// promoted, has demoteQuarters quarters. They take turns, in rounds with budgets that double: the first is 1 / 2^doublings of the whole.
// After each round games are looked for from halts (resume.go), if the budget suffices for unraveling. Which of the ways finds a game is
// hardly known before, but it mostly does so early. Goals with hard kernels have hardDoublings rounds more.
const (
	doublings      = 3
	hardDoublings  = 2
	demoteQuarters = 9
	backRound      = 1 // round, from 0, after which Backward is called
	longSeed       = 1 << 42
	unravelSeed    = 1 << 43
)

// A Backward takes last moves back, one by one. Game returns a game from the initial position to a setup, or none, with its cost in
// plies. An error is a fault of the program.
type Backward interface {
	Game(context.Context, chess.Setup) (game []chess.Move, plies int64, err error)
}

// shouldTakeTurns reports whether the ways to take moves back from a goal take turns.
func (b *Builder) shouldTakeTurns(r *Request, goal *chess.Setup, budget int64) bool {
	return b.Long && !r.PathOnly && budget > 0 && b.shouldDisentangleFirst(r, goal) && isDense(goal)
}

// A turn is a way to take moves back, with its budgets in turns and in all.
type turn struct {
	method       method
	way          *retreat
	plies, total int64
	spent        int64
}

// takeTurns looks at length for a game to a dense goal, in a first pass with [Options.Long].
func (b *Builder) takeTurns(ctx context.Context, r *Request, a *Attempt, budget int64, seed uint64) {
	goal, long := r.Goal.Setup(), &b.long
	extraDoublings := 0
	if long.hasHardKernels = hardKernels(&b.planner, b.LastMoves, &goal); long.hasHardKernels {
		extraDoublings = hardDoublings
	}
	looseBudget, demoteBudget := r.disentanglingShare(budget, &goal), demoteQuarters*budget/4
	turns := []turn{{method: firstDisentangle, way: b.disentanglingRetreat(ctx, r, seed, denseDoublings), plies: looseBudget / 2, total: looseBudget}}
	canUnravel := budget >= leastUnravel
	if canUnravel {
		turns = append(turns, turn{method: unravelPawns, way: b.unravelingRetreat(ctx, r, seed+unravelSeed), plies: budget, total: budget})
	}
	demoting := turn{method: demotePromoted, way: b.demotingRetreat(ctx, r, seed+longSeed), plies: demoteBudget, total: demoteBudget}
	turns = append(turns, demoting)
	for round := range doublings + extraDoublings + 1 {
		for i := range turns {
			long.guessesBackward = long.hasHardKernels || i > 0 // disentangling goes as without Long unless kernels are hard
			if turns[i].take(ctx, b, r, a, round, extraDoublings); a.Found || ctx.Err() != nil {
				return
			}
		}
		if canUnravel && b.uses(resumeHalts) {
			if b.resumeFromHalts(ctx, r, a, resumedPerRound*(round+1), resumePlies<<min(max(round-1, 0), doublings-1)); a.Found {
				return
			}
		}
		if round == backRound && canUnravel && !long.hasHardKernels && b.Backward != nil && b.uses(backwards) {
			if long.fault = goBack(ctx, b.Backward, a); a.Found || long.fault != nil {
				return
			}
		}
	}
	long.hasHardKernels, long.guessesBackward = false, false
	disentangling := &turns[0]
	if left := disentangling.total - disentangling.spent; left > 0 && b.uses(firstDisentangle) { // nearly all that is found without Long is found with it
		b.retreat(ctx, r, a, left, left, disentangling.way)
	}
}

// take spends what is due of a turn's budget in a round, from 0.
func (t *turn) take(ctx context.Context, b *Builder, r *Request, a *Attempt, round, extraDoublings int) {
	due := t.plies<<round>>doublings - t.spent
	if due <= 0 || !b.uses(t.method) {
		return
	}
	before := a.Plies
	b.retreat(ctx, r, a, due, t.total<<extraDoublings-t.spent, t.way)
	t.spent += a.Plies - before
}

// goBack calls Backward for a game to the goal of an attempt, and returns its error.
func goBack(ctx context.Context, by Backward, a *Attempt) error {
	game, plies, err := by.Game(ctx, a.Goal.Setup())
	if a.Plies += plies; len(game) > 0 && err == nil {
		a.Moves, a.Found, a.By, a.PathPlies = game, true, "planner", lastCapture(game)
	}
	return err
}

// hardKernels reports whether a kernel to a goal can be guessed, though the kernels' solver neither finds nor refutes one within
// hardStates.
func hardKernels(pl *planner.Planner, last *retro.Stage, goal *chess.Setup) bool {
	if last == nil || last.Kernels == nil || goal.Board.Men() > fewMen {
		return false
	}
	if _, states := last.Kernels.Refutes(*goal, hardStates); states < hardStates {
		return false
	}
	guessed, _ := pl.CanGuess(goal, longGuess)
	return guessed
}

// hardStates is the number of states that the kernels' solver may spend on a goal whose kernels are not hard.
const hardStates = 1 << 16

// Unraveling goes on from the best setup so far up to unravelStages times, and stops after unravelPatience searches without progress.
const (
	unravelStages   = 12
	unravelPatience = 3
)

// leastUnravel is the least budget with which goals are unraveled: a try takes 30 000 to 80 000 plies.
const leastUnravel = 33_000

// Differences of the seeds of two tries to unravel, and of two searches of a try.
const (
	unravelSeeds = 1000
	stageSeeds   = 1 << 20
)

// unravelingRetreat returns the retreat that takes moves back until pawns are on files of their own.
func (b *Builder) unravelingRetreat(ctx context.Context, r *Request, seed uint64) *retreat {
	goal := r.Goal.Setup()
	return &retreat{fewKernels: true, seed: seed, takeBack: func(try uint64, _ int64, kernels retro.Kernels) tryResult {
		b.retractor.RefuteSetup = func(s *chess.Setup) (bool, int64) { return b.refuteSetup(ctx, s, true) }
		return b.unravel(ctx, goal, seed+try*unravelSeeds, kernels)
	}}
}

// unravel takes moves back in many short searches, each from the best setup so far: a long one makes no progress.
func (b *Builder) unravel(ctx context.Context, goal chess.Setup, seed uint64, kernels retro.Kernels) (result tryResult) {
	failed := 0
	for stage := uint64(0); stage < unravelStages && failed < unravelPatience; stage++ {
		next, found := b.retractor.Unravel(ctx, goal, seed+stage*stageSeeds, extractSetups, kernels)
		result.spent += retractionCost(&next)
		if failed++; !found || result.found && next.Remaining > result.line.Remaining {
			continue
		}
		if !result.found || next.Remaining < result.line.Remaining {
			failed = 0
		}
		next.Moves = append(next.Moves, result.line.Moves...)
		if result.line, result.found, goal = next, true, next.Setup; next.Remaining == 0 {
			break
		}
	}
	result.planPlies = pliesIfLoose(&result.line)
	return result
}

// demotingRetreat returns the retreat that takes moves back until all men that must have been promoted are pawns again.
func (b *Builder) demotingRetreat(ctx context.Context, r *Request, seed uint64) *retreat {
	goal := r.Goal.Setup()
	return &retreat{fewKernels: true, seed: seed, takeBack: func(try uint64, left int64, kernels retro.Kernels) tryResult {
		b.retractor.RefuteSetup = func(s *chess.Setup) (bool, int64) { return b.refuteSetup(ctx, s, true) }
		return b.extract(ctx, goal, seed+try, setupsOfTry(extractSetups, try, denseDoublings, left, 2), kernels, true)
	}}
}
