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

// A Stage refutes setups by the theorems of this package. The zero value is ready. A Stage is for one goroutine at a time.
type Stage struct {
	// Limit is the number of configurations that one projection search may visit. 0 means that the
	// budget decides: one for every two nodes, 100 000 by default, twice as many in each pass, at
	// most [MaxProjectionLimit].
	Limit int

	finder    Finder
	projector projector
	solver    proofkernel.Solver
}

// Name returns [StageName].
func (*Stage) Name() string { return StageName }

// Effort returns [verdict.Path]: all cheaper stages judge a setup before this one.
func (*Stage) Effort() verdict.Effort { return verdict.Path }

// Forget releases the memory that is kept from one setup to the next.
func (st *Stage) Forget() { *st = Stage{Limit: st.Limit} }

// Judge judges one setup. The reason is
//
//   - [verdict.Deadlock] if of some men none can have arrived last (Lemmas 1 and 10);
//   - [verdict.TrappedMan] if pawns can never have let a man in (Lemmas 2 and 11);
//   - [verdict.PromotedMen] if too many men must have been promoted, or too few can have been (Lemma 12);
//   - [verdict.ShutOut] if there is no way in for a man (Lemma 8), for one or two men one after the other (Lemma 17), for a
//     bishop to where it must have been taken (Lemma 16), or, above the limit of the first pass, for a few men together
//     (Lemma 14);
//   - [verdict.BarredPromotions] if no kernel does without promotions on barred squares (Lemmas 5 and 15);
//   - [verdict.TakenAtHome] if pawns must have taken men that never got out (Lemma 13).
//
// An invalid setup is passed on. Budget.Nodes limits the states of kernels. Where Limit is 0, Budget.Nodes and Budget.Pass also
// limit the configurations of projection searches.
//
// A call mostly costs some milliseconds, and a second or two if projection searches come to their limit.
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

// limit returns the number of configurations for one projection search: half as many as the budget has nodes. (A node is a
// planned ply of package proofgame.)
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

// Refute returns the reason why a valid setup is illegal, or 0, with the evidence. The third result is the cost, in
// configurations and states of kernels. One search for a kernel may expand the given number of states. A projection search may
// visit Limit configurations, or as many as in the first pass if Limit is 0.
func (st *Stage) Refute(s *chess.Setup, states int64) (reason verdict.Reason, e verdict.Evidence, cost int64) {
	return st.refute(s, states, st.limit(&verdict.Budget{}))
}

// refute is Refute with the limit of a projection search. It applies cheap theorems first.
func (st *Stage) refute(s *chess.Setup, states int64, limit int) (reason verdict.Reason, e verdict.Evidence, cost int64) {
	f := &st.finder
	if reason, e, n := f.Shut(s); reason != 0 {
		return reason, e, n
	}
	if reason, e := f.refutePromotedMen(s); reason != 0 {
		return reason, e, f.spent
	}
	barred := f.Squares(s)
	if reason, e, n := st.refuteByBarred(s, barred, states, ""); reason != 0 {
		return reason, e, n + f.spent
	}
	p := &st.projector
	p.Limit = limit
	p.open(s)
	if sq, ok := p.shutOutMan(s); ok {
		return verdict.ShutOut, verdict.Men("whatever pawns have captured, they can never have let this man in", sq.BB()), f.spent + p.spent
	}
	barred = st.barredByProjections(s, barred, states)
	reason, e, cost = st.refuteByBarred(s, barred, states, ", whatever pawns have captured")
	if reason == 0 {
		reason, e = f.refuteTakenAtHome(s)
	}
	if reason == 0 {
		home, ok, n := st.impossiblyTakenBishop(s, states)
		if cost += n; ok {
			reason = verdict.ShutOut
			e = verdict.Men("the bishop of this square was taken by a pawn, but never came to where one can have taken it", home.BB())
		}
	}
	if reason == 0 {
		reason, e, _ = f.NeverIn(s)
	}
	if reason == 0 {
		reason, e = st.refuteByNeededPromotion(s, barred, states)
	}
	if reason == 0 && limit > projectionLimit {
		cost += p.spent // Stage.incompatibleMen counts from 0 again
		if men := st.incompatibleMen(s, limit); men != 0 {
			reason, e = verdict.ShutOut, verdict.Men("whatever pawns have captured, they can never have let these men in together", men)
		}
	}
	return reason, e, cost + f.spent + p.spent
}

