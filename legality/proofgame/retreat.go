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

// fewMen is the largest number of men of a setup to which kernels are guessed.
const fewMen = 20

const (
	// moreEvery is the number of tries of a retreat after which the planner's budget for a setup doubles.
	moreEvery = 16
	// misfits is the number of restarts after which the planner leaves a setup if no kernel has fitted.
	misfits = 64
	// computedShare is a divisor: where kernels are guessed first, a quarter of the planner's remaining budget may go to computing one.
	computedShare = 4
)

// A retreat is a way to take moves back from a goal, differently in each try. The planner looks for a game to each resulting setup.
// That game, followed by the moves taken back, leads to the goal.
type retreat struct {
	// takeBack takes moves back. The result depends on the number of the try; left is the number of plies to spend.
	takeBack func(try uint64, left int64, kernels retro.Kernels) tryResult
	// fewKernels makes the planner spend little on kernels. Those to setups with few men are guessed, but for every fourth try. A setup
	// whose first kernel is not found is left, as it is easier to find another setup.
	fewKernels bool
	seed       uint64
	tries      uint64 // number of tries made
}

// A tryResult is the result of a try of a retreat: a retraction.
type tryResult struct {
	line      retract.Line
	found     bool  // there is a line
	spent     int64 // cost in plies
	planPlies int64 // budget of the planner for the setup of the line; more in later tries, see moreEvery
}

// retreat looks for a game through setups before the goal, until budget plies are spent. The parameter left is what remains for this
// way in all. If it is called again with the same way, it goes on with the next try.
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
		b.long.leaveUnguessed, b.long.keepFailed = b.long.hasHardKernels && way.tries%2 == 0, way.tries%4 == 3
		retraction := way.takeBack(way.tries, left-spent, kernels)
		spent += max(retraction.spent, 1)
		if !retraction.found {
			continue
		}
		result, err := b.planBefore(ctx, r, way, &retraction)
		spent += result.Plies
		if line := &retraction.line; err == nil {
			a.Moves = append(append(a.Moves[:0:0], result.Moves...), line.Moves...)
			a.Found, a.By, a.PathPlies = true, "planner", lastCapture(a.Moves)
			a.Kernel, a.HasKernel = result.Kernel, len(result.Kernel.Moves) > 0 && lastCapture(line.Moves) == 0
			break
		} else if errors.Is(err, planner.ErrPlies) {
			b.addHalt(line, &result)
		}
	}
	a.Plies += spent
	goal := r.Goal.Setup()
	b.setBarred(r, &goal)
}

// planBefore looks with the planner for a game to the setup of a retraction.
func (b *Builder) planBefore(ctx context.Context, r *Request, way *retreat, retraction *tryResult) (planner.Result, error) {
	try, setup := way.tries, &retraction.line.Setup
	goal, err := setup.Position()
	if err != nil {
		return planner.Result{}, err
	}
	b.setBarred(r, setup)
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	problem := planner.Problem{Start: r.Start, Goal: goal, MaxSkeletons: b.long.maxSkeletons(&r.Start, &goal)}
	problem.Guess = (way.fewKernels || problem.MaxSkeletons > 0) && try%4 != 3 && setup.Board.Men() <= fewMen && b.uses(guessKernels)
	hasKernel := false // some kernel to the setup or a position before it was found
	problem.NextKernel = func(ctx context.Context, target *chess.Setup, k int, left int64) (search.Kernel, int64, bool) {
		if problem.Guess { // the guess at kernel k has failed; k > 0 only where there were kernels before
			hasKernel, left = hasKernel || k > 0, left/computedShare
			if k == 0 && *target == *setup {
				b.long.recordFailedGuess(setup)
			}
			if !hasKernel && b.long.hasHardKernels && way.fewKernels {
				stop()
				return search.Kernel{}, 0, false
			}
		}
		request := kernelRequest{seed: way.seed + try, number: k + 1, random: true, plies: left}
		kernel, plies, err := b.findKernel(ctx, r.Start.Setup(), target, &request)
		hasKernel = hasKernel || err == nil
		if !hasKernel && way.fewKernels || noGame(err, target, setup) {
			stop()
		}
		return kernel, plies, err == nil
	}
	opt := b.plannerOptions(r, way.seed+try, retraction.planPlies<<min(try/moreEvery, 20))
	opt.Refute = nil // that is about another goal
	opt.MaxMisfits = misfits
	opt.Revise = opt.Revise || b.long.guessesBackward && (try%4 == 1 || try%4 == 2) && b.uses(revise)
	return b.planner.Find(ctx, problem, opt)
}

// noGame reports whether err says that no game leads to a setup. The error is that of a kernel to target, which is the setup or a
// position some moves before it: it holds for the setup if the two do not differ in what kernels look at.
func noGame(err error, target, setup *chess.Setup) bool {
	return errors.Is(err, named.ErrNone) && target.Board == setup.Board && target.Castling == setup.Castling
}

// plannerOptions returns the options of the planner. In later passes it may revise the order of a kernel.
func (b *Builder) plannerOptions(r *Request, seed uint64, plies int64) planner.Options {
	opt := planner.Options{Seed: seed, Plies: plies, Barred: b.barred, LastMoves: b.LastMoves, Refute: r.refute}
	opt.Revise = r.isLaterPass() && b.uses(revise)
	if r.PathOnly {
		if plies < 0 {
			plies = defaultPlies
		}
		opt.PathPlies = plies / pathShare
	}
	return opt
}

// setBarred sets, in later passes, the squares on which kernels and planner promote no man that is needed, since it could not leave
// them.
func (b *Builder) setBarred(r *Request, goal *chess.Setup) {
	var barred proofkernel.Barred
	if r.isLaterPass() && r.Start == chess.InitialPosition() && b.uses(barSquares) {
		barred = b.cages.Squares(goal)
	}
	b.namer.Solver.Barred = barred
	b.barred = schedule.Barred{Bishops: barred.Bishops, Knights: barred.Knights}
}

// Cost of Open in planned plies for each setup that it expands, and budget of the planner for the setup that it returns.
const (
	pliesPerOpened = 50
	openedPlies    = 10_000
)

// openGoal looks for a game through setups in which nothing is shut in.
func (b *Builder) openGoal(ctx context.Context, r *Request, a *Attempt, budget int64, seed uint64) {
	goal := r.Goal.Setup()
	b.retreat(ctx, r, a, budget, budget, &retreat{seed: seed, takeBack: func(try uint64, _ int64, kernels retro.Kernels) tryResult {
		line, ok := b.retractor.Open(ctx, goal, retract.Opening{
			Seed: seed + try, Depth: int(try%4) * 5, SourcePercent: int(try%3) * 50, Crowds: try%2 == 1,
		}, kernels)
		return tryResult{line: line, found: ok, spent: pliesPerOpened * int64(max(line.Nodes, 1)), planPlies: openedPlies}
	}})
}

// firstOpenSeed is added to the seed in a first pass, so that a later pass takes other moves back.
const firstOpenSeed = 1 << 40

// openFirst opens a goal in the first pass, as later passes do. Of the goals to which the planner has found a path and no game by then,
// most get their game here, at a tenth of the cost of the rest of the pass. The cost comes on top of the budget of the pass.
func (b *Builder) openFirst(ctx context.Context, r *Request, a *Attempt, budget int64, seed uint64) {
	later := *r
	later.Pass = 1
	b.openGoal(ctx, &later, a, budget, seed+firstOpenSeed)
	goal := r.Goal.Setup()
	b.setBarred(r, &goal)
}
