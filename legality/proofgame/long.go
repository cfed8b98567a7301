package proofgame

import (
	"context"

	"chesscensus/chess"
	"chesscensus/legality/proofgame/internal/retract"
	"chesscensus/legality/retro"
)

// What [Options.Long] allows a first pass that has failed otherwise: for a dense goal moves are taken back until pawns are on files of their own,
// and then until no man is left that must have been promoted. Of 34 published problems that effort game leaves open seven get a game by the latter.
const (
	longBudgets = 3
	longSeed    = 1 << 42
	unravelSeed = 1 << 43
)

// long looks at length for a game to a dense goal, in a first pass with [Options.Long] that has found none.
func (b *Builder) long(ctx context.Context, r *Request, a *Attempt, budget int64, seed uint64) {
	goal := r.Goal.Setup()
	if !b.Long || r.PathOnly || budget <= 0 || !b.disentangles(r, &goal) || !dense(&goal) {
		return
	}
	enough := longBudgets*budget >= leastUnravel
	if enough && b.uses(unravelPawns) {
		b.unravel(ctx, r, a, longBudgets*budget, seed+unravelSeed)
	}
	if !a.Found && b.uses(demotePromoted) {
		b.demote(ctx, r, a, longBudgets*budget, seed+longSeed)
	}
	if !a.Found && enough && b.uses(resumeHalts) {
		b.resume(ctx, r, a)
	}
}

// How often a search that unravels goes on from where the one before has come to, and how often in vain.
const (
	unravelStages   = 12
	unravelPatience = 3
)

// leastUnravel is what a few tries to unravel a goal take, in plies: 30 000 to 80 000 each.
const leastUnravel = 100_000

// What is added to the seed from one try to unravel to the next, and from one of its searches to the next.
const (
	unravelSeeds = 1000
	stageSeeds   = 1 << 20
)

// unravel takes moves back until pawns are on files of their own, and looks for games to the setups that come out.
func (b *Builder) unravel(ctx context.Context, r *Request, a *Attempt, budget int64, seed uint64) {
	goal := r.Goal.Setup()
	back := func(i uint64, _ int64, kernels retro.Kernels) (retract.Line, int64, bool) {
		b.retractor.Shut = func(s *chess.Setup) (bool, int64) { return b.shut(ctx, s, true) }
		return b.unravelOn(ctx, goal, seed+i*unravelSeeds, kernels)
	}
	b.retreat(ctx, r, a, budget, seed, retreat{back, loosePlies, true, worthOfUnraveled, true})
}

// unravelOn takes moves back in many short searches, each from where the one before has come to: a long one stays where it is.
func (b *Builder) unravelOn(ctx context.Context, goal chess.Setup, seed uint64, kernels retro.Kernels) (w retract.Line, plies int64, ok bool) {
	failed := 0
	for stage := uint64(0); stage < unravelStages && failed < unravelPatience; stage++ {
		next, found := b.retractor.Unravel(ctx, goal, seed+stage*stageSeeds, leadSetups, kernels)
		plies += pliesPerLoosened*int64(next.Measured) + next.States/statesPerPly
		if failed++; !found || ok && next.Left > w.Left {
			continue
		}
		if !ok || next.Left < w.Left {
			failed = 0
		}
		next.Moves = append(next.Moves, w.Moves...)
		if w, ok, goal = next, true, next.Setup; w.Left == 0 {
			break
		}
	}
	return w, plies, ok
}

// worthOfUnraveled is what the planner has to a setup whose pawns are back on their files.
func worthOfUnraveled(_ uint64, w *retract.Line, plies int64) int64 {
	if w.Shut <= looseEnough {
		return plies * looseMore
	}
	return plies
}

// demote takes moves back until all men that must have been promoted are pawns again, and looks for games to the setups that come out.
func (b *Builder) demote(ctx context.Context, r *Request, a *Attempt, budget int64, seed uint64) {
	goal := r.Goal.Setup()
	back := func(i uint64, left int64, kernels retro.Kernels) (retract.Line, int64, bool) {
		b.retractor.Shut = func(s *chess.Setup) (bool, int64) { return b.shut(ctx, s, true) }
		setups := min(leadSetups<<min(i/4, denseTwice), max(2*left/pliesPerLoosened, looseLeast))
		return b.leadOn(ctx, goal, seed+i, int(setups), kernels, true)
	}
	b.retreat(ctx, r, a, budget, seed, retreat{back, loosePlies, true, worthOfLead, true})
}

// worthOfLead is what the planner has to a setup to which men were led out.
func worthOfLead(_ uint64, w *retract.Line, plies int64) int64 {
	switch {
	case w.Shut > 2*looseEnough:
		return plies / looseMore
	case w.Shut == 0:
		return plies * looseMore
	}
	return plies
}
