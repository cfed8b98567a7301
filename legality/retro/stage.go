package retro

import (
	"context"
	"strconv"
	"time"

	"chesscensus/chess"
	"chesscensus/legality/verdict"
)

// Kernels refutes setups by what must have been captured and promoted: a proof kernel
// does not exist, or the like.
type Kernels interface {
	// Refutes reports whether the valid setup s is proven illegal. That it gave up
	// counts as no. The answer must depend on s alone.
	Refutes(s chess.Setup) bool
}

// StageName is the name of the stage of this package in verdicts.
const StageName = "retro"

// DefaultNodes is the limit of a verdict if the budget gives none. One node is one
// unmove, half a microsecond or so; a question to the [Kernels] counts as 32.
const DefaultNodes = 20_000

// depth is the number of moves that must be taken back to call a setup free; see
// TestDepth in stage_test.go.
const depth = 8

// A Stage refutes a setup by its last moves: each of them is impossible, or was made in
// a setup that is itself refuted, in the end by having no last move, by the rules, or by
// the kernels. It answers Illegal with a [*Refutation] or passes on.
//
// The zero value works without rules and kernels. A Stage is for one goroutine at a time.
type Stage struct {
	// Static returns a reason if the setup breaks a static rule; nil means not
	// available.
	Static func(s *chess.Setup) (verdict.Reason, verdict.Evidence)
	// Kernels is asked last, and only about setups before a capture, a pawn move, or
	// a move that lost a castling right; nil means not available.
	Kernels Kernels

	x search
}

// Name returns [StageName].
func (*Stage) Name() string { return StageName }

// Effort returns [verdict.Kernel].
func (*Stage) Effort() verdict.Effort { return verdict.Kernel }

// Judge judges one setup by its last moves. The reason is [verdict.NoLastMove] if there
// are none, [verdict.LastMovesRejected] if all are refuted. An invalid setup and the
// initial one are passed on. The default of Budget.Nodes is [DefaultNodes].
//
// Judge allocates only to refute.
func (st *Stage) Judge(ctx context.Context, s chess.Setup, budget verdict.Budget) (verdict.Verdict, bool) {
	if s == initial || s.Violations() != 0 {
		return verdict.Verdict{}, false
	}
	x := &st.x
	st.start(ctx, budget)
	x.begin(&s)
	found := x.run()
	v := verdict.Verdict{}
	switch {
	case x.stop != verdict.Complete:
		v = verdict.GaveUp(StageName, x.stop)
	case found:
	default:
		r := verdict.LastMovesRejected
		if x.tree.len() == 0 {
			r = verdict.NoLastMove
		}
		v = verdict.Refuted(StageName, r, verdict.Evidence{Note: "unmoves tried: " + strconv.FormatInt(x.nodes, 10)})
		v.Certificate = x.tree.refutation(&s)
	}
	v.Cost.Nodes = x.nodes
	return v, v.Decided()
}

// start sets the limits of a new verdict.
func (st *Stage) start(ctx context.Context, budget verdict.Budget) {
	x := &st.x
	x.static, x.kernels, x.depth = st.Static, st.Kernels, depth
	x.ctx, x.stop, x.nodes, x.limit = ctx, verdict.Complete, 0, budget.Nodes
	if x.limit == 0 {
		x.limit = DefaultNodes
	}
	x.deadline = time.Time{}
	if budget.Time > 0 {
		x.deadline = time.Now().Add(budget.Time)
	}
}
