package proofgame

import (
	"context"

	"chesscensus/chess"
	"chesscensus/legality/proofgame/internal/retract"
	"chesscensus/legality/retro"
)

// What [Options.Long] allows a first pass that has failed otherwise: for a dense goal moves are taken back until no man is left that must
// have been promoted. Of 34 published problems that effort game leaves open seven get a game so.
const (
	longBudgets = 3
	longSeed    = 1 << 42
)

// long looks at length for a game to a dense goal, in a first pass with [Options.Long] that has found none.
func (b *Builder) long(ctx context.Context, r *Request, a *Attempt, budget int64, seed uint64) {
	goal := r.Goal.Setup()
	if b.Long && !r.PathOnly && budget > 0 && b.disentangles(r, &goal) && dense(&goal) && b.uses(demotePromoted) {
		b.demote(ctx, r, a, longBudgets*budget, seed+longSeed)
	}
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
