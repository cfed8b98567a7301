package proofgame

import (
	"cmp"
	"context"

	"chesscensus/chess"
	"chesscensus/legality/verdict"
)

// Names of the stages of this package in verdicts.
const (
	pathStage = "path"
	gameStage = "proofgame"
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
	last    Attempt // of the verdict before, for its kernel and the game that it may have found
	// triedPath says that it was one of the stage of effort path.
	triedPath bool
	fault     error
}

// Stages returns the stages of the efforts path and game, which share a builder with the
// options.
func Stages(opt Options) (path, game *Stage) {
	c := &common{builder: Builder{Options: opt}}
	return &Stage{verdict.Path, c}, &Stage{verdict.Game, c}
}

// Name returns "path" or "proofgame".
func (st *Stage) Name() string {
	if st.effort == verdict.Path {
		return pathStage
	}
	return gameStage
}

// Effort returns [verdict.Path] or [verdict.Game].
func (st *Stage) Effort() verdict.Effort { return st.effort }

// Forget gives all memory back that is kept from one setup to the next.
func (st *Stage) Forget() {
	st.builder.forget()
	st.last, st.triedPath = Attempt{}, false
}

// Judge builds a path or a game to the setup, and answers Legal with a
// [verdict.ProofGame] if there is a game. Illegal, for [verdict.NoExtendedKernel], is
// the answer if the explicit search that is asked for a kernel ends without one. An invalid setup is passed on. Attempt is an
// [*Attempt].
//
// In a first pass the stage of effort path, where it has spent some budget in vain, asks [Options.Cages], whose
// refutation it hands on as it is.
//
// Where the stage of effort path has just been asked of the same setup, and has found a whole game on its
// way, the stage of effort game has that game replayed and plans nothing.
//
// Budget.Nodes is in planned plies; its default is that of the options. After an error every verdict is that error, see [verdict.Faulty].
func (st *Stage) Judge(ctx context.Context, s chess.Setup, budget verdict.Budget) (verdict.Verdict, bool) {
	goal, err := s.Position()
	if err != nil {
		return verdict.Verdict{}, false
	}
	if st.fault != nil {
		return verdict.Faulty(st.Name(), st.fault), false
	}
	byDefault := cmp.Or(st.builder.Plies, defaultPlies)
	r := Request{Goal: goal, PathOnly: st.effort == verdict.Path, Plies: budget.Scaled(byDefault), Pass: budget.Pass}
	if before := st.last; !r.PathOnly && st.triedPath && before.Goal == goal {
		r.before = &before
	}
	var cages verdict.Verdict
	r.doubt = st.doubt(ctx, &s, &r, &cages)
	a, err := st.builder.Build(ctx, r)
	var v verdict.Verdict
	switch {
	case err != nil && ctx.Err() == nil:
		st.fault = err
		v = verdict.Faulty(st.Name(), err)
	case a.Found:
		v = verdict.Proven(st.Name(), a.Proof)
	case cages.Decided():
		v = cages
	case a.Refuted:
		v = verdict.Refuted(st.Name(), verdict.NoExtendedKernel, verdict.Evidence{Note: "an explicit search for kernels ends without any"})
	default:
		v = verdict.GaveUp(st.Name(), a.Stop)
	}
	if st.effort == verdict.Game && st.last.Goal == goal && !a.HasKernel { // the path came from the other stage
		a.Kernel, a.HasKernel = st.last.Kernel, st.last.HasKernel
	}
	st.last, st.triedPath = a, r.PathOnly
	v.Attempt = &a
	v.Cost.Nodes = a.Plies + cages.Cost.Nodes
	return v, v.Decided()
}

// doubt returns how the planner asks Options.Cages, at most once for a request, and nil if it does not. What they say stands
// in the verdict then. Of three setups of the last phase of a survey that cages refute, two are refuted here, after 10 to
// 25 ms in all; else they cost a second.
func (st *Stage) doubt(ctx context.Context, s *chess.Setup, r *Request, v *verdict.Verdict) func() bool {
	if st.builder.Cages == nil || !r.PathOnly || r.later() {
		return nil
	}
	asked, refuted := false, false
	return func() bool {
		if !asked && st.builder.uses(askCages) {
			asked = true
			*v, refuted = st.builder.Cages.Judge(ctx, *s, verdict.Budget{})
		}
		return refuted
	}
}
