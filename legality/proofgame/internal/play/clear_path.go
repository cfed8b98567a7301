package play

import (
	"cmp"

	"chesscensus/chess"
	"chesscensus/legality/proofgame/internal/base"
)

// moveAside returns a quiet move of our man off a square, to where it is in nobody's way
// and preferably nearer to its own square; or one that gives it free squares.
func (r *placing) moveAside(sq chess.Square, avoid chess.Bitboard, depth int) chess.Move {
	u := r.At[sq]
	m := &r.Men[u]
	if !r.movable(u) || m.Role == chess.Pawn {
		return 0
	}
	stops := r.QuietStops(sq, m.Role)
	away := stops &^ avoid &^ (r.ways[0] | r.ways[1]) &^ r.requests[r.Us].vacate
	if away != 0 {
		if to := r.target[u]; to != chess.NoSquare && !r.placed(u) {
			if away.Has(to) {
				return r.Find(sq, to, chess.NoRole)
			}
			if near := away & base.Reach(m.Role, to, r.Occ); near != 0 {
				away = near
			}
		}
		for range 3 {
			if mv := r.Find(sq, r.rng.Pick(away), chess.NoRole); r.allowed(mv) {
				return mv
			}
		}
	}
	if depth == 0 {
		return 0
	}
	near := chess.Steps(m.Role, sq.BB())
	if stops&^avoid == 0 {
		r.requests[r.Them].vacate |= near & r.officersOnly() &^ r.Own
	}
	for own := near & r.Own &^ r.Board.Of(chess.Pawn); own != 0; {
		n := r.rng.Pick(own)
		own &^= n.BB()
		if mv := r.moveAside(n, avoid|sq.BB(), depth-1); mv != 0 {
			return mv
		}
	}
	if free := stops &^ r.requests[r.Us].vacate; free != 0 && r.rng.Chance(30) { // along the way, if need be
		return r.Find(sq, r.rng.Pick(free), chess.NoRole)
	}
	return 0
}

// allowed rejects, most of the time, a move after which we attack the way of the enemy
// king more often.
func (r *placing) allowed(m chess.Move) bool {
	set := r.requests[r.Us].stopAttacking
	return set == 0 || r.rng.Chance(10) || r.attacksAfter(m, set) <= r.pressure(set).n
}

// fulfillRequest returns a move by which a man leaves a square that the enemy asks for, or 0.
func (r *placing) fulfillRequest() chess.Move {
	avoid := r.requests[r.Us].vacate | r.ways[r.Them]
	for set := r.requests[r.Us].vacate; set != 0; {
		sq := r.rng.Pick(set)
		set &^= sq.BB()
		if m := r.moveAside(sq, avoid, 2); m != 0 {
			return m
		}
	}
	return 0
}

// idle returns a move that loses time: off all ways, preferably by a man not placed.
func (r *placing) idle() chess.Move {
	avoid := r.ways[0] | r.ways[1] | r.requests[r.Us].vacate
	var best [3]choice
	for _, m := range r.Moves {
		if !r.quiet(m) || r.GivesCheck(m) {
			continue
		}
		class := 0
		switch {
		case avoid.Has(m.To()):
			class = 2
		case r.placed(r.At[m.From()]) || m.Role() == chess.King:
			class = 1
		}
		if class < 2 && r.requests[r.Us].stopAttacking != 0 && !r.allowed(m) {
			class = 2
		}
		best[class].offer(r.rng, m, 0)
	}
	return cmp.Or(best[0].move, best[1].move, best[2].move)
}

// evade answers a check, preferably by men not placed.
func (r *placing) evade() chess.Move {
	var best choice
	for _, m := range r.Moves {
		u := r.At[m.From()]
		if m.Irreversible() || !r.movable(u) {
			continue
		}
		cost := 0
		if r.placed(u) {
			cost += 20
		}
		if m.To() == r.target[u] {
			cost -= 10
		}
		if r.GivesCheck(m) {
			cost += 15
		}
		if (r.ways[0] | r.ways[1]).Has(m.To()) {
			cost += 8
		}
		if m.Role() == chess.King {
			cost += 5
		}
		best.offer(r.rng, m, cost)
	}
	return best.move
}
