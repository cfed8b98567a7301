package planner

import "chesscensus/chess"

// Choosing who falls and who captures.

// bind chooses victims and capturers of the captures that are next, and notes the
// victims that have arrived.
func (r *run) bind() {
	r.arrived = r.staying
	for i := range r.tasks {
		t := &r.tasks[i]
		if t.done || !t.capture && !t.settle {
			continue
		}
		if t.victim == nobody {
			ready := t.settle && !t.before.Has(t.to) || t.open && t.touch&t.before == 0 || t.early && !t.before.Has(t.to)
			if ready && (t.pawn != nobody || t.settle || r.chance(30)) {
				r.chooseVictim(t)
			}
		}
		if t.victim == nobody || t.settle {
			continue
		}
		v := &r.men[t.victim]
		if t.pawn == nobody {
			if t.capturer == nobody && t.color == r.us && t.open && r.chance(30) {
				r.chooseCapturer(t)
			}
		} else if v.sq == t.to && !t.before.Has(t.to) && v.role != chess.Pawn {
			r.arrived |= 1 << t.victim
		}
	}
}

// chooseVictim takes the officer of the kind with the cheapest way, roughly.
func (r *run) chooseVictim(t *task) {
	c := t.color.Other()
	if t.settle {
		c = t.color
	}
	men := r.board.Pieces(c, t.kind.role()) & t.kind.squares()
	best, least := nobody, 1<<30
	var obst obstacles
	have := false
	men &^= r.lastOfficer(c)
	for ; men != 0; men &= men - 1 {
		sq := men.First()
		u := r.at[sq]
		if (r.bound|r.keep|r.frozen)>>u&1 != 0 {
			continue
		}
		cost := r.dice.n(15)
		if r.doomed>>u&1 != 0 && t.pawn == nobody && !t.settle {
			cost -= 100
		}
		if (t.pawn != nobody || t.settle) && sq != t.to {
			if !have {
				obst, have = r.pathObstacles(), true
				obst[t.to] = 0
			}
			w := costWay(sq, t.kind.role(), t.to, &obst, 0, 0)
			if w.first == chess.NoSquare {
				continue
			}
			cost += w.cost
		}
		if cost < least {
			best, least = u, cost
		}
	}
	if best != nobody {
		t.victim = best
		r.bound |= 1 << best
	}
}

// chooseCapturer takes one of our officers, or the king, with a cheap way to the victim.
func (r *run) chooseCapturer(t *task) {
	to := r.men[t.victim].sq
	if r.men[t.victim].role == chess.Pawn {
		to = t.to
	}
	obst := r.pathObstacles()
	obst[to] = 0
	best, least := nobody, 1<<30
	for men := r.own &^ r.board.Of(chess.Pawn); men != 0; men &= men - 1 {
		sq := men.First()
		u := r.at[sq]
		if (r.bound|r.frozen)>>u&1 != 0 {
			continue
		}
		role := r.men[u].role
		hot := chess.Bitboard(0)
		cost := r.dice.n(15)
		if role == chess.King {
			hot = r.danger()
			cost += 40
		}
		w := costWay(sq, role, to, &obst, 0, hot)
		if w.first == chess.NoSquare {
			continue
		}
		if cost += w.cost; cost < least {
			best, least = u, cost
		}
	}
	if best != nobody {
		t.capturer = best
		r.bound |= 1 << best
	}
}
