package play

import (
	"chesscensus/chess"
	"chesscensus/legality/proofgame/internal/base"
	"chesscensus/legality/proofgame/internal/schedule"
)

// captures returns a capture that is ready.
func (r *path) captures() chess.Move {
	for i := range r.jobs {
		t := &r.jobs[i]
		if t.done || t.Act != schedule.Capture || !t.open || t.Color != r.Us || (t.WaitsFor >= 0 && !r.inPlace(t.WaitsFor)) {
			continue
		}
		var m chess.Move
		if t.Pawn == base.Nobody {
			m = r.officerCapture(t)
		} else if t.victim != base.Nobody && r.Men[t.Pawn].Sq == t.From && (t.Squares&t.before) == 0 {
			v := r.Men[t.victim].Sq
			if v == t.To || r.passed(t, v) {
				m = r.Find(t.From, t.To, r.promotionOf(t))
				if m == 0 && !r.InCheck && v == t.To && r.rng.Chance(30) {
					m = r.kingStep(r.busy) // a pin
					if m != 0 {
						return m
					}
				}
			}
		}
		if m == 0 || r.waitsForKing(m.To()) || t.Pawn != base.Nobody && r.shutsOut(m) {
			continue
		}
		if !r.GivesCheck(m) || r.rng.Chance(25) && r.hasQuietReply(m) {
			return m
		}
		r.requests[r.Them].vacate |= r.EnemyKing.BB()
	}
	return 0
}

// passed reports whether the victim of a pawn has just passed the square of the capture.
func (r *agenda) passed(t *job, v chess.Square) bool {
	return r.Pos.EP() == t.To && v == t.To^8
}

func (r *path) promotionOf(t *job) chess.Role {
	if t.To.Row() == t.Color.LastRow() {
		return r.plan.PromotionRole[t.Pawn]
	}
	return chess.NoRole
}

// officerCapture returns any capture that does for a task.
func (r *path) officerCapture(t *job) chess.Move {
	var best chess.Move
	n := 0
	last := r.lastOfficer(r.Them)
	for _, m := range r.Moves {
		if last.Has(m.To()) || m.Captured() == chess.NoRole || m.Role() == chess.Pawn || r.fixed.immobile>>r.At[m.From()]&1 != 0 {
			continue
		}
		v := r.At[m.To()]
		switch {
		case t.Kind == base.NoKind:
			if v != t.victim || r.Men[v].Role == chess.Pawn && (m.To() != t.To || t.Squares&t.before != 0) {
				continue
			}
		case base.KindOf(m.Captured(), m.To()) != t.Kind || r.keep>>v&1 != 0 || r.bound>>v&1 != 0 && v != t.victim:
			continue
		}
		if r.bound>>r.At[m.From()]&1 != 0 && r.At[m.From()] != t.capturer {
			continue
		}
		if r.plan.StuckMen != 0 && t.Kind != base.NoKind && t.victim != base.Nobody && r.plan.StuckMen>>t.victim&1 != 0 && v != t.victim {
			continue
		}
		weight := 1
		if r.GivesCheck(m) {
			if best != 0 {
				continue
			}
			weight = 0
		}
		if n += weight; weight == 0 || r.rng.N(n) == 0 {
			best = m
		}
	}
	if best != 0 && t.Kind != base.NoKind {
		if t.victim != base.Nobody {
			r.bound &^= 1 << t.victim
			r.arrived &^= 1 << t.victim
		}
		t.victim = r.At[best.To()]
	}
	return best
}

// waitsForKing reports whether a pawn move to a square should wait until the enemy king has left
// its home, where the pawn would shut it in.
func (r *path) waitsForKing(to chess.Square) bool {
	k := r.EnemyKing
	if r.fixed.immobile>>r.At[k]&1 != 0 {
		return false
	}
	row, toRow := (k.Row()-r.Them.BackRow())*r.Them.Forward(), (to.Row()-r.Them.BackRow())*r.Them.Forward()
	if toRow > 1 || r.Board.RoleAt(to) == chess.King {
		return false
	}
	near := row == 0 || row == 1 && base.Abs(k.File()-to.File()) <= 2
	return near && r.rng.Chance(95)
}
