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

// knots is the stage for men in a knot: it takes last moves back, as the stage of effort kernel does, and asks of the
// setups before captures and pawn moves also whether the men there can have come in: theorems Deadlock and
// TrappedMan; of those before quiet moves, theorem Deadlock. Records of last moves are mostly refuted so, in some milliseconds. Setups with more men than most are passed on.
type knots struct {
	retro.Stage
	finder cage.Finder
	most   int
}

// newKnots returns a stage for setups with so many men at most.
func newKnots(most int) *knots {
	k := &knots{most: most}
	k.Static, k.Kernels = staticReason(), new(kernels)
	k.Shut = func(s *chess.Setup) (verdict.Reason, verdict.Evidence, int64) {
		reason, evidence, n := k.finder.Shut(s)
		return reason, evidence, n * stepsPerConfiguration
	}
	k.Stuck = cage.Deadlock
	return k
}

// Name returns "knots of few men", or "knots" for that of all setups; verdicts name package retro, whose theorem it is.
func (k *knots) Name() string {
	if k.most == fewMen {
		return "knots of few men"
	}
	return "knots"
}

// Effort returns [verdict.Path].
func (k *knots) Effort() verdict.Effort { return verdict.Path }

// Judge is that of [retro.Stage], with one more reason to refute what is before.
func (k *knots) Judge(ctx context.Context, s chess.Setup, budget verdict.Budget) (verdict.Verdict, bool) {
	if s.Board.Men() > k.most {
		return verdict.Verdict{}, false
	}
	return k.Stage.Judge(ctx, s, budget)
}

// Forget gives all memory back that is kept from one setup to the next.
func (k *knots) Forget() {
	k.Stage.Forget()
	k.finder = cage.Finder{}
}
