package planner

import (
	"context"

	"chesscensus/chess"
)

// Find returns a game from p.Start to p.Goal. The result depends on the problem and
// the options alone. The error is ErrPlies, ErrKernel, ErrTarget, ErrPosition or that of
// the context; none of them says that there is no game.
func (pl *Planner) Find(ctx context.Context, p Problem, opt Options) (Result, error) {
	if p.Start == (chess.Position{}) {
		p.Start = chess.InitialPosition()
	}
	goal := p.Goal.Setup()
	if _, err := goal.Position(); err != nil {
		return Result{}, ErrPosition
	}
	if p.Start == p.Goal {
		return Result{Target: p.Goal}, nil
	}
	r := &pl.run
	r.spent = 0
	budget := opt.Plies
	switch {
	case budget == 0:
		budget = DefaultPlies
	case budget < 0:
		budget = 1 << 62
	}
	r.limit = budget
	h := hash(&goal)
	r.key(h, opt.Seed, 0)
	source := kernels{pl: pl, p: &p}
	r.stops, r.without = Stops{}, pl.without
	r.barred, r.bold = pl.Barred, pl.Bold
	best := Result{PathPlies: -1, Closest: p.Start, Target: p.Goal}
	list := pl.targets(ctx, &goal, &r.dice, fewTargets)
	if len(list) == 0 {
		return best, ErrTarget
	}
	turn := newTurns()
	more := false
	bestMissing := 1 << 30
	for restart := 0; ; restart++ {
		if !more && (restart == 40 || source.dead == len(list)) {
			more = true
			r.key(h, opt.Seed, 0)
			list = pl.targets(ctx, &goal, &r.dice, manyTargets)
			source.dead, turn = 0, newTurns()
		}
		err := ctx.Err()
		switch {
		case err != nil:
		case r.spent >= budget:
			err = ErrPlies
		case source.dead == len(list):
			err = ErrKernel
		}
		if err != nil {
			best.Restarts, best.Plies, best.Stops = restart, r.spent, r.stops
			return best, err
		}
		t := &list[turn.next(len(list))]
		if !source.kernel(ctx, t) {
			r.spent++
			continue
		}
		r.spent += 5
		r.key(h, opt.Seed, uint64(restart)+1)
		r.goal = t.setup
		pathPlies, ok, misfit := r.attempt(ctx, &p.Start, t.kernel)
		if misfit != nil {
			t.tries += triesPerKernel / 3
		}
		if ok {
			res := Result{PathPlies: pathPlies, LastPlies: len(t.moves), Kernel: *t.kernel, Restarts: restart, Plies: r.spent, Stops: r.stops}
			res.Target, _ = t.setup.Position()
			res.Moves = append(append(make([]chess.Move, 0, len(r.line)+len(t.moves)), r.line...), t.moves...)
			if err := replay(p.Start, p.Goal, res.Moves); err != nil {
				return best, err
			}
			return res, nil
		}
		if missing := r.missing(); missing < bestMissing {
			bestMissing = missing
			best = r.report(t, t.kernel, pathPlies)
		}
	}
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
