package planner

import "chesscensus/chess"

// One ply of the first two stages: captures, and pawns.

// planTasks returns the move of the side to move, 0 if there is none.
func (r *run) planTasks() chess.Move {
	r.scan()
	r.bind()
	if m := r.castling(); m != 0 {
		return m
	}
	if m := r.captures(); m != 0 {
		return m
	}
	if r.inCheck {
		return r.evade()
	}
	asked := &r.ask[r.us]
	asked.vacate &= r.own
	if r.left == 0 {
		if m := r.kingZone(); m != 0 {
			return m
		}
	}
	if asked.vacate != 0 && r.chance(80) {
		if m := r.grant(); m != 0 {
			return m
		}
	}
	if r.left != 0 {
		if m := r.kingZone(); m != 0 {
			return m
		}
	}
	r.ask[r.them], r.ways[r.us] = wishes{}, 0
	if r.bold && r.chance(20) {
		if m := r.clear(); m != 0 {
			return m
		}
	}
	for _, i := range r.order {
		if t := &r.tasks[i]; !t.done {
			if m := r.work(t); m != 0 {
				return m
			}
		}
	}
	if r.left == 0 || r.chance(25) {
		if m := r.freeStep(0, 3); m != 0 {
			return m
		}
	}
	if m := r.tempo(r.busy); m != 0 {
		return m
	}
	if m := r.freeStep(0, 3); m != 0 {
		return m
	}
	return r.anything()
}

// done marks what a move has settled.
func (r *run) done(m chess.Move, ply int) {
	for i := range r.tasks {
		t := &r.tasks[i]
		if t.done {
			continue
		}
		switch {
		case t.settle:
			if !r.sit(t) {
				continue
			}
		case t.leave != 0:
			if !r.gone(t) || r.awaited(int16(i)) {
				continue
			}
		case !t.capture:
			if t.pawn == nobody || m.Role() != chess.Pawn || m.To() != t.to || r.at[t.to] != t.pawn {
				continue
			}
		case m.Captured() == chess.NoRole || t.victim == nobody || r.men[t.victim].sq != chess.NoSquare:
			continue
		}
		t.done = true
		r.progress = ply
		for _, u := range [...]int8{t.victim, t.capturer} {
			if u != nobody {
				r.bound &^= 1 << u
				r.arrived &^= 1 << u
			}
		}
	}
}

// captures returns a capture that is ready.
func (r *run) captures() chess.Move {
	for i := range r.tasks {
		t := &r.tasks[i]
		if t.done || !t.capture || !t.open || t.color != r.us || (t.gate >= 0 && !r.inPlace(t.gate)) {
			continue
		}
		var m chess.Move
		if t.pawn == nobody {
			m = r.officerCapture(t)
		} else if t.victim != nobody && r.men[t.pawn].sq == t.from && (t.touch&t.before) == 0 {
			v := r.men[t.victim].sq
			if v == t.to || r.passed(t, v) {
				m = r.find(t.from, t.to, r.promotionOf(t))
				if m != 0 && m.Captured() == chess.NoRole {
					m = 0
				}
				if m == 0 && !r.inCheck && v == t.to && r.chance(30) {
					m = r.kingStep(r.busy) // a pin
					if m != 0 {
						return m
					}
				}
			}
		}
		if m == 0 || r.holdsFor(m.To()) {
			continue
		}
		if !r.gives(m) || r.chance(25) && r.answered(m) {
			if t.victim == nobody {
				t.victim = r.at[m.To()]
			}
			return m
		}
		r.ask[r.them].vacate |= r.enemyKing.BB()
	}
	return 0
}

// passed reports whether the victim of a pawn has just passed the square of the capture.
func (r *run) passed(t *task, v chess.Square) bool {
	return r.pos.EP() == t.to && v == t.to^8
}

func (r *run) promotionOf(t *task) chess.Role {
	if t.to.Row() == lastRow(t.color) {
		return r.becomes[t.pawn]
	}
	return chess.NoRole
}

