package proofgame

import (
	"context"

	"chesscensus/chess"
	"chesscensus/legality/kernel"
	"chesscensus/legality/verdict"
)

// Names of the stages of this package in verdicts.
const (
	PathStage = "path"
	GameStage = "proofgame"
)

// A Stage is one of the two stages that a [Builder] makes, see [Stages]. It is for one
// goroutine at a time, and the stages of one builder are for the same.
type Stage struct {
	// Builder builds the games; its options may be changed between two positions.
	*Builder
	// Last is the last attempt, until the next position is judged. Its Goal says of
	// which position.
	Last *Attempt

	effort verdict.Effort
	err    error
	hint   *hint
}

// A hint is what a list says of a position.
type hint struct {
	goal chess.Position
	path []chess.Move
}

// Stages returns the stages of the efforts path and game. Both use the builder, and the
// second begins with the path of the first.
func Stages(b *Builder) (path, game *Stage) {
	h, last := new(hint), new(Attempt)
	path = &Stage{Builder: b, effort: verdict.Path, hint: h, Last: last}
	game = &Stage{Builder: b, effort: verdict.Game, hint: h, Last: last}
	return path, game
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

// Err returns the error that stopped the stage for good: a game that failed its replay.
func (st *Stage) Err() error { return st.err }

// SetPath tells how the game of a position may begin, for the next time that it is
// judged.
func (st *Stage) SetPath(goal chess.Position, path []chess.Move) { *st.hint = hint{goal, path} }

// Judge builds a path or a game to the setup, and answers Legal with a
// [verdict.ProofGame] if there is a game. Illegal, in the name of the kernel stage, is the
// answer if the explicit search that is asked for a kernel ends without one. An invalid
// setup is passed on. The default of Budget.Nodes, in planned plies, is that of the
// builder's options. After an error every verdict is Unknown with
// [verdict.Contradiction]; see [Stage.Err].
func (st *Stage) Judge(ctx context.Context, s chess.Setup, budget verdict.Budget) (verdict.Verdict, bool) {
	goal, err := s.Position()
	if err != nil {
		return verdict.Verdict{}, false
	}
	if st.err != nil {
		return verdict.GaveUp(st.Name(), verdict.Contradiction), false
	}
	if st.effort == verdict.Path {
		*st.Last = Attempt{} // nothing of an earlier verdict on the same position counts
	}
	r := Request{Goal: goal, Plies: budget.Nodes, PathOnly: st.effort == verdict.Path}
	if st.hint.goal == goal {
		r.Path = st.hint.path
	}
	*st.hint = hint{}
	a, err := st.Build(ctx, r)
	var v verdict.Verdict
	switch {
	case err != nil && ctx.Err() == nil:
		st.err = err
		v = verdict.GaveUp(st.Name(), verdict.Contradiction)
	case a.Found:
		v = verdict.Proven(st.Name(), a.Proof)
	case a.Refuted:
		v = verdict.Refuted(kernel.StageName, verdict.NoExtendedKernel, verdict.Evidence{Note: "an explicit search for kernels ends without any"})
	default:
		v = verdict.GaveUp(st.Name(), a.Stop)
		if a.PathPlies > 0 {
			st.SetPath(goal, a.Path())
		}
	}
	if st.Last.Goal == goal && !a.HasKernel { // the path came from another stage
		a.Kernel, a.HasKernel = st.Last.Kernel, st.Last.HasKernel
	}
	*st.Last = a
	v.Cost.Nodes = a.Plies
	return v, v.Decided()
}
