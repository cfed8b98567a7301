package legality

import (
	"context"

	"chesscensus/chess"
	"chesscensus/legality/cage"
	"chesscensus/legality/retro"
	"chesscensus/legality/verdict"
)

// fewMen is the largest number of men of setups that the stage interlocked judges before games are built.
const fewMen = 20

// stepsPerConfiguration is the number of steps of package retro for which a configuration of package cage counts.
const stepsPerConfiguration = 6

// interlocked is the stage for men that lock each other in. It takes last moves back as the stage of effort kernel does. To setups
// before captures and pawn moves it also applies the theorems Deadlock, TrappedMan, and ShutOut by [cage.Finder.NeverIn]: whether the
// men can have come in, one by one or in pairs. To setups before quiet moves it applies Deadlock. It refutes most problems of
// last moves in some milliseconds. It leaves setups with more than maxMen men undecided.
//
// With cages, it applies all theorems of package cage before captures and pawn moves. A crowded setup with an en passant square, or in
// check, often has a single last move, before which these theorems refute more.
type interlocked struct {
	retro.Stage
	finder    cage.Finder
	cageStage *cage.Stage // nil to use only Finder.Shut and Finder.NeverIn
	maxMen    int
}

// newInterlocked returns a stage for setups with at most maxMen men.
func newInterlocked(maxMen int) *interlocked {
	il := &interlocked{maxMen: maxMen}
	il.Static, il.Kernels = staticReason(), new(kernels)
	il.Cages = func(s *chess.Setup) (verdict.Reason, verdict.Evidence, int64) {
		reason, evidence, configurations := il.finder.Shut(s)
		if reason == 0 {
			var more int64
			reason, evidence, more = il.finder.NeverIn(s)
			configurations += more
		}
		if reason == 0 && il.cageStage != nil { // Refute repeats the tests above before it searches, at little cost
			var more int64
			reason, evidence, more = il.cageStage.Refute(s, cageStates)
			configurations += more
		}
		return reason, evidence, configurations * stepsPerConfiguration
	}
	il.Deadlock = cage.Deadlock
	return il
}

// newDeepInterlocked returns a stage for all setups, with cages.
func newDeepInterlocked() *interlocked {
	il := newInterlocked(allMen)
	il.cageStage = new(cage.Stage)
	return il
}

// allMen is the largest number of men of a legal setup.
const allMen = 32

// cageStates is the budget of states for each search of proof kernels by the cages.
const cageStates = 1 << 17

// lastGrowingPass is the pass after which the limit of projection searches by the cages no longer grows.
const lastGrowingPass = 4

// interlockedStage is the name of the stage with cages, which users and scripts pass to [Alone].
const interlockedStage = "knots"

// Name returns "knots of few men", or "knots" for the stage of all setups. The verdicts name package retro, whose theorem they
// rest on.
func (il *interlocked) Name() string {
	if il.maxMen == fewMen {
		return "knots of few men"
	}
	return interlockedStage
}

// Effort returns [verdict.Path].
func (il *interlocked) Effort() verdict.Effort { return verdict.Path }

// Judge judges as [retro.Stage] does, with more theorems that refute the setups before.
func (il *interlocked) Judge(ctx context.Context, s chess.Setup, budget verdict.Budget) (verdict.Verdict, bool) {
	if s.Board.Men() > il.maxMen {
		return verdict.Verdict{}, false
	}
	if il.cageStage != nil {
		il.cageStage.Limit = 4 * cage.EarlyLimit << min(budget.Pass, lastGrowingPass)
	}
	return il.Stage.Judge(ctx, s, budget)
}

// Forget releases all memory that is kept from one setup to the next.
func (il *interlocked) Forget() {
	il.Stage.Forget()
	il.finder = cage.Finder{}
	if il.cageStage != nil {
		il.cageStage.Forget()
	}
}
