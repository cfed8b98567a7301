package retro

import (
	"context"
	"fmt"
	"time"

	"chesscensus/chess"
	"chesscensus/legality/verdict"
)

// Kernels refutes setups by the captures and promotions that they need, such as setups without a proof kernel.
type Kernels interface {
	// Refutes reports whether the valid setup s is proven illegal within a budget of steps,
	// each of some 50 ns, and the number of steps taken. It reports false if it gave up.
	// Both results must depend on s and the budget alone.
	Refutes(s chess.Setup, budget int64) (refuted bool, steps int64)
	// Forget releases all memory that is kept from one call to the next. It changes no later result.
	Forget()
}

// StageName is the name of the stage of this package in verdicts.
const StageName = "retro"

// defaultNodes is the limit of a verdict if the budget gives none. One node is one unmove, half a microsecond or
// so; a call of the [Kernels] counts as 32 nodes and one more for every 16 steps.
const defaultNodes = 20_000

// A Stage refutes a setup by its last moves: there are none, or each was made in a setup that
// is refuted by the rules, by the kernels, or again by its last moves. It returns Illegal with
// a [*Refutation], or leaves the setup undecided.
//
// The zero value works without rules and kernels. A Stage is for one goroutine at a time.
type Stage struct {
	// Static returns a reason if the setup breaks a static rule. It may be nil.
	Static func(s *chess.Setup) (verdict.Reason, verdict.Evidence)
	// Kernels is used only for the setups of a line that would otherwise be accepted, those
	// before a capture, a pawn move, or a move that lost a castling right. It may be nil.
	Kernels Kernels
	// Cages returns a reason if a theorem that costs more than the rules refutes the setup, and
	// the steps taken, each of some 50 ns. It is called for the same setups as Kernels, after
	// them, and must depend on the setup alone. It may be nil.
	Cages func(s *chess.Setup) (verdict.Reason, verdict.Evidence, int64)
	// Deadlock returns a reason if men that block each other refute the setup. It is called for
	// the other setups of a line, those before quiet moves. It counts no steps, must be
	// cheap, and must depend on the setup alone. It may be nil.
	Deadlock func(s *chess.Setup) (verdict.Reason, verdict.Evidence)

	search search
}

// Name returns [StageName].
func (*Stage) Name() string { return StageName }

// Effort returns [verdict.Kernel].
func (*Stage) Effort() verdict.Effort { return verdict.Kernel }

// Judge judges one setup by its last moves. The reason is [verdict.NoLastMove] if there
// are none, [verdict.LastMovesRejected] if all are refuted. An invalid setup and the
// initial one are left undecided. The default of Budget.Nodes is 20 000.
//
// Judge allocates only to refute. On candidates that the rules leave it needs 4 us.
func (st *Stage) Judge(ctx context.Context, s chess.Setup, budget verdict.Budget) (verdict.Verdict, bool) {
	if s == initial || s.Violations() != 0 {
		return verdict.Verdict{}, false
	}
	st.start(ctx, budget)
	return st.judge(&s)
}

// judge judges a setup within the limits set by start.
func (st *Stage) judge(s *chess.Setup) (verdict.Verdict, bool) {
	se := &st.search
	se.reset(s)
	hasLine := se.advance()
	var v verdict.Verdict
	switch {
	case hasLine:
	case se.stop != verdict.Complete:
		v = verdict.GaveUp(StageName, se.stop)
	default:
		v = se.verdictRefuted(s)
	}
	v.Cost.Nodes = se.nodes
	return v, v.Decided()
}

// verdictRefuted returns the verdict on a setup that the search has refuted.
func (se *search) verdictRefuted(s *chess.Setup) verdict.Verdict {
	reason, evidence := verdict.LastMovesRejected, verdict.Evidence{Note: se.tree.summary()}
	if len(se.tree.entries) == 0 {
		reason, evidence = verdict.NoLastMove, nothingMoved(s)
	}
	v := verdict.Refuted(StageName, reason, evidence)
	v.Certificate = se.tree.refutation(s)
	return v
}

// nothingMoved returns the evidence that a setup has no last move.
func nothingMoved(s *chess.Setup) verdict.Evidence {
	b, us, them := &s.Board, s.Turn, s.Turn.Other()
	checkers := b.Attackers(b.King(us), them, b.Occupied())
	switch checkers.Count() {
	case 0:
		return verdict.Evidence{Note: fmt.Sprintf("no %s man can have moved last", them)}
	case 1:
		return verdict.Men(fmt.Sprintf("no %s move can have given this check", them), checkers)
	}
	return verdict.Men(fmt.Sprintf("no %s move can have given these checks", them), checkers)
}

// summary returns in words the numbers of refuted unmoves in the tree.
func (t *tree) summary() string {
	n, all := 0, len(t.entries)+t.omitted
	for i := range t.entries {
		if t.entries[i].depth == 1 {
			n++
		}
	}
	text := fmt.Sprintf("each of %d last moves is refuted", n)
	switch {
	case t.omitted > 0: // some of the last moves may be among those left out
		text = "each last move is refuted"
	case n == 1:
		text = "the only last move is refuted"
	}
	if all > n {
		text += fmt.Sprintf(", with %d moves taken back in all", all)
	}
	return text
}

// start sets the limits of a new verdict.
func (st *Stage) start(ctx context.Context, budget verdict.Budget) {
	se := &st.search
	se.cages, se.deadlock = st.Cages, st.Deadlock
	se.static, se.kernels, se.openness, se.nextCheck = st.Static, st.Kernels, defaultOpenness, 0
	se.ctx, se.stop, se.nodes, se.limit = ctx, verdict.Complete, 0, budget.Nodes
	if se.limit == 0 {
		se.limit = defaultNodes
	}
	se.deadline = time.Time{}
	if budget.Time > 0 {
		se.deadline = time.Now().Add(budget.Time)
	}
}

// Forget releases all memory that is kept from one setup to the next, also that of the
// Kernels. It changes only the time of later verdicts.
func (st *Stage) Forget() {
	st.search = search{}
	if st.Kernels != nil {
		st.Kernels.Forget()
	}
}
