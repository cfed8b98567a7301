package proofgame

import (
	"cmp"
	"context"

	"chesscensus/chess"
	"chesscensus/legality/verdict"
)

// Names of the stages of this package in verdicts.
const (
	PathStage = "path"
	GameStage = "proofgame"
)

// A Stage is one of the two stages that [Stages] makes. It is for one goroutine at a time,
// and so are both together.
type Stage struct {
	effort verdict.Effort
	*common
}

// common is what the two stages share.
type common struct {
	builder Builder
	last    Attempt // of the verdict before, for its kernel
	fault   error
}

// Stages returns the stages of the efforts path and game, which share a builder with the
// options.
func Stages(opt Options) (path, game *Stage) {
	c := &common{builder: Builder{Options: opt}}
	return &Stage{verdict.Path, c}, &Stage{verdict.Game, c}
}

// Name returns [PathStage] or [GameStage].
func (st *Stage) Name() string {
	if st.effort == verdict.Path {
		return PathStage
	}
	return GameStage
}

// Effort returns [verdict.Path] or [verdict.Game].
func (st *Stage) Effort() verdict.Effort { return st.effort }

// Forget gives all memory back that is kept from one setup to the next.
func (st *Stage) Forget() {
	st.builder.Forget()
	st.last = Attempt{}
}

// Judge builds a path or a game to the setup, and answers Legal with a
// [verdict.ProofGame] if there is a game. Illegal, for [verdict.NoExtendedKernel], is
// the answer if the explicit search that is asked for a kernel ends without one. An invalid setup is passed on. Attempt is an
// [*Attempt].
//
// Budget.Nodes is in planned plies; its default is that of the options. Budget.Begin is tried
// first. After an error every verdict is that error, see [verdict.Faulty].
func (st *Stage) Judge(ctx context.Context, s chess.Setup, budget verdict.Budget) (verdict.Verdict, bool) {
	goal, err := s.Position()
	if err != nil {
		return verdict.Verdict{}, false
	}
	if st.fault != nil {
		return verdict.Faulty(st.Name(), st.fault), false
	}
	byDefault := cmp.Or(st.builder.Plies, DefaultPlies)
	a, err := st.builder.Build(ctx, Request{Goal: goal, Path: budget.Begin, PathOnly: st.effort == verdict.Path,
		Plies: budget.Scaled(byDefault), Pass: budget.Pass})
	var v verdict.Verdict
	switch {
	case err != nil && ctx.Err() == nil:
		st.fault = err
		v = verdict.Faulty(st.Name(), err)
	case a.Found:
		v = verdict.Proven(st.Name(), a.Proof)
	case a.Refuted:
		v = verdict.Refuted(st.Name(), verdict.NoExtendedKernel, verdict.Evidence{Note: "an explicit search for kernels ends without any"})
	default:
		v = verdict.GaveUp(st.Name(), a.Stop)
	}
	if st.effort == verdict.Game && st.last.Goal == goal && !a.HasKernel { // the path came from the other stage
		a.Kernel, a.HasKernel = st.last.Kernel, st.last.HasKernel
	}
	st.last = a
	v.Attempt = &a
	v.Cost.Nodes = a.Plies
	return v, v.Decided()
}
