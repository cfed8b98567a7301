package bound

import (
	"context"

	"chesscensus/chess"
	"chesscensus/legality/verdict"
)

// StageName is the name of the stage of this package in verdicts.
const StageName = "bound"

// Failure is what a refutation rests on: in words, with the squares, or with two
// numbers that should be the other way round.
type Failure = verdict.Evidence

// A Stage refutes setups to which no play leads from the initial position because the
// lower bound on its moves is infinite. It proves none legal. It searches nothing, so
// that budgets are not looked at and the cost is 0 nodes.
//
// The zero value is ready; a goal of 240 KB is made with the first setup, and memory
// does not grow. A Stage is for one goroutine at a time. It costs a few microseconds
// a setup, see BenchmarkStage.
type Stage struct {
	goal *Goal
}

// Name returns [StageName].
func (*Stage) Name() string { return StageName }

// Effort returns [verdict.Kernel].
func (*Stage) Effort() verdict.Effort { return verdict.Kernel }

// Forget gives the goal back; the next setup makes it anew.
func (st *Stage) Forget() { st.goal = nil }

var initial = chess.InitialPosition()

// Judge refutes the setup with reason [verdict.Unreachable] and what shows it, or
// passes on. It passes on setups that are not positions.
func (st *Stage) Judge(_ context.Context, s chess.Setup, _ verdict.Budget) (verdict.Verdict, bool) {
	p, err := s.Position()
	if err != nil {
		return verdict.Verdict{}, false
	}
	if st.goal == nil {
		st.goal = NewGoal(p, nil)
	} else {
		st.goal.Reset(p)
	}
	if st.goal.Reachable(&initial) {
		return verdict.Verdict{}, false
	}
	return verdict.Refuted(StageName, verdict.Unreachable, st.goal.Failure()), true
}
