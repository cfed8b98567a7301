package legality

import (
	"context"

	"chesscensus/chess"
	"chesscensus/legality/bound"
	"chesscensus/legality/cage"
	"chesscensus/legality/kernel"
	"chesscensus/legality/proofgame"
	"chesscensus/legality/retro"
	"chesscensus/legality/rules"
	"chesscensus/legality/verdict"
)

var (
	_ Stage = (*rules.Stage)(nil)
	_ Stage = (*kernel.Stage)(nil)
	_ Stage = (*bound.Stage)(nil)
	_ Stage = (*retro.Stage)(nil)
	_ Stage = (*cage.Stage)(nil)
	_ Stage = (*proofgame.Stage)(nil)
)

// DefaultStages returns new instances of all stages of this build, cheapest first.
// Here is the door for a new one: append it at its place in the order. Stages do
// not know each other; what one asks of another is handed to it here.
func DefaultStages() []Stage { return StagesWith(new(proofgame.Builder)) }

// StagesWith is [DefaultStages] with a builder of games of the caller's own, whose options
// may be changed between two positions. LastMoves is set if it is nil. The stage for cages
// takes part while the builder is Thorough.
func StagesWith(b *proofgame.Builder) []Stage {
	if b.LastMoves == nil {
		b.LastMoves = LastMoves()
	}
	path, game := proofgame.Stages(b)
	return []Stage{
		new(rules.Stage),
		new(kernel.Stage),
		new(bound.Stage),
		LastMoves(),
		&cage.Stage{
			Active: func() bool { return b.Thorough },
			Limit:  func() int { return projectionLimit(b.Plies) },
		},
		path,
		game,
	}
}

// projectionLimit grows with the budget of plies: it is the default in the second pass and the most
// from the fifth on.
func projectionLimit(plies int64) int {
	return int(min(max(plies/(2*proofgame.DefaultPlies)*cage.ProjectionLimit, cage.ProjectionLimit), cage.MaxProjectionLimit))
}

// LastMoves returns a new stage for last moves that can ask the rules and the
// kernels. Its method Forced finds the goal from which the last moves are forced.
func LastMoves() *retro.Stage {
	return &retro.Stage{Static: staticReason(), Kernels: new(kernels)}
}

// DefaultEffort is what commands and notebooks use unless told otherwise: kernel,
// everything that can refute, or the highest effort of this build below it.
func DefaultEffort() (effort verdict.Effort) {
	for _, e := range Efforts(DefaultStages()) {
		if e <= verdict.Kernel {
			effort = e
		}
	}
	return effort
}

// staticReason returns the rules as a question for other stages: the reason why a
// setup is refuted, or 0.
func staticReason() func(*chess.Setup) (verdict.Reason, verdict.Evidence) {
	st := new(rules.Stage)
	return func(s *chess.Setup) (verdict.Reason, verdict.Evidence) {
		v, _ := st.Judge(context.Background(), *s, verdict.Budget{})
		return v.Reasons, v.Evidence
	}
}

// kernels answers questions of other stages about proof kernels. It has a solver of
// its own, so that the class found by the kernel stage is left alone.
type kernels struct{ solver kernel.Solver }

// Refutes reports whether the setup has no proof kernel or no extended one.
func (k *kernels) Refutes(s chess.Setup, budget int64) (bool, int64) {
	r, states := k.solver.Exists(&s, budget)
	return r == kernel.NoKernel || r == kernel.NoExtended, states
}

// Forget gives the solver's memory back.
func (k *kernels) Forget() { k.solver.Forget() }
