package play

import (
	"chesscensus/chess"
	"chesscensus/legality/proofgame/internal/base"
)

// place returns a move that brings a man nearer to its square.
func (r *placing) place(u int8, index int) chess.Move {
	m := &r.Men[u]
	if m.Role == chess.Pawn {
		return r.release(u)
	}
	to := r.target[u]
	if r.Own.Has(to) {
		if v := r.At[to]; base.KindOf(r.Men[v].Role, to) == base.KindOf(m.Role, m.Sq) && m.Role != chess.King {
			r.target[u], r.target[v] = r.target[v], r.target[u]
			if r.placed(u) {
				return 0
			}
			to = r.target[u]
		}
	}
	top := r.foremost == base.Nobody
	stops := ^r.Checks[m.Role]
	hot := chess.Bitboard(0)
	if m.Role == chess.King {
		hot = r.Danger()
		stops &^= hot
	}
	if !top {
		stops &^= r.foremostWay
		if r.foremostWay.Has(to) {
			return 0
		}
	}
	if !r.Occ.Has(to) {
		if w, ok := r.FreeWay(m.Sq, m.Role, to.BB()&stops, stops); ok {
			r.claim(u, w.Path)
			return r.Find(m.Sq, w.First, chess.NoRole)
		}
	}
	if !top {
		return 0
	}
	return r.placeThrough(u, index, to, hot)
}

// placeThrough returns a move that brings the foremost man nearer to its square through the others: its
// own if the first leg is free, or one of a man of ours that is in the way. The enemy is asked to leave it.
func (r *placing) placeThrough(u int8, index int, to chess.Square, hot chess.Bitboard) chess.Move {
	m := &r.Men[u]
	obst := r.obstacles()
	if m.Role == chess.King {
		r.wallAttacked(&obst)
	}
	w := base.CostWay(m.Sq, m.Role, to, &obst, r.Checks[m.Role], hot)
	if w.First == chess.NoSquare {
		return 0
	}
	first := chess.Move(0)
	if leg := chess.Between(m.Sq, w.First) | w.First.BB(); leg&r.Occ == 0 {
		if first = r.Find(m.Sq, w.First, chess.NoRole); first != 0 && r.GivesCheck(first) {
			return 0 // it would give check: the man that will shield the king comes first
		}
	}
	r.claim(u, w.Path)
	r.requests[r.Them].vacate |= w.Path & r.Occ &^ r.Own
	r.requests[r.Them].stopAttacking |= r.kingPath(m.Role, w.Path)
	if first != 0 {
		return first
	}
	for own := w.Path & r.Own; own != 0; {
		sq := nearest(m.Sq, own)
		own &^= sq.BB()
		if mv := r.moveAside(sq, w.Path, 2); mv != 0 {
			r.requeueBehind(r.At[mv.From()], index)
			return mv
		}
	}
	return 0
}

// wallAttacked makes walls of the squares that enemy pawns on their last squares attack.
func (r *placing) wallAttacked(o *base.Obstacles) {
	for bb := chess.AllPawnAttacks(r.Them, r.final&r.Board.Pieces(r.Them, chess.Pawn)); bb != 0; bb &= bb - 1 {
		o[bb.First()] = base.Wall
	}
}

// kingPath returns the squares of a king's way if the enemy is in its way.
func (r *placing) kingPath(role chess.Role, path chess.Bitboard) chess.Bitboard {
	if role != chess.King || path&r.Danger() == 0 {
		return 0
	}
	return path
}

// nearest returns the square of a set that is nearest to sq.
func nearest(sq chess.Square, set chess.Bitboard) chess.Square {
	best, least := set.First(), 99
	for ; set != 0; set &= set - 1 {
		s := set.First()
		if d := max(base.Abs(s.File()-sq.File()), base.Abs(s.Row()-sq.Row())); d < least {
			best, least = s, d
		}
	}
	return best
}

// claim makes the way of a man one that others keep clear; the first to claim is the foremost.
func (r *placing) claim(u int8, path chess.Bitboard) {
	r.ways[r.Us] |= path
	if r.foremost == base.Nobody {
		r.foremost, r.foremostWay = u, path
	}
}

// requeueBehind puts a man that had to step aside just behind the one at an index of the queue.
func (r *placing) requeueBehind(u int8, index int) {
	q := r.queue[r.Us]
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
func (r *placing) release(u int8) chess.Move {
	p := &r.Men[u]
	walls := r.final | r.plan.End[u].BB() | r.plan.LockedOfficers
	for v := range int8(r.Size) {
		m := &r.Men[v]
		if m.Sq == chess.NoSquare || m.Role == chess.Pawn || r.placed(v) {
			continue
		}
		if m.Sq == r.plan.End[u] || !chess.Flood(m.Role, m.Sq.BB(), walls).Has(r.target[v]) {
			return 0
		}
	}
	next := p.Sq.Ahead(p.Color)
	if r.Occ.Has(next) {
		if !r.Own.Has(next) {
			r.requests[r.Them].vacate |= next.BB()
			return 0
		}
		if r.Men[r.At[next]].Role == chess.Pawn {
			return 0
		}
		return r.moveAside(next, next.BB(), 2)
	}
	m := r.Find(p.Sq, next, chess.NoRole)
	if m == 0 || r.GivesCheck(m) && !(r.rng.Chance(20) && r.hasQuietReply(m)) {
		if m != 0 && r.rng.Chance(50) {
			r.requests[r.Them].vacate |= r.EnemyKing.BB()
		}
		return 0
	}
	return m
}

// obstacles returns what it costs to pass each square in the last stage.
func (r *placing) obstacles() (o base.Obstacles) {
	for bb := r.Occ; bb != 0; bb &= bb - 1 {
		sq := bb.First()
		u := r.At[sq]
		m := &r.Men[u]
		switch {
		case r.fixed.immobile>>u&1 != 0 || r.final.Has(sq):
			o[sq] = base.Wall
			continue
		case m.Role == chess.Pawn:
			o[sq] = 60
			continue
		case r.placed(u):
			o[sq] = 25
		default:
			o[sq] = 9
		}
		if m.Role == chess.King {
			o[sq] += 25
		}
	}
	return o
}
