package cage

import (
	"cmp"
	"context"

	"chesscensus/chess"
	"chesscensus/legality/proofkernel"
	"chesscensus/legality/verdict"
)

// StageName is the name of the stage of this package in verdicts.
const StageName = "cage"

// A Stage refutes setups by the theorems of this package. The zero value is ready. A
// Stage is for one goroutine at a time.
type Stage struct {
	// Limit says how many configurations one projection search looks at. 0 means that the
	// budget decides: one for every two nodes, 100 000 by default, twice as many
	// in each pass, at most [MaxProjectionLimit].
	Limit int

	finder    Finder
	projector projector
	solver    proofkernel.Solver
}

// Name returns [StageName].
func (*Stage) Name() string { return StageName }

// Effort returns [verdict.Path]: the stage is asked after all cheaper ones.
func (*Stage) Effort() verdict.Effort { return verdict.Path }

// Forget gives the memory back that is kept from one setup to the next.
func (st *Stage) Forget() { *st = Stage{Limit: st.Limit} }

// Judge judges one setup. The reason is
//
//   - [verdict.Deadlock] if of some men none can have arrived last (Lemmas 1 and 10);
//   - [verdict.TrappedMan] if pawns can never have let a man in (Lemmas 2 and 11);
//   - [verdict.PromotedMen] if too many men must have been promoted, or too few can have been (Lemma 12);
//   - [verdict.ShutOut] if a projection search finds no way in for a man (Lemma 8), or for a bishop to where it must have been taken (Lemma 16), or, with
//     more than the limit of the first pass, for a few men together (Lemma 14), or if pawns never let one or two men in (Lemma 17);
//   - [verdict.BarredPromotions] if no kernel does without promotions on barred squares (Lemmas 5 and 15);
//   - [verdict.TakenAtHome] if pawns must have taken men that never got out (Lemma 13).
//
// An invalid setup is passed on. Budget.Nodes limits the states of kernels. It limits the configurations of projection
// searches, too, together with Budget.Pass, where Limit is 0.
//
// It costs some milliseconds mostly, and a second or two if projection searches come to their limit.
func (st *Stage) Judge(_ context.Context, s chess.Setup, budget verdict.Budget) (verdict.Verdict, bool) {
	if s.Violations() != 0 {
		return verdict.Verdict{}, false
	}
	reason, evidence, nodes := st.refute(&s, budget.Nodes, st.limit(&budget))
	if reason == 0 {
		return verdict.Verdict{Cost: verdict.Cost{Nodes: nodes}}, false
	}
	v := verdict.Refuted(StageName, reason, evidence)
	v.Cost.Nodes = nodes
	return v, true
}

// limit returns the number of configurations for one projection search: one for every two
// nodes, of which a planned ply of package proofgame is one.
func (st *Stage) limit(b *verdict.Budget) int {
	if st.Limit != 0 {
		return st.Limit
	}
	n := b.Scaled(2 * projectionLimit)
	if n < 0 || n/2 > MaxProjectionLimit {
		return MaxProjectionLimit
	}
	return int(max(n/2, 1))
}

// Refute returns the reason why a valid setup is illegal, or 0, and what it cost in
// configurations and states of the kernels, of which it may spend the given number. Projection
// searches look at Limit configurations, as in the first pass if that is 0.
func (st *Stage) Refute(s *chess.Setup, states int64) (verdict.Reason, verdict.Evidence, int64) {
	return st.refute(s, states, st.limit(&verdict.Budget{}))
}

