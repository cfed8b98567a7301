package legality

import (
	"context"

	"chesscensus/chess"
	"chesscensus/legality/cage"
	"chesscensus/legality/retro"
	"chesscensus/legality/verdict"
)

// fewMen is the number of men up to which last moves are looked at with cages before games are built.
const fewMen = 20

// stepsPerConfiguration is what a configuration of package cage counts in steps of package retro.
const stepsPerConfiguration = 6

// interlocked is the stage for men that lock each other in: it takes last moves back, as the stage of effort kernel does, and asks of the
// setups before captures and pawn moves also whether the men there can have come in, one by one or in pairs: theorems
// Deadlock, TrappedMan, and ShutOut as [cage.Finder.NeverIn] shows it; of those before quiet moves, theorem Deadlock. Records of last moves are mostly refuted so, in some milliseconds. Setups with more men than most are passed on.
//
// With cages, it asks all theorems of package cage before captures and pawn moves. A crowded setup with an en passant square, or in
// check, has often a single last move, and before it pawns and men stood where these theorems see more.
type interlocked struct {
	retro.Stage
	finder cage.Finder
	cages  *cage.Stage // nil if only Finder.Shut and Finder.NeverIn are asked
	most   int
}

// newInterlocked returns a stage for setups with so many men at most.
func newInterlocked(most int) *interlocked {
	k := &interlocked{most: most}
	k.Static, k.Kernels = staticReason(), new(kernels)
	k.Shut = func(s *chess.Setup) (verdict.Reason, verdict.Evidence, int64) {
		reason, evidence, n := k.finder.Shut(s)
		if reason == 0 {
			var more int64
			reason, evidence, more = k.finder.NeverIn(s)
			n += more
		}
		if reason == 0 && k.cages != nil { // which asks the same again before it searches, for little
			var more int64
			reason, evidence, more = k.cages.Refute(s, cageStates)
			n += more
		}
		return reason, evidence, n * stepsPerConfiguration
	}
	k.Stuck = cage.Deadlock
	return k
}

// newDeepInterlocked returns a stage for all setups, with cages.
func newDeepInterlocked() *interlocked {
	k := newInterlocked(allMen)
	k.cages = new(cage.Stage)
	return k
}

// allMen is the number of men up to which the stage with cages is asked: all.
const allMen = 32

// cageStates is the budget of one question to the kernels that the cages ask.
const cageStates = 1 << 17

// deepPass is the pass from which on the projection searches of the stage with cages no longer grow.
const deepPass = 4

// interlockedStage is the name of the stage with cages, which certificates and scripts know.
const interlockedStage = "knots"

// Name returns "knots of few men", or "knots" for that of all setups; verdicts name package retro, whose theorem it is.
func (k *interlocked) Name() string {
	if k.most == fewMen {
		return "knots of few men"
	}
	return interlockedStage
}

// Effort returns [verdict.Path].
func (k *interlocked) Effort() verdict.Effort { return verdict.Path }

// Judge is that of [retro.Stage], with one more reason to refute what is before.
func (k *interlocked) Judge(ctx context.Context, s chess.Setup, budget verdict.Budget) (verdict.Verdict, bool) {
	if s.Board.Men() > k.most {
		return verdict.Verdict{}, false
	}
	if k.cages != nil {
		k.cages.Limit = 4 * cage.EarlyLimit << min(budget.Pass, deepPass)
	}
	return k.Stage.Judge(ctx, s, budget)
}

// Forget gives all memory back that is kept from one setup to the next.
func (k *interlocked) Forget() {
	k.Stage.Forget()
	k.finder = cage.Finder{}
	if k.cages != nil {
		k.cages.Forget()
	}
}
