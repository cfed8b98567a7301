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

// A Stage is one of the two stages that [Stages] makes. Both together are for one goroutine at a time.
type Stage struct {
	effort verdict.Effort
	*sharedState
}

// A sharedState is the state that the two stages share.
type sharedState struct {
	builder     Builder
	lastAttempt Attempt // of the last verdict, for its kernel and a game that it may have found
	// lastWasPath says that lastAttempt is one of the stage of effort path.
	lastWasPath bool
	fault       error
}

// Stages returns the stages of the efforts path and game, which share a builder with the options.
func Stages(opt Options) (path, game *Stage) {
	c := &sharedState{builder: Builder{Options: opt}}
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

// Forget frees all memory that is kept from one setup to the next.
func (st *Stage) Forget() {
	st.builder.forget()
	st.lastAttempt, st.lastWasPath = Attempt{}, false
}

// Judge builds a path or a game to the setup, and answers Legal with a [verdict.ProofGame] if there is a game. It answers Illegal, for
// [verdict.NoExtendedKernel], if an explicit search finds that there is no kernel. It does not decide invalid setups. Attempt is an
// [*Attempt].
//
// In a first pass the stage of effort path calls [Options.Cages] when it has spent some budget without a game, and returns its
// refutation unchanged.
//
// If the stage of effort path has just found a whole game to the same setup, the stage of effort game replays that game and plans
// nothing.
//
// Budget.Nodes is in planned plies; its default is that of the options. After an error every verdict is that error, see
// [verdict.Faulty].
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
	if pathAttempt := st.lastAttempt; !r.PathOnly && st.lastWasPath && pathAttempt.Goal == goal {
		r.pathAttempt = &pathAttempt
	}
	var cages verdict.Verdict
	r.refute = st.refuteByCages(ctx, &s, &r, &cages)
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
	if st.effort == verdict.Game && st.lastAttempt.Goal == goal && !a.HasKernel { // the path came from the other stage
		a.Kernel, a.HasKernel = st.lastAttempt.Kernel, st.lastAttempt.HasKernel
	}
	st.lastAttempt, st.lastWasPath = a, r.PathOnly
	v.Attempt = &a
	v.Cost.Nodes = a.Plies + cages.Cost.Nodes
	return v, v.Decided()
}

// refuteByCages returns a function that calls Options.Cages, at most once for a request, and stores the verdict in v; nil if they are
// not to be called. Of three setups of the last phase of a survey that cages refute, two are refuted here, after 10 to 25 ms in all;
// otherwise they cost a second.
func (st *Stage) refuteByCages(ctx context.Context, s *chess.Setup, r *Request, v *verdict.Verdict) func() bool {
	if st.builder.Cages == nil || !r.PathOnly || r.isLaterPass() {
		return nil
	}
	hasAsked, refuted := false, false
	return func() bool {
		if !hasAsked && st.builder.uses(askCages) {
			hasAsked = true
			*v, refuted = st.builder.Cages.Judge(ctx, *s, verdict.Budget{})
		}
		return refuted
	}
}
