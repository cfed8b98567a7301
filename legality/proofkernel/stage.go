package proofkernel

import (
	"context"
	"time"

	"chesscensus/chess"
	"chesscensus/legality/verdict"
)

// StageName is the name of the stage of this package in verdicts.
const StageName = "kernel"

// A Stage is the stage of the legality engine that refutes setups without a proof kernel or without an extended one. The zero
// value is ready. A Stage is for one goroutine at a time.
//
// It needs 5 to 10 microseconds for a candidate once its tables are warm. They take some 40 MB at most, and the largest budget
// 200 MB more while it lasts.
type Stage struct {
	// Solver does the work. After a Judge that passed on without a limit being hit, its
	// Class is that of the setup.
	Solver Solver

	ctx         context.Context
	deadline    time.Time
	hasDeadline bool
	cause       verdict.Stop // why the search gave up, if it did
}

// Name returns [StageName].
func (*Stage) Name() string { return StageName }

// Effort returns [verdict.Kernel].
func (*Stage) Effort() verdict.Effort { return verdict.Kernel }

// Judge refutes a setup or passes it on. Invalid setups are passed on. The budget counts states as [Solver.Exists] does. Zero
// fields mean 2^20 states and no limit of time.
func (st *Stage) Judge(ctx context.Context, s chess.Setup, budget verdict.Budget) (verdict.Verdict, bool) {
	var v verdict.Verdict
	if _, err := s.Position(); err != nil {
		return v, false
	}
	st.ctx, st.cause = ctx, verdict.NodeLimit
	if st.hasDeadline = budget.Time > 0; st.hasDeadline {
		st.deadline = time.Now().Add(budget.Time)
	}
	if st.Solver.Stop == nil {
		st.Solver.Stop = st.stop
	}
	result, n := st.Solver.Exists(&s, budget.Nodes)
	switch result {
	case NoKernel:
		v = verdict.Refuted(StageName, verdict.NoProofKernel, st.Solver.evidence(&s))
	case NoExtended:
		v = verdict.Refuted(StageName, verdict.NoExtendedKernel, st.Solver.evidence(&s))
	case GaveUp:
		v = verdict.GaveUp(StageName, st.cause)
	}
	v.Cost.Nodes = n
	return v, v.Decided()
}

// stop reports whether the search must end, and sets cause.
func (st *Stage) stop() bool {
	switch {
	case st.ctx.Err() != nil:
		st.cause = verdict.Canceled
	case st.hasDeadline && time.Now().After(st.deadline):
		st.cause = verdict.TimeLimit
	default:
		return false
	}
	return true
}

// Forget releases all memory that is kept from one setup to the next. It changes only the time of the next answers.
func (st *Stage) Forget() { st.Solver.Forget() }

// Forget releases the tables and all scratch space. The class and the evidence of the last search are lost.
func (s *Solver) Forget() { *s = Solver{Stop: s.Stop, Random: s.Random} }