// officerCapture returns any capture that does for a task.
func (r *run) officerCapture(t *task) chess.Move {
	var best chess.Move
	n := 0
	last := r.lastOfficer(r.them)
	for _, m := range r.moves {
		if last.Has(m.To()) || m.Captured() == chess.NoRole || m.Role() == chess.Pawn || r.frozen>>r.at[m.From()]&1 != 0 {
			continue
		}
		v := r.at[m.To()]
		switch {
		case t.kind == noKind:
			if v != t.victim || r.men[v].role == chess.Pawn && (m.To() != t.to || t.touch&t.before != 0) {
				continue
			}
		case kindOf(m.Captured(), m.To()) != t.kind || r.keep>>v&1 != 0 || r.bound>>v&1 != 0 && v != t.victim:
			continue
		}
		if r.bound>>r.at[m.From()]&1 != 0 && r.at[m.From()] != t.capturer {
			continue
		}
		if r.doomed != 0 && t.kind != noKind && t.victim != nobody && r.doomed>>t.victim&1 != 0 && v != t.victim {
			continue
		}
		weight := 1
		if r.gives(m) {
			if best != 0 {
				continue
			}
			weight = 0
		}
		if n += weight; weight == 0 || r.dice.n(n) == 0 {
			best = m
		}
	}
	if best != 0 && t.kind != noKind {
		if t.victim != nobody {
			r.bound &^= 1 << t.victim
			r.arrived &^= 1 << t.victim
		}
		t.victim = r.at[best.To()]
	}
	return best
}

// sit reports whether an officer stands where one is to be sent ahead, and keeps it there.
func (r *run) sit(t *task) bool {
	u := r.at[t.to]
	if u == nobody || t.gate >= 0 && !r.inPlace(t.gate) || t.before.Has(t.to) || r.men[u].color != t.color || kindOf(r.men[u].role, t.to) != t.kind {
		return false
	}
	r.staying |= 1 << u
	r.keep |= 1 << u
	t.victim = u
	return true
}

// lastOfficer returns the only man of a color that can capture, if it still has to: where
// castling rights keep the king and rooks at home they cannot.
func (r *run) lastOfficer(c chess.Color) chess.Bitboard {
	king := r.board.King(c)
	if r.frozen>>r.at[king]&1 == 0 {
		return 0
	}
	free := r.board.Colored(c) &^ r.board.Of(chess.Pawn)
	for bb := free; bb != 0; bb &= bb - 1 {
		if r.frozen>>r.at[bb.First()]&1 != 0 {
			free &^= bb & -bb
		}
	}
	if free.Many() {
		return 0
	}
	for i := range r.tasks {
		if t := &r.tasks[i]; !t.done && t.capture && t.pawn == nobody && t.color == c {
			return free
		}
	}
	return 0
}

// holdsFor reports whether a pawn move to sq should wait until the enemy king has left
// its home, where the pawn would shut it in.
func (r *run) holdsFor(to chess.Square) bool {
	k := r.enemyKing
	if r.frozen>>r.at[k]&1 != 0 || r.without&dangerZone != 0 {
		return false
	}
	row, toRow := (k.Row()-homeRow(r.them))*(1-2*int(r.them)), (to.Row()-homeRow(r.them))*(1-2*int(r.them))
	if toRow > 1 || r.board.RoleAt(to) == chess.King {
		return false
	}
	near := row == 0 || row == 1 && abs(k.File()-to.File()) <= 2
	return near && r.chance(95)
}

func abs(x int) int { return max(x, -x) }