func (st *Stage) refute(s *chess.Setup, states int64, limit int) (verdict.Reason, verdict.Evidence, int64) {
	f := &st.finder
	if reason, e, n := f.Shut(s); reason != 0 {
		return reason, e, n
	}
	if reason, e := f.promotedMen(s); reason != 0 {
		return reason, e, f.spent
	}
	barred := f.Squares(s)
	if reason, e, n := st.withoutBarred(s, barred, states, ""); reason != 0 {
		return reason, e, n + f.spent
	}
	g := &st.projector
	g.Limit = limit
	g.open(s)
	if sq, ok := g.shutOut(s); ok {
		return verdict.ShutOut, verdict.Men("whatever pawns have captured, they can never have let this man in", sq.BB()), f.spent + g.spent
	}
	more := g.barredSquares(s, func(more proofkernel.Barred) bool {
		st.solver.Barred = barred.Union(more)
		r, n := st.solver.Exists(s, states)
		g.spent += n
		return r == proofkernel.Has
	})
	reason, e, n := st.withoutBarred(s, barred.Union(more), states, ", whatever pawns have captured")
	if reason == 0 {
		reason, e = f.takenAtHome(s)
	}
	if reason == 0 {
		home, ok, states := st.impossiblyTaken(s, states)
		if n += states; ok {
			reason, e = verdict.ShutOut, verdict.Men("the bishop of this square was taken by a pawn, but never came to where one can have taken it", home.BB())
		}
	}
	if reason == 0 {
		reason, e, _ = f.NeverIn(s)
	}
	if reason == 0 {
		reason, e = st.promotionNeeded(s, barred.Union(more), states)
	}
	if reason == 0 && limit > projectionLimit {
		n += g.spent
		if men := st.incompatibleMen(s, limit); men != 0 {
			reason, e = verdict.ShutOut, verdict.Men("whatever pawns have captured, they can never have let these men in together", men)
		}
	}
	return reason, e, n + f.spent + g.spent
}

// promotionNeeded asks Lemma 15.
func (st *Stage) promotionNeeded(s *chess.Setup, barred proofkernel.Barred, states int64) (verdict.Reason, verdict.Evidence) {
	g := &st.projector
	sq := g.impossibleNeededSquare(s, barred, func(barred proofkernel.Barred) bool {
		st.solver.Barred = barred
		r, n := st.solver.Exists(s, states)
		g.spent += n
		return r != proofkernel.NoKernel && r != proofkernel.NoExtended
	})
	if sq == chess.NoSquare {
		return 0, verdict.Evidence{}
	}
	return verdict.BarredPromotions, verdict.Men("no kernel without a man promoted on this square, who did not get away before the man on it came", sq.BB())
}

// Together returns men of a valid setup that cannot have come to their squares all of them, so that it is illegal, by Lemma 14
// alone, or none. A search looks at Limit configurations, or as many as in the first pass if that is 0; all together cost seconds at most.
func (st *Stage) Together(s *chess.Setup) chess.Bitboard {
	return st.incompatibleMen(s, cmp.Or(st.Limit, projectionLimit))
}

// Fallen returns the home of a bishop of a valid setup that a pawn must have taken and cannot have, so that it is illegal, by Lemma 16 alone. It
// reports false if there is none. A search looks at Limit configurations at most, and at no more than some ten thousand.
func (st *Stage) Fallen(s *chess.Setup) (chess.Square, bool) {
	st.projector.Limit = st.Limit
	st.projector.open(s)
	home, ok, _ := st.impossiblyTaken(s, 0)
	return home, ok
}

func (st *Stage) incompatibleMen(s *chess.Setup, limit int) chess.Bitboard {
	g := &st.projector
	g.Limit = limit
	g.open(s) // with a budget of its own
	return g.incompatibleMen(s)
}

// Holds reports whether a theorem that goes back from a valid setup refutes it, whichever is asked first in verdicts: [verdict.Deadlock],
// [verdict.TrappedMan], [verdict.PromotedMen] or [verdict.TakenAtHome]. Of other reasons it knows nothing, and says no.
func (f *Finder) Holds(s *chess.Setup, reason verdict.Reason) bool {
	var refuted verdict.Reason
	switch reason {
	case verdict.Deadlock:
		refuted, _ = Deadlock(s)
	case verdict.TrappedMan:
		_, trapped := f.trappedMan(s)
		return trapped
	case verdict.PromotedMen:
		refuted, _ = f.promotedMen(s)
	case verdict.TakenAtHome:
		refuted, _ = f.takenAtHome(s)
	}
	return refuted != 0
}