// barredByProjections returns barred squares together with those that projections bar (Lemmas 6 to 9). The projector is open for s.
func (st *Stage) barredByProjections(s *chess.Setup, barred proofkernel.Barred, states int64) proofkernel.Barred {
	p := &st.projector
	return barred.Union(p.barredSquares(s, func(possible proofkernel.Barred) bool {
		st.solver.Barred = barred.Union(possible)
		r, n := st.solver.Exists(s, states)
		p.spent += n
		return r == proofkernel.Has
	}))
}

// NeedsBarred reports whether all kernels of a valid setup promote men on barred squares. Such a setup is illegal, by Lemma 5 with
// Lemmas 3, 4 and 6 to 9 alone: [Stage.Refute] may find another theorem first. One projection search visits at most Limit configurations.
func (st *Stage) NeedsBarred(s *chess.Setup) bool {
	st.projector.Limit = st.limit(&verdict.Budget{})
	st.projector.open(s)
	reason, _, _ := st.refuteByBarred(s, st.barredByProjections(s, st.finder.Squares(s), 0), 0, "")
	return reason != 0
}

// neededPromotionNote is the evidence of Lemma 15.
const neededPromotionNote = "no kernel without a man promoted on this square, who did not get away before the man on it came"

// refuteByNeededPromotion refutes a setup by Lemma 15, or returns 0.
func (st *Stage) refuteByNeededPromotion(s *chess.Setup, barred proofkernel.Barred, states int64) (verdict.Reason, verdict.Evidence) {
	p := &st.projector
	sq := p.impossibleNeededSquare(s, barred, func(barred proofkernel.Barred) bool {
		st.solver.Barred = barred
		r, n := st.solver.Exists(s, states)
		p.spent += n
		return !r.Refutes()
	})
	if sq == chess.NoSquare {
		return 0, verdict.Evidence{}
	}
	return verdict.BarredPromotions, verdict.Men(neededPromotionNote, sq.BB())
}

// Together returns men of a valid setup that cannot all have come to their squares, or none. A setup with such men is illegal, by
// Lemma 14 alone. One search may visit Limit configurations, or as many as in the first pass if Limit is 0. A call costs seconds
// at most.
func (st *Stage) Together(s *chess.Setup) chess.Bitboard {
	return st.incompatibleMen(s, cmp.Or(st.Limit, projectionLimit))
}

// Fallen returns the home of a bishop of a valid setup that a pawn must have taken and cannot have taken. Such a setup is
// illegal, by Lemma 16 alone. If there is no such bishop, ok is false. One projection search visits at most Limit configurations,
// and never more than 20 000.
func (st *Stage) Fallen(s *chess.Setup) (home chess.Square, ok bool) {
	st.projector.Limit = st.Limit
	st.projector.open(s)
	home, ok, _ = st.impossiblyTakenBishop(s, 0)
	return home, ok
}

// incompatibleMen returns the men of Lemma 14, from searches with the given limit.
func (st *Stage) incompatibleMen(s *chess.Setup, limit int) chess.Bitboard {
	p := &st.projector
	p.Limit = limit
	p.open(s) // this gives the windows a budget of their own
	return p.incompatibleMen(s)
}

// Holds reports whether a retraction theorem refutes a valid setup for the given reason: [verdict.Deadlock],
// [verdict.TrappedMan], [verdict.PromotedMen] or [verdict.TakenAtHome]. It does so even if a verdict would state another reason.
// For reasons of other theorems it returns false.
func (f *Finder) Holds(s *chess.Setup, reason verdict.Reason) bool {
	var refuted verdict.Reason
	switch reason {
	case verdict.Deadlock:
		refuted, _ = Deadlock(s)
	case verdict.TrappedMan:
		_, trapped := f.trappedMan(s)
		return trapped
	case verdict.PromotedMen:
		refuted, _ = f.refutePromotedMen(s)
	case verdict.TakenAtHome:
		refuted, _ = f.refuteTakenAtHome(s)
	}
	return refuted != 0
}

