package play

import (
	"chesscensus/chess"
	"chesscensus/legality/proofgame/internal/base"
)

// quiet reports whether a legal move is one of a free officer or king that captures
// nothing.
func (r *scene) quiet(m chess.Move) bool {
	u := r.At[m.From()]
	return !m.Irreversible() && !m.Castles() && (r.fixed.immobile|r.arrived)>>u&1 == 0
}

// anyQuietMove returns any move of a man that may move, without capture, pawn move or castling; 0 if there is none.
func (r *scene) anyQuietMove() chess.Move {
	var best choice
	for _, m := range r.Moves {
		if !m.Irreversible() && !m.Castles() && r.movable(r.At[m.From()]) {
			best.offer(r.rng, m, 0)
		}
	}
	return best.move
}

// A choice is the move that costs least of those offered, or any one of several.
type choice struct {
	move       chess.Move
	cost, ties int
}

// offer takes a move into the choice.
func (c *choice) offer(rng *base.RNG, m chess.Move, cost int) {
	if c.ties == 0 || cost < c.cost {
		c.cost, c.ties = cost, 0
	}
	if cost == c.cost {
		if c.ties++; rng.N(c.ties) == 0 {
			c.move = m
		}
	}
}

// hasQuietReply reports whether the enemy has a move after ours that is neither a capture nor a
// pawn move; if the list may be revised, one by a man that may move.
func (r *scene) hasQuietReply(m chess.Move) bool {
	next := r.Pos.Play(m)
	var buf [256]chess.Move
	for _, reply := range next.Moves(buf[:0]) {
		if !reply.Irreversible() && !(r.revise && !r.movable(r.At[reply.From()])) {
			return true
		}
	}
	return false
}

// A pressure is what our men do to squares of the enemy king's way before we move.
type pressure struct {
	set   chess.Bitboard
	known bool
	n     int            // how often they attack squares of the set
	men   chess.Bitboard // who does
	lines chess.Bitboard // squares through which they do
}

// pressure returns that on a set, which is kept until the position changes.
func (r *scene) pressure(set chess.Bitboard) *pressure {
	p := &r.pressed
	if p.known && p.set == set {
		return p
	}
	*p = pressure{set: set, known: true}
	occ := r.Occ &^ r.Board.King(r.Them).BB()
	for ; set != 0; set &= set - 1 {
		sq := set.First()
		men := r.Board.Attackers(sq, r.Us, occ)
		p.n += men.Count()
		p.men |= men
		for ; men != 0; men &= men - 1 {
			p.lines |= chess.Between(sq, men.First())
		}
	}
	return p
}

// reduceAttacks returns a quiet move after which we attack the squares less often. That takes a man who
// attacks some of them, or one who steps in the way of another.
func (r *scene) reduceAttacks(set chess.Bitboard) chess.Move {
	p := r.pressure(set)
	best := p.n
	var move chess.Move
	ties := 0
	for _, m := range r.Moves {
		if !p.men.Has(m.From()) && !p.lines.Has(m.To()) {
			continue
		}
		if !r.quiet(m) || r.GivesCheck(m) || set.Has(m.To()) {
			continue
		}
		n := r.attacksAfter(m, set)
		if n < best {
			best, move, ties = n, m, 1
		} else if n == best && move != 0 {
			if ties++; r.rng.N(ties) == 0 {
				move = m
			}
		}
	}
	return move
}

// attacksAfter returns how often our men attack the squares of a set after a move, or as they stand if the move is 0.
func (r *scene) attacksAfter(m chess.Move, set chess.Bitboard) (n int) {
	if m == 0 {
		return r.pressure(set).n
	}
	next := r.Pos.Play(m)
	b := next.Board()
	occ := b.Occupied() &^ b.King(r.Them).BB()
	for ; set != 0; set &= set - 1 {
		n += b.Attackers(set.First(), r.Us, occ).Count()
	}
	return n
}
