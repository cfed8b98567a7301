package proofgame

import (
	"context"

	"chesscensus/chess"
	"chesscensus/legality/kernel"
	"chesscensus/legality/kernel/search"
	"chesscensus/legality/proofgame/planner"
	"chesscensus/legality/proofgame/retract"
	"chesscensus/legality/proofgame/schedule"
	"chesscensus/legality/retro"
)

// Taking moves back costs: an expanded setup counts as so many planned plies. Tries to a
// setup begin with openPlies or quietPlies, which double every round of tries. With more than
// fewMen a goal is opened only, and a kernel not guessed.
const (
	pliesPerOpened  = 50
	pliesPerQuieted = 10
	openPlies       = 10_000
	quietPlies      = 2_500
	round           = 16
	fewMen          = 20
)

// bar tells kernels and planner on which squares no man that is needed promotes, in later
// passes.
func (b *Builder) bar(r *Request, goal *chess.Setup) {
	var barred kernel.Barred
	if r.later() && r.Start == chess.InitialPosition() {
		barred = b.cages.Squares(goal)
	}
	b.namer.Solver.Barred = barred
	b.barred = schedule.Barred{Bishops: barred.Bishops, Knights: barred.Knights}
}

// planning returns the options of the planner: in later passes it may revise the order of a kernel.
func (b *Builder) planning(r *Request, seed uint64, plies int64) planner.Options {
	return planner.Options{Seed: seed, Plies: plies, Revise: r.later(), Barred: b.barred, LastMoves: b.LastMoves}
}

// A retreat is a way to take moves back from a goal.
type retreat struct {
	// back takes moves back, in another way for each number, and says what it cost in plies.
	back func(i uint64, kernels retro.Kernels) (w retract.Line, plies int64, ok bool)
	// plies is the budget of the first tries to a setup; it doubles every round tries.
	plies int64
	// guess has the planner guess kernels for setups with few men, but for every fourth try.
	guess bool
}

// quiet takes moves back until both sides have quiet ones, and looks for games to the
// setups that come out.
func (b *Builder) quiet(ctx context.Context, r *Request, a *Attempt, budget int64, seed uint64) {
	b.retreat(ctx, r, a, budget, seed, retreat{func(i uint64, kernels retro.Kernels) (retract.Line, int64, bool) {
		w, ok := b.retractor.Quiet(ctx, r.Goal.Setup(), seed+i, kernels)
		return w, pliesPerQuieted * int64(w.Nodes), ok
	}, quietPlies, true})
}

// open takes moves back until nothing is shut in, likewise.
func (b *Builder) open(ctx context.Context, r *Request, a *Attempt, budget int64, seed uint64) {
	b.retreat(ctx, r, a, budget, seed, retreat{func(i uint64, kernels retro.Kernels) (retract.Line, int64, bool) {
		w, ok := b.retractor.Open(ctx, r.Goal.Setup(), retract.Opening{
			Seed: seed + i, Depth: int(i%4) * 5, Sources: int(i%3) * 50, Crowds: i%2 == 1,
		}, kernels)
		return w, pliesPerOpened * int64(max(w.Nodes, 1)), ok
	}, openPlies, false})
}

// retreat takes moves back from the goal, in a new way every time, and looks for games to
// the setups that come out.
func (b *Builder) retreat(ctx context.Context, r *Request, a *Attempt, budget int64, seed uint64, way retreat) {
	var kernels retro.Kernels
	if b.LastMoves != nil {
		kernels = b.LastMoves.Kernels
	}
	spent := int64(0)
	for i := uint64(0); (budget < 0 || spent < budget) && ctx.Err() == nil; i++ {
		w, plies, ok := way.back(i, kernels)
		spent += max(plies, 1)
		if !ok {
			continue
		}
		before, err := w.Setup.Position()
		if err != nil {
			continue
		}
		b.bar(r, &w.Setup)
		p := planner.Problem{Start: r.Start, Goal: before}
		if !way.guess || i%4 == 3 || w.Setup.Board.Men() > fewMen {
			p.More = func(ctx context.Context, goal *chess.Setup, k int) (search.Kernel, bool) {
				kernel, err := b.kernel(ctx, r.Start.Setup(), goal, seed+i, k+1, true, kernelNodes(budget))
				return kernel, err == nil
			}
		}
		res, err := b.planner.Find(ctx, p, b.planning(r, seed+i, way.plies<<min(i/round, 20)))
		spent += res.Plies
		if err == nil {
			a.Moves = append(append(a.Moves[:0:0], res.Moves...), w.Moves...)
			a.Found, a.By, a.PathPlies = true, "planner", lastCapture(a.Moves)
			a.Kernel, a.HasKernel = res.Kernel, len(res.Kernel.Moves) > 0 && lastCapture(w.Moves) == 0
			break
		}
	}
	a.Plies += spent
	goal := r.Goal.Setup()
	b.bar(r, &goal)
}
