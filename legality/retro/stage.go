package retro

import (
	"context"
	"fmt"
	"time"

	"chesscensus/chess"
	"chesscensus/legality/verdict"
)

// Kernels refutes setups by what must have been captured and promoted: a proof kernel
// does not exist, or the like.
type Kernels interface {
	// Refutes reports whether the valid setup s is proven illegal, within a budget of
	// steps, each of some 50 ns, and how many it took. That it gave up counts as no.
	// Both must depend on s and the budget alone.
	Refutes(s chess.Setup, budget int64) (refuted bool, steps int64)
	// Forget gives all memory back that is kept from one question to the next. It changes
	// no later answer.
	Forget()
}

// StageName is the name of the stage of this package in verdicts.
const StageName = "retro"

// defaultNodes is the limit of a verdict if the budget gives none. One node is one
// unmove, half a microsecond or so; a question to the [Kernels] counts as 32 and one more
// for every 16 steps. It takes 20 ms at most; see TestCost in bench_test.go.
const defaultNodes = 20_000

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
	// Shut is asked about the same setups as the kernels, after them: whether a theorem that costs more than
	// the rules refutes the setup, with its reason, and how many steps it took, each of some 50 ns. It
	// must depend on the setup alone. Nil means not available.
	Shut func(s *chess.Setup) (verdict.Reason, verdict.Evidence, int64)
	// Stuck is asked about the other setups of a line, those before quiet moves: whether men that hold each other
	// refute the setup, with its reason. It costs no steps, must be cheap, and must depend on the setup alone. Nil means not available.
	Stuck func(s *chess.Setup) (verdict.Reason, verdict.Evidence)

	x search
}

// Name returns [StageName].
func (*Stage) Name() string { return StageName }

// Effort returns [verdict.Kernel].
func (*Stage) Effort() verdict.Effort { return verdict.Kernel }

// Judge judges one setup by its last moves. The reason is [verdict.NoLastMove] if there
// are none, [verdict.LastMovesRejected] if all are refuted. An invalid setup and the
// initial one are passed on. The default of Budget.Nodes is 20 000.
//
// Judge allocates only to refute. On candidates that the rules leave it needs 4 us.
func (st *Stage) Judge(ctx context.Context, s chess.Setup, budget verdict.Budget) (verdict.Verdict, bool) {
	if s == initial || s.Violations() != 0 {
		return verdict.Verdict{}, false
	}
	st.start(ctx, budget)
	return st.judge(&s)
}

// judge is Judge within limits that are set.
func (st *Stage) judge(s *chess.Setup) (verdict.Verdict, bool) {
	x := &st.x
	x.begin(s)
	found := x.run()
	var v verdict.Verdict
	switch {
	case found:
	case x.stop != verdict.Complete:
		v = verdict.GaveUp(StageName, x.stop)
	default:
		v = x.refuted(s)
	}
	v.Cost.Nodes = x.nodes
	return v, v.Decided()
}

// refuted returns the verdict on a setup that the search has refuted.
func (x *search) refuted(s *chess.Setup) verdict.Verdict {
	reason, evidence := verdict.LastMovesRejected, verdict.Evidence{Note: x.tree.summary()}
	if len(x.tree.entries) == 0 {
		reason, evidence = verdict.NoLastMove, nothingMoved(s)
	}
	v := verdict.Refuted(StageName, reason, evidence)
	v.Certificate = x.tree.refutation(s)
	return v
}

// nothingMoved is the evidence that a setup has no last move.
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

// summary says in words how much a tree that refutes holds.
func (t *tree) summary() string {
	n, all := 0, len(t.entries)+t.left
	for i := range t.entries {
		if t.entries[i].depth == 1 {
			n++
		}
	}
	text := fmt.Sprintf("each of %d last moves is refuted", n)
	switch {
	case t.left > 0: // some of the last moves may be among those left out
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
	x := &st.x
	x.cages, x.deadlock = st.Shut, st.Stuck
	x.static, x.kernels, x.openness, x.nextCheck = st.Static, st.Kernels, defaultOpenness, 0
	x.ctx, x.stop, x.nodes, x.limit = ctx, verdict.Complete, 0, budget.Nodes
	if x.limit == 0 {
		x.limit = defaultNodes
	}
	x.deadline = time.Time{}
	if budget.Time > 0 {
		x.deadline = time.Now().Add(budget.Time)
	}
}

// Forget gives all memory back that is kept from one setup to the next, also that of the
// Kernels. It changes the time of the next answers only.
func (st *Stage) Forget() {
	st.x = search{}
	if st.Kernels != nil {
		st.Kernels.Forget()
	}
}
