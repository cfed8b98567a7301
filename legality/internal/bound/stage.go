package bound

import (
	"context"

	"chesscensus/chess"
	"chesscensus/legality/verdict"
)

// StageName is the name of the stage of this package in verdicts.
const StageName = "bound"

// Failure is the evidence of a refutation: a sentence with squares, or with two numbers
// that would have to be in the opposite order or equal.
type Failure = verdict.Evidence

// A Stage refutes setups to which no play leads from the initial position because the lower bound on its moves is
// infinite. It proves none legal. It does not search, so it ignores budgets, and its cost is 0 nodes.
//
// The zero value is ready; a goal of 240 KB is made with the first setup, and memory does not grow. A Stage is for
// one goroutine at a time. It costs a few microseconds a setup, see BenchmarkStage.
type Stage struct {
	goal *Goal
}

// Name returns [StageName].
func (*Stage) Name() string { return StageName }

// Effort returns [verdict.Kernel].
func (*Stage) Effort() verdict.Effort { return verdict.Kernel }

// Forget releases the memory of the goal; the next setup allocates it anew.
func (st *Stage) Forget() { st.goal = nil }

// initial is the position from which the stage looks for plays.
var initial = chess.InitialPosition()

// Judge refutes the setup with reason [verdict.Unreachable] and the evidence, or leaves it
// undecided. It leaves setups undecided that are not positions.
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
