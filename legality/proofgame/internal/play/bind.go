package play

import (
	"chesscensus/chess"
	"chesscensus/legality/proofgame/internal/base"
	"chesscensus/legality/proofgame/internal/schedule"
)

// bind chooses victims and capturers of the captures that are next, and notes the
// victims that have arrived.
func (r *agenda) bind() {
	r.arrived = r.staying
	for i := range r.jobs {
		t := &r.jobs[i]
		if t.done || t.Act != schedule.Capture && t.Act != schedule.Settle {
			continue
		}
		if t.victim == base.Nobody {
			ready := t.Act == schedule.Settle && !t.before.Has(t.To) || t.open && t.Squares&t.before == 0 || t.Early && !t.before.Has(t.To)
			if ready && (t.Pawn != base.Nobody || t.Act == schedule.Settle || r.rng.Chance(30)) {
				r.chooseVictim(t)
			}
		}
		if t.victim == base.Nobody || t.Act == schedule.Settle {
			continue
		}
		v := &r.Men[t.victim]
		if t.Pawn == base.Nobody {
			if t.capturer == base.Nobody && t.Color == r.Us && t.open && r.rng.Chance(30) {
				r.chooseCapturer(t)
			}
		} else if v.Sq == t.To && !t.before.Has(t.To) && v.Role != chess.Pawn {
			r.arrived |= 1 << t.victim
		}
	}
}

// chooseVictim takes the officer of the kind with the cheapest way, roughly.
func (r *agenda) chooseVictim(t *job) {
	c := t.Color.Other()
	if t.Act == schedule.Settle {
		c = t.Color
		if t.Kind == base.NoKind {
			t.victim = r.At[r.Board.King(c)]
			r.bound |= 1 << t.victim
			return
		}
	}
	men := r.Board.Pieces(c, t.Kind.Role()) & t.Kind.Squares()
	best, least := base.Nobody, 1<<30
	var obst base.Obstacles
	have := false
	men &^= r.lastOfficer(c)
	for ; men != 0; men &= men - 1 {
		sq := men.First()
		u := r.At[sq]
		if (r.bound|r.keep|r.fixed.immobile)>>u&1 != 0 {
			continue
		}
		cost := r.rng.N(15)
		if r.plan.StuckMen>>u&1 != 0 && t.Pawn == base.Nobody && t.Act != schedule.Settle {
			cost -= 100
		}
		if (t.Pawn != base.Nobody || t.Act == schedule.Settle) && sq != t.To {
			if !have {
				obst, have = r.pathObstacles(), true
				obst[t.To] = 0
			}
			w := base.CostWay(sq, t.Kind.Role(), t.To, &obst, 0, 0)
			if w.First == chess.NoSquare {
				continue
			}
			cost += w.Cost
		}
		if cost < least {
			best, least = u, cost
		}
	}
	if best != base.Nobody {
		t.victim = best
		r.bound |= 1 << best
	}
}

// chooseCapturer takes one of our officers, or the king, with a cheap way to the victim.
func (r *agenda) chooseCapturer(t *job) {
	to := r.Men[t.victim].Sq
	if r.Men[t.victim].Role == chess.Pawn {
		to = t.To
	}
	obst := r.pathObstacles()
	obst[to] = 0
	best, least := base.Nobody, 1<<30
	for men := r.Own &^ r.Board.Of(chess.Pawn); men != 0; men &= men - 1 {
		sq := men.First()
		u := r.At[sq]
		if (r.bound|r.fixed.immobile)>>u&1 != 0 {
			continue
		}
		role := r.Men[u].Role
		hot := chess.Bitboard(0)
		cost := r.rng.N(15)
		if role == chess.King {
			hot = r.Danger()
			cost += 40
		}
		w := base.CostWay(sq, role, to, &obst, 0, hot)
		if w.First == chess.NoSquare {
			continue
		}
		if cost += w.Cost; cost < least {
			best, least = u, cost
		}
	}
	if best != base.Nobody {
		t.capturer = best
		r.bound |= 1 << best
	}
}

// lastOfficer returns the only man of a color that can capture, if it still has to: where
// castling rights keep the king and rooks at home they cannot.
func (r *agenda) lastOfficer(c chess.Color) chess.Bitboard {
	king := r.Board.King(c)
	if r.fixed.immobile>>r.At[king]&1 == 0 {
		return 0
	}
	free := r.Board.Colored(c) &^ r.Board.Of(chess.Pawn)
	for bb := free; bb != 0; bb &= bb - 1 {
		if r.fixed.immobile>>r.At[bb.First()]&1 != 0 {
			free &^= bb & -bb
		}
	}
	if free.Many() {
		return 0
	}
	for i := range r.jobs {
		if t := &r.jobs[i]; !t.done && t.Act == schedule.Capture && t.Pawn == base.Nobody && t.Color == c {
			return free
		}
	}
	return 0
}

// pathObstacles returns what it costs to pass each square before the last capture.
func (r *agenda) pathObstacles() (o base.Obstacles) {
	for bb := r.Occ; bb != 0; bb &= bb - 1 {
		sq := bb.First()
		u := r.At[sq]
		switch {
		case r.fixed.immobile>>u&1 != 0:
			o[sq] = base.Wall
		case r.Men[u].Role == chess.King:
			o[sq] = 35
		case r.Men[u].Role != chess.Pawn:
			o[sq] = 9
		case r.canStep(u):
			o[sq] = 18
		case r.engaged>>u&1 != 0:
			o[sq] = 60
		default:
			o[sq] = base.Wall
		}
	}
	return o
}
