package planner

import (
	"context"

	"chesscensus/chess"
	"chesscensus/legality/proofgame/internal/base"
	"chesscensus/legality/proofgame/internal/play"
	"chesscensus/legality/proofgame/internal/retract"
	"chesscensus/legality/proofgame/internal/schedule"
	"chesscensus/legality/proofkernel/search"
)

// Find returns a game from p.Start to p.Goal. The result depends on the problem and the options alone. The error is ErrPlies,
// ErrKernel, errTarget, errPosition, errRefuted or that of the context. Only errRefuted says that there is no game.
func (pl *Planner) Find(ctx context.Context, p Problem, opt Options) (Result, error) {
	if p.Start == (chess.Position{}) {
		p.Start = chess.InitialPosition()
	}
	goal := p.Goal.Setup()
	if _, err := goal.Position(); err != nil {
		return Result{}, errPosition
	}
	if p.Start == p.Goal {
		return Result{}, nil
	}
	pl.setBudget(opt.Plies)
	source := kernelSource{pl: pl, problem: &p}
	best := Result{PathPlies: -1, Closest: p.Start}
	list := pl.targets(ctx, &goal, &opt, retract.FewTargets)
	if len(list) == 0 {
		return best, errTarget
	}
	turn := newTurns()
	hasManyTargets := false
	bestMissing := 1 << 30
	played := 0
	try := play.Problem{Start: &p.Start, RNG: &pl.rng, Options: schedule.Options{Revise: opt.Revise, Barred: opt.Barred}}
	for restart := 0; ; restart++ {
		if !hasManyTargets && (restart == fewRestarts || source.failedTargets == len(list)) {
			hasManyTargets = true
			list = pl.targets(ctx, &goal, &opt, retract.ManyTargets)
			source.failedTargets, turn = 0, newTurns()
		}
		noKernel := source.failedTargets == len(list) ||
			opt.MaxMisfits > 0 && played >= opt.MaxMisfits && pl.budget.Misfits == played
		if err := pl.stopReason(ctx, &opt, best.PathPlies >= 0, noKernel); err != nil {
			best.Restarts, best.Plies = restart, pl.budget.Spent
			return best, err
		}
		current := &list[turn.next(len(list))]
		if !source.ensureKernel(ctx, current) {
			pl.budget.Spent++
			continue
		}
		pl.rng.Key(base.Hash(&goal), opt.Seed, uint64(restart)+1)
		try.Options.Patient = opt.Revise || restart >= fewRestarts
		outcome := pl.playRestart(ctx, &try, current)
		played++
		if outcome.Reached {
			return pl.gameResult(&p, current, &outcome, restart, best)
		}
		if missing := pl.player.Missing(); missing < bestMissing {
			bestMissing = missing
			best = pl.failureResult(current, outcome.PathPlies)
		}
	}
}

// playRestart plays a restart for a target, and charges its cost to the budget and to the kernel of the target. A misfit counts as several
// restarts with that kernel.
func (pl *Planner) playRestart(ctx context.Context, try *play.Problem, t *target) play.Outcome {
	before := pl.budget.Spent
	pl.budget.Spent += restartPlies
	try.Goal, try.Kernel = &t.Setup, t.kernel
	outcome := pl.player.Try(ctx, try, &pl.budget)
	t.pliesSince += pl.budget.Spent - before
	if outcome.Misfit != nil {
		t.restarts += triesPerKernel / 3
	}
	return outcome
}

// stopReason returns the error with which a search has to end now, or nil. It calls opt.Refute at most once.
func (pl *Planner) stopReason(ctx context.Context, opt *Options, hasPath, noKernel bool) error {
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case pl.budget.Over(), opt.PathPlies > 0 && hasPath && pl.budget.Spent >= opt.PathPlies:
		return ErrPlies
	case noKernel:
		return ErrKernel
	case opt.Refute != nil && pl.budget.Spent >= RefutePlies:
		refute := opt.Refute
		opt.Refute = nil
		if refute() {
			return errRefuted
		}
	}
	return nil
}

const (
	fewRestarts  = 40 // restarts after which more targets are tried
	restartPlies = 5  // cost of a restart in plies, besides those that it plans
)

// setBudget starts a new budget.
func (pl *Planner) setBudget(limit int64) {
	switch {
	case limit == 0:
		limit = DefaultPlies
	case limit < 0:
		limit = 1 << 62
	}
	pl.budget = play.Budget{Limit: limit}
}

// A target is a position that restarts plan for, with its current kernel.
type target struct {
	retract.Target
	kernel      *search.Kernel
	nextKernel  int  // number of the next kernel
	restarts    int  // restarts with the current kernel; misfits count more
	hasNoKernel bool // no kernel has been found

	kernelCost, pliesSince int64 // cost of finding the current kernel, and plies that restarts have spent since
}

// targets returns at most n targets for a goal.
func (pl *Planner) targets(ctx context.Context, goal *chess.Setup, opt *Options, n int) []target {
	pl.targetFinder.Forced = opt.LastMoves
	pl.rng.Key(base.Hash(goal), opt.Seed, 0)
	setups := pl.targetFinder.Targets(ctx, goal, &pl.rng, n)
	list := make([]target, len(setups))
	for i := range setups {
		list[i].Target = setups[i]
	}
	return list
}

// A turns walks round a list and returns the first indices most often: 0, 0 1, 0 1 2, and so on.
type turns struct{ index, end int }

func newTurns() turns { return turns{0, 1} }

func (t *turns) next(n int) int {
	i := t.index
	if t.index++; t.index >= min(t.end, n) {
		t.index, t.end = 0, t.end+1
	}
	return i
}
