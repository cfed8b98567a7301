package planner

import "chesscensus/chess"

// Placing one man in the last stage.

// place returns a move that brings a man nearer to its square.
func (r *run) place(u int8, index int) chess.Move {
	m := &r.men[u]
	if m.role == chess.Pawn {
		return r.release(u)
	}
	to := r.target[u]
	if r.own.Has(to) {
		if v := r.at[to]; kindOf(r.men[v].role, to) == kindOf(m.role, m.sq) && m.role != chess.King {
			r.target[u], r.target[v] = r.target[v], r.target[u]
			if r.placed(u) {
				return 0
			}
			to = r.target[u]
		}
	}
	top := r.topMan == nobody
	stops := ^r.checks[m.role]
	hot := chess.Bitboard(0)
	if m.role == chess.King {
		hot = r.danger()
		stops &^= hot
	}
	if !top {
		stops &^= r.top
		if r.top.Has(to) {
			return 0
		}
	}
	if !r.occ.Has(to) {
		if w, ok := r.freeWay(m.sq, m.role, to.BB()&stops, stops); ok {
			r.claim(u, w.path)
			return r.find(m.sq, w.first, chess.NoRole)
		}
	}
	if !top {
		return 0
	}
	obst := r.obstacles()
	if m.role == chess.King {
		r.forbid(&obst)
	}
	w := costWay(m.sq, m.role, to, &obst, r.checks[m.role], hot)
	if w.first == chess.NoSquare {
		return 0
	}
	leg := chess.Between(m.sq, w.first) | w.first.BB()
	if leg&r.occ == 0 {
		if mv := r.find(m.sq, w.first, chess.NoRole); mv != 0 && !r.gives(mv) {
			r.claim(u, w.path)
			r.ask[r.them].vacate |= w.path & r.occ &^ r.own
			r.ask[r.them].leave |= r.kingPath(m.role, w.path)
			return mv
		} else if mv != 0 {
			return 0 // it would give check: the man that will shield the king comes first
		}
	}
	r.claim(u, w.path)
	r.ask[r.them].vacate |= w.path & r.occ &^ r.own
	r.ask[r.them].leave |= r.kingPath(m.role, w.path)
	for own := w.path & r.own; own != 0; {
		sq := r.nearest(m.sq, own)
		own &^= sq.BB()
		if mv := r.moveAside(sq, w.path, 2); mv != 0 {
			r.behind(r.at[mv.From()], index)
			return mv
		}
	}
	return 0
}

// forbid makes walls of the squares that enemy pawns on their last squares attack.
func (r *run) forbid(o *obstacles) {
	for bb := pawnAttacks(r.them, r.final&r.board.Pieces(r.them, chess.Pawn)); bb != 0; bb &= bb - 1 {
		o[bb.First()] = wall
	}
}

// kingPath returns the squares of a king's way if the enemy is in its way.
func (r *run) kingPath(role chess.Role, path chess.Bitboard) chess.Bitboard {
	if role != chess.King || path&r.danger() == 0 || r.without&kingWishes != 0 {
		return 0
	}
	return path
}

// nearest returns the square of a set that is nearest to sq.
func (r *run) nearest(sq chess.Square, set chess.Bitboard) chess.Square {
	best, least := set.First(), 99
	for ; set != 0; set &= set - 1 {
		s := set.First()
		if d := max(abs(s.File()-sq.File()), abs(s.Row()-sq.Row())); d < least {
			best, least = s, d
		}
	}
	return best
}

func (r *run) claim(u int8, path chess.Bitboard) {
	r.ways[r.us] |= path
	if r.topMan == nobody {
		r.topMan, r.top = u, path
	}
}

// behind ranks a man that had to step aside just behind the one at an index.
func (r *run) behind(u int8, index int) {
	q := r.queue[r.us]
	for i, v := range q {
		if v != u {
			continue
		}
		if i <= index {
			return
		}
		copy(q[index+2:i+1], q[index+1:i])
		q[index+1] = u
		return
	}
}

// release returns the step of a pawn that has been held back, if every officer still
// has its way when the pawn stands at its end.
func (r *run) release(u int8) chess.Move {
	p := &r.men[u]
	walls := r.final | r.end[u].BB() | r.solid
	for v := range int8(r.size) {
		m := &r.men[v]
		if m.sq == chess.NoSquare || m.role == chess.Pawn || r.placed(v) {
			continue
		}
		if m.sq == r.end[u] || !region(m.role, m.sq, walls).Has(r.target[v]) {
			return 0
		}
	}
	next := ahead(p.color, p.sq)
	if r.occ.Has(next) {
		if !r.own.Has(next) {
			r.ask[r.them].vacate |= next.BB()
			return 0
		}
		if r.men[r.at[next]].role == chess.Pawn {
			return 0
		}
		return r.moveAside(next, next.BB(), 2)
	}
	m := r.find(p.sq, next, chess.NoRole)
	if m == 0 || r.gives(m) && !(r.chance(20) && r.answered(m)) {
		if m != 0 && r.chance(50) {
			r.ask[r.them].vacate |= r.enemyKing.BB()
		}
		return 0
	}
	return m
}

// obstacles returns what it costs to pass each square in the last stage.
func (r *run) obstacles() (o obstacles) {
	for bb := r.occ; bb != 0; bb &= bb - 1 {
		sq := bb.First()
		u := r.at[sq]
		m := &r.men[u]
		switch {
		case r.frozen>>u&1 != 0 || r.final.Has(sq):
			o[sq] = wall
			continue
		case m.role == chess.Pawn:
			o[sq] = 60
			continue
		case r.placed(u):
			o[sq] = 25
		default:
			o[sq] = 9
		}
		if m.role == chess.King {
			o[sq] += 25
		}
	}
	return o
}