// work returns a move that brings a task on.
func (r *run) work(t *task) chess.Move {
	if t.leave != 0 {
		return r.depart(t)
	}
	if !t.capture && !t.settle {
		if t.color != r.us || !t.open || (t.gate >= 0 && !r.inPlace(t.gate)) {
			return 0
		}
		return r.pawnStep(t.pawn, t.to, t.before, 3)
	}
	if t.victim == nobody {
		return 0
	}
	if t.settle {
		if t.color != r.us || t.before.Has(t.to) || t.gate >= 0 && !r.inPlace(t.gate) {
			return 0
		}
		return r.bring(t.victim, t.to)
	}
	v := &r.men[t.victim]
	if v.sq == chess.NoSquare {
		return 0
	}
	switch {
	case t.color == r.us && t.pawn == nobody && t.capturer != nobody:
		if v.role == chess.Pawn && (v.sq != t.to || !t.open || t.touch&t.before != 0) {
			return 0
		}
		return r.bring(t.capturer, v.sq)
	case t.color == r.us && t.pawn != nobody && t.open && (t.touch&t.before) == 0:
		if r.own.Has(t.to) {
			return r.aside(t.to, r.busy, 2)
		}
		if r.occ.Has(t.to) && v.sq != t.to {
			r.ask[r.them].vacate |= t.to.BB()
		}
	case t.color != r.us && v.role != chess.Pawn && t.pawn != nobody:
		if v.sq == t.to {
			return 0
		}
		if t.to.BB()&t.before != 0 || r.bold && t.gate >= 0 && !r.inPlace(t.gate) {
			return 0
		}
		if m := r.find(v.sq, t.to, chess.NoRole); m != 0 && r.gives(m) && r.captured(t, m) {
			return m
		}
		return r.bring(t.victim, t.to)
	}
	return 0
}

// captured reports whether a victim that arrives with check can be captured at once.
func (r *run) captured(t *task, m chess.Move) bool {
	if !t.open || t.touch&t.before != 0 || r.men[t.pawn].sq != t.from || t.gate >= 0 && !r.inPlace(t.gate) {
		return false
	}
	next := r.pos.Play(m)
	var buf [256]chess.Move
	for _, reply := range next.Moves(buf[:0]) {
		if reply.From() == t.from && reply.To() == t.to {
			return true
		}
	}
	return false
}

// pawnStep returns a step of a pawn towards a square of its file.
func (r *run) pawnStep(u int8, to chess.Square, taboo chess.Bitboard, depth int) chess.Move {
	p := &r.men[u]
	if p.role != chess.Pawn || p.sq == chess.NoSquare {
		return 0
	}
	next := ahead(p.color, p.sq)
	if taboo.Has(next) {
		return 0
	}
	if r.occ.Has(next) {
		if !r.own.Has(next) {
			r.ask[r.them].vacate |= next.BB()
		} else if depth > 0 {
			return r.aside(next, r.busy, depth-1)
		}
		return 0
	}
	double := chess.NoSquare
	if p.sq.Row() == pawnRow(p.color) && next != to {
		double = ahead(p.color, next)
		if r.occ.Has(double) {
			if r.own.Has(double) && depth > 1 {
				if m := r.aside(double, r.busy, depth-2); m != 0 && r.chance(50) {
					return m
				}
			}
			double = chess.NoSquare
		} else if taboo.Has(double) || r.chance(30) {
			double = chess.NoSquare
		}
	}
	for _, stop := range [...]chess.Square{double, next} {
		if stop == chess.NoSquare || r.holdsFor(stop) {
			continue
		}
		promotion := chess.NoRole
		if stop.Row() == lastRow(p.color) {
			promotion = r.becomes[u]
		}
		m := r.find(p.sq, stop, promotion)
		if m == 0 {
			if !r.inCheck && stop == next && r.chance(20) {
				return r.kingStep(r.busy) // a pin
			}
			continue
		}
		if !r.gives(m) || r.chance(4) && r.answered(m) {
			return m
		}
		r.ask[r.them].vacate |= r.enemyKing.BB()
	}
	return 0
}

// freeStep returns a step of a pawn that has no task left, on its way to its end; only of
// pawns on the given squares if there are any.
func (r *run) freeStep(only chess.Bitboard, depth int) chess.Move {
	pawns := r.board.Pieces(r.us, chess.Pawn)
	if only != 0 {
		pawns &= only
	}
	for pawns != 0 {
		sq := r.pick(pawns)
		pawns &^= sq.BB()
		u := r.at[sq]
		if r.canStep(u) {
			if m := r.pawnStep(u, r.interim(u), r.busy, depth); m != 0 {
				return m
			}
		}
	}
	return 0
}