// Shut refutes a valid setup by the cheap retraction theorems, Lemmas 1, 2, 10 and 11. It returns [verdict.Deadlock] or
// [verdict.TrappedMan] with the evidence, or 0, and the number of configurations visited.
func (f *Finder) Shut(s *chess.Setup) (reason verdict.Reason, e verdict.Evidence, configurations int64) {
	if reason, e := Deadlock(s); reason != 0 {
		return reason, e, 1
	}
	f.spent = 0
	if sq, ok := f.trappedMan(s); ok {
		return verdict.TrappedMan, verdict.Men("pawns can never have let this man in", sq.BB()), f.spent
	}
	return 0, verdict.Evidence{}, f.spent
}

// NeverIn refutes a valid setup by Lemma 17: pawns never let in one man, or two men. It returns [verdict.ShutOut] with the
// evidence, or 0, and the number of states visited. A call takes some microseconds mostly, and some milliseconds if men are shut
// in.
func (f *Finder) NeverIn(s *chess.Setup) (reason verdict.Reason, e verdict.Evidence, states int64) {
	before := f.spent
	switch men := f.menNeverLetIn(s); men.Count() {
	case 1:
		return verdict.ShutOut, verdict.Men("pawns can never have let this man in, in any order", men), f.spent - before
	case 2:
		return verdict.ShutOut, verdict.Men("pawns can never have let these men in, one after the other", men), f.spent - before
	}
	return 0, verdict.Evidence{}, f.spent - before
}

// KeptIn refutes a valid setup by Lemmas 12 and 13, which count men that pawns kept in. It returns [verdict.PromotedMen] or
// [verdict.TakenAtHome], or 0, and the number of configurations visited.
func (f *Finder) KeptIn(s *chess.Setup) (verdict.Reason, int64) {
	f.spent = 0
	reason, _ := f.refutePromotedMen(s)
	if reason == 0 {
		reason, _ = f.refuteTakenAtHome(s)
	}
	return reason, f.spent
}

// Deadlock refutes a valid setup by Lemmas 1 and 10. It returns [verdict.Deadlock] with the evidence, or 0. A call takes some
// microseconds.
func Deadlock(s *chess.Setup) (verdict.Reason, verdict.Evidence) {
	set := deadlockedMen(s)
	if set == 0 {
		return 0, verdict.Evidence{}
	}
	return verdict.Deadlock, verdict.Men("none of these men can have come last", set)
}

// refuteByBarred refutes a setup that has no kernel without promotions on barred squares (Lemma 5). The note of the evidence ends
// with suffix.
func (st *Stage) refuteByBarred(
	s *chess.Setup, barred proofkernel.Barred, states int64, suffix string,
) (reason verdict.Reason, e verdict.Evidence, cost int64) {
	if barred == (proofkernel.Barred{}) {
		return 0, verdict.Evidence{}, 0
	}
	st.solver.Barred = barred
	r, cost := st.solver.Exists(s, states)
	if !r.Refutes() {
		return 0, verdict.Evidence{}, cost
	}
	var squares chess.Bitboard
	for c := range chess.Color(2) {
		row := chess.Bitboard(barred.Bishops[c] | barred.Knights[c] | barred.Others[c])
		squares |= row.For(c.Other())
	}
	return verdict.BarredPromotions, verdict.Men("no kernel without men promoted on squares that they cannot have left"+suffix, squares), cost
}

// Squares returns the promotion squares that Lemmas 3 and 4 bar.
func (f *Finder) Squares(s *chess.Setup) proofkernel.Barred {
	return f.barredSquares(s).Union(f.fullPockets(s))
}
