package proofgame

import (
	"context"
	"errors"

	"chesscensus/chess"
	"chesscensus/legality/proofgame/internal/planner"
	"chesscensus/legality/proofgame/internal/retract"
	"chesscensus/legality/proofgame/internal/schedule"
	"chesscensus/legality/proofkernel"
	"chesscensus/legality/proofkernel/named"
	"chesscensus/legality/proofkernel/search"
	"chesscensus/legality/retro"
)

// Retreats: moves are taken back from a goal, each time in another way, and the planner looks for a game to the setup that comes out. That game
// and the moves at its end lead to the goal.

// fewMen is the largest number of men of a setup to which kernels are guessed.
const fewMen = 20

const (
	// moreEvery is the number of tries of a retreat after which what the planner may spend on a setup doubles.
	moreEvery = 16
	// misfits is the number of restarts after which the planner leaves a setup if no kernel has fitted.
	misfits = 64
	// computedShare is a divisor: where kernels are guessed first, a quarter of what the planner has left may go to computing one.
	computedShare = 4
)

// A retreat is a way to take moves back from a goal.
type retreat struct {
	// back takes moves back, in another way for each number of a try, with left plies to spend.
	back func(try uint64, left int64, kernels retro.Kernels) takenBack
	// brief has the planner spend little on kernels: those to setups with few men are guessed, but for every fourth try, and a setup whose
	// first kernel is not found is left, as it is easier to find another setup.
	brief bool
	seed  uint64
	tries uint64 // made so far
}

// takenBack is what a try of a retreat has come to.
type takenBack struct {
	line  retract.Line
	ok    bool  // whether there is a line
	spent int64 // plies
	plies int64 // that the planner may spend on a game to the setup of the line; more in later tries, see moreEvery
}

// retreat looks for a game through setups before the goal, until budget plies are spent: a part of all that is left for the way. Called again with
// the same way it goes on where it has ended.
func (b *Builder) retreat(ctx context.Context, r *Request, a *Attempt, budget, left int64, way *retreat) {
	var kernels retro.Kernels
	if b.LastMoves != nil {
		kernels = b.LastMoves.Kernels
	}
	if left < 0 {
		left = defaultPlies
	}
	spent := int64(0)
	for ; (budget < 0 || spent < budget) && ctx.Err() == nil; way.tries++ {
		b.long.onlyGuessed, b.long.keepFailed = b.long.hard && way.tries%2 == 0, way.tries%4 == 3
		before := way.back(way.tries, left-spent, kernels)
		spent += max(before.spent, 1)
		if !before.ok {
			continue
		}
		res, err := b.planBefore(ctx, r, way, &before)
		spent += res.Plies
		if w := &before.line; err == nil {
			a.Moves = append(append(a.Moves[:0:0], res.Moves...), w.Moves...)
			a.Found, a.By, a.PathPlies = true, "planner", lastCapture(a.Moves)
			a.Kernel, a.HasKernel = res.Kernel, len(res.Kernel.Moves) > 0 && lastCapture(w.Moves) == 0
			break
		} else if errors.Is(err, planner.ErrPlies) {
			b.halted(w, &res)
		}
	}
	a.Plies += spent
	goal := r.Goal.Setup()
	b.bar(r, &goal)
}