// Shut returns the reason why a valid setup is illegal by the theorems that go back from it and cost little, Lemmas 1
// and 2: [verdict.Deadlock] or [verdict.TrappedMan], or 0; with its evidence and the configurations looked at.
func (f *Finder) Shut(s *chess.Setup) (verdict.Reason, verdict.Evidence, int64) {
	if reason, e := Deadlock(s); reason != 0 {
		return reason, e, 1
	}
	f.spent = 0
	if sq, ok := f.trappedMan(s); ok {
		return verdict.TrappedMan, verdict.Men("pawns can never have let this man in", sq.BB()), f.spent
	}
	return 0, verdict.Evidence{}, f.spent
}

// NeverIn returns [verdict.ShutOut] with its evidence if pawns never let in one man or two of a valid setup, Lemma 17, or 0; and the states looked
// at. It takes some microseconds mostly, and some milliseconds if men are shut in.
func (f *Finder) NeverIn(s *chess.Setup) (verdict.Reason, verdict.Evidence, int64) {
	before := f.spent
	switch men := f.neverIn(s); men.Count() {
	case 1:
		return verdict.ShutOut, verdict.Men("pawns can never have let this man in, in any order", men), f.spent - before
	case 2:
		return verdict.ShutOut, verdict.Men("pawns can never have let these men in, one after the other", men), f.spent - before
	}
	return 0, verdict.Evidence{}, f.spent - before
}

// KeptIn returns the reason why a valid setup is illegal by the theorems that count men whom pawns kept in, Lemmas 12 and 13:
// [verdict.PromotedMen] or [verdict.TakenAtHome], or 0; and the configurations looked at.
func (f *Finder) KeptIn(s *chess.Setup) (verdict.Reason, int64) {
	f.spent = 0
	reason, _ := f.promotedMen(s)
	if reason == 0 {
		reason, _ = f.takenAtHome(s)
	}
	return reason, f.spent
}

// Deadlock returns [verdict.Deadlock] with its evidence if a valid setup is illegal by Lemmas 1 and 10, or 0. It takes some microseconds.
func Deadlock(s *chess.Setup) (verdict.Reason, verdict.Evidence) {
	set := deadlocked(s)
	if set == 0 {
		return 0, verdict.Evidence{}
	}
	return verdict.Deadlock, verdict.Men("none of these men can have come last", set)
}

// withoutBarred asks for a kernel without what is barred, which the evidence says, and adds more.
func (st *Stage) withoutBarred(s *chess.Setup, barred proofkernel.Barred, states int64, more string) (verdict.Reason, verdict.Evidence, int64) {
	if barred == (proofkernel.Barred{}) {
		return 0, verdict.Evidence{}, 0
	}
	st.solver.Barred = barred
	r, n := st.solver.Exists(s, states)
	if r != proofkernel.NoKernel && r != proofkernel.NoExtended {
		return 0, verdict.Evidence{}, n
	}
	var squares chess.Bitboard
	for c := range chess.Color(2) {
		row := chess.Bitboard(barred.Bishops[c] | barred.Knights[c] | barred.Others[c])
		squares |= row.For(c.Other())
	}
	return verdict.BarredPromotions, verdict.Men("no kernel without men promoted on squares that they cannot have left"+more, squares), n
}

// Squares returns what Finder.barredSquares and Finder.fullPockets find together.
func (f *Finder) Squares(s *chess.Setup) proofkernel.Barred {
	var b, full proofkernel.Barred
	b.Bishops, b.Knights = f.barredSquares(s)
	full.Bishops, full.Knights, full.Others = f.fullPockets(s)
	return b.Union(full)
}
