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

// Find returns a game from p.Start to p.Goal. The result depends on the problem and
// the options alone. The error is ErrPlies, ErrKernel, ErrTarget, ErrPosition, ErrDoubt or that of
// the context; only ErrDoubt says that there is no game.
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
	pl.begin(opt.Plies)
	source := kernels{pl: pl, p: &p}
	best := Result{PathPlies: -1, Closest: p.Start}
	list := pl.targets(ctx, &goal, &opt, retract.FewTargets)
	if len(list) == 0 {
		return best, errTarget
	}
	turn := newTurns()
	more := false
	bestMissing := 1 << 30
	played := 0
	try := play.Problem{Start: &p.Start, RNG: &pl.rng, Options: schedule.Options{Revise: opt.Revise, Barred: opt.Barred}}
	for restart := 0; ; restart++ {
		if !more && (restart == fewRestarts || source.dead == len(list)) {
			more = true
			list = pl.targets(ctx, &goal, &opt, retract.ManyTargets)
			source.dead, turn = 0, newTurns()
		}
		err := ctx.Err()
		switch {
		case err != nil:
		case pl.budget.Over(), opt.PathPlies > 0 && best.PathPlies >= 0 && pl.budget.Spent >= opt.PathPlies:
			err = ErrPlies
		case source.dead == len(list), opt.Misfits > 0 && played >= opt.Misfits && pl.budget.Misfits == played:
			err = ErrKernel
		case opt.Doubt != nil && pl.budget.Spent >= DoubtPlies:
			if opt.Doubt() {
				err = errDoubt
			}
			opt.Doubt = nil // once is enough
		}
		if err != nil {
			best.Restarts, best.Plies = restart, pl.budget.Spent
			return best, err
		}
		t := &list[turn.next(len(list))]
		if !source.kernel(ctx, t) {
			pl.budget.Spent++
			continue
		}
		before := pl.budget.Spent
		pl.budget.Spent += restartPlies
		pl.rng.Key(base.Hash(&goal), opt.Seed, uint64(restart)+1)
		try.Goal, try.Kernel = &t.Setup, t.kernel
		try.Options.Patient = opt.Revise || restart >= fewRestarts
		came := pl.player.Try(ctx, &try, &pl.budget)
		played++
		t.planned += pl.budget.Spent - before
		if came.Misfit != nil {
			t.tries += triesPerKernel / 3
		}
		if came.Reached {
			return pl.found(&p, t, &came, restart, best)
		}
		if missing := pl.player.Missing(); missing < bestMissing {
			bestMissing = missing
			best = pl.report(t, came.PathPlies)
		}
	}
}

// After fewRestarts other last moves are tried as well. A restart counts restartPlies besides
// what it plans.
const (
	fewRestarts  = 40
	restartPlies = 5
)

// begin sets the budget.
func (pl *Planner) begin(limit int64) {
	switch {
	case limit == 0:
		limit = DefaultPlies
	case limit < 0:
		limit = 1 << 62
	}
	pl.budget = play.Budget{Limit: limit}
}

// A target is what is planned for, and what the source of kernels remembers of it.
type target struct {
	retract.Target
	kernel *search.Kernel
	number int // of the next kernel
	tries  int // restarts with this one
	dead   bool

	cost, planned int64 // plies that the newest kernel cost, and that restarts have spent since
}

// targets lists what may be planned for.
func (pl *Planner) targets(ctx context.Context, goal *chess.Setup, opt *Options, n int) []target {
	pl.last.Forced = opt.LastMoves
	pl.rng.Key(base.Hash(goal), opt.Seed, 0)
	found := pl.last.Targets(ctx, goal, &pl.rng, n)
	list := make([]target, len(found))
	for i := range found {
		list[i].Target = found[i]
	}
	return list
}

// turns goes round a list, the first most often: 0, 0 1, 0 1 2, and so on.
type turns struct{ i, end int }

func newTurns() turns { return turns{0, 1} }

func (t *turns) next(n int) int {
	i := t.i
	if t.i++; t.i >= min(t.end, n) {
		t.i, t.end = 0, t.end+1
	}
	return i
}