// planBefore has the planner look for a game to the setup that a try of a retreat has come to.
func (b *Builder) planBefore(ctx context.Context, r *Request, way *retreat, before *takenBack) (planner.Result, error) {
	try, setup := way.tries, &before.line.Setup
	goal, err := setup.Position()
	if err != nil {
		return planner.Result{}, err
	}
	b.bar(r, setup)
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	p := planner.Problem{Start: r.Start, Goal: goal, MaxSkeletons: b.long.deepFor(&r.Start, &goal)}
	p.Guess = (way.brief || p.MaxSkeletons > 0) && try%4 != 3 && setup.Board.Men() <= fewMen && b.uses(guessKernels)
	found := false // a kernel
	p.NextKernel = func(ctx context.Context, target *chess.Setup, k int, left int64) (search.Kernel, int64, bool) {
		if p.Guess { // the guess at kernel k has failed; k > 0 only where there were kernels before
			found, left = found || k > 0, left/computedShare
			if k == 0 && *target == *setup {
				b.long.guessFailed(setup)
			}
			if !found && b.long.hard && way.brief {
				stop()
				return search.Kernel{}, 0, false
			}
		}
		kernel, plies, err := b.kernel(ctx, r.Start.Setup(), target, &kernelRequest{seed: way.seed + try, number: k + 1, random: true, plies: left})
		if found = found || err == nil; !found && way.brief || noGame(err, target, setup) {
			stop()
		}
		return kernel, plies, err == nil
	}
	opt := b.planning(r, way.seed+try, before.plies<<min(try/moreEvery, 20))
	opt.Refute = nil // that is about another goal
	opt.MaxMisfits = misfits
	opt.Revise = opt.Revise || b.long.deep && (try%4 == 1 || try%4 == 2) && b.uses(revise)
	return b.planner.Find(ctx, p, opt)
}

// noGame reports whether the error of a kernel to a target, a setup or what was some last moves before it, says that no game leads to the
// setup: the two do not differ in what kernels look at.
func noGame(err error, target, setup *chess.Setup) bool {
	return errors.Is(err, named.ErrNone) && target.Board == setup.Board && target.Castling == setup.Castling
}

// planning returns the options of the planner: in later passes it may revise the order of a kernel.
func (b *Builder) planning(r *Request, seed uint64, plies int64) planner.Options {
	opt := planner.Options{Seed: seed, Plies: plies, Revise: r.later() && b.uses(revise), Barred: b.barred, LastMoves: b.LastMoves, Refute: r.doubt}
	if r.PathOnly {
		if plies < 0 {
			plies = defaultPlies
		}
		opt.PathPlies = plies / pathShare
	}
	return opt
}

// bar sets, in later passes, the squares on which kernels and planner promote no man that is needed, since it could not leave them.
func (b *Builder) bar(r *Request, goal *chess.Setup) {
	var barred proofkernel.Barred
	if r.later() && r.Start == chess.InitialPosition() && b.uses(barSquares) {
		barred = b.cages.Squares(goal)
	}
	b.namer.Solver.Barred = barred
	b.barred = schedule.Barred{Bishops: barred.Bishops, Knights: barred.Knights}
}

// What Open costs in planned plies for each setup that it expands, and what the planner may spend on the setup that comes out.
const (
	pliesPerOpened = 50
	openedPlies    = 10_000
)

// open takes moves back until nothing is shut in.
func (b *Builder) open(ctx context.Context, r *Request, a *Attempt, budget int64, seed uint64) {
	goal := r.Goal.Setup()
	b.retreat(ctx, r, a, budget, budget, &retreat{seed: seed, back: func(try uint64, _ int64, kernels retro.Kernels) takenBack {
		line, ok := b.retractor.Open(ctx, goal, retract.Opening{
			Seed: seed + try, Depth: int(try%4) * 5, SourcePercent: int(try%3) * 50, Crowds: try%2 == 1,
		}, kernels)
		return takenBack{line, ok, pliesPerOpened * int64(max(line.Nodes, 1)), openedPlies}
	}})
}

// firstOpenSeed is added to the seed of a first pass where it opens the goal, so that a later pass takes other moves back.
const firstOpenSeed = 1 << 40

// openFirst opens a goal in the first pass, as later passes do. Of the goals to which the planner has found a path and no game by then, most get their
// game here, at a tenth of what the rest of the pass costs. What it spends comes on top of the budget of the pass.
func (b *Builder) openFirst(ctx context.Context, r *Request, a *Attempt, budget int64, seed uint64) {
	later := *r
	later.Pass = 1
	b.open(ctx, &later, a, budget, seed+firstOpenSeed)
	goal := r.Goal.Setup()
	b.bar(r, &goal)
}
