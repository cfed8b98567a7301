package play

import (
	"cmp"

	"chesscensus/chess"
)

// stepAside returns a move by which our man leaves a square for one that is not to be avoided,
// or failing that one that gives it free squares.
func (r *path) stepAside(sq chess.Square, avoid chess.Bitboard, depth int) chess.Move {
	u := r.At[sq]
	m := &r.Men[u]
	if !r.movable(u) {
		return 0
	}
	if m.Role == chess.Pawn {
		if depth > 0 {
			return r.freeStep(sq.BB(), depth-1)
		}
		return 0
	}
	stops := r.QuietStops(sq, m.Role)
	if m.Role == chess.King {
		if away := stops &^ avoid &^ r.zone(r.Us); away != 0 {
			return r.Find(sq, r.rng.Pick(away), chess.NoRole)
		}
	}
	if away := stops &^ avoid &^ (r.ways[0] | r.ways[1]) &^ r.requests[r.Us].vacate; away != 0 {
		return r.Find(sq, r.rng.Pick(away), chess.NoRole)
	}
	if away := stops &^ r.requests[r.Us].vacate &^ (avoid &^ r.busy); away != 0 && r.rng.Chance(50) {
		return r.Find(sq, r.rng.Pick(away), chess.NoRole)
	}
	if depth == 0 {
		return 0
	}
	near := chess.Steps(m.Role, sq.BB())
	r.requests[r.Them].vacate |= near & r.Occ &^ r.Own & r.officersOnly()
	for own := near & r.Own; own != 0; {
		n := r.rng.Pick(own)
		own &^= n.BB()
		if mv := r.stepAside(n, avoid|sq.BB(), depth-1); mv != 0 {
			return mv
		}
	}
	if stops != 0 && r.rng.Chance(30) {
		return r.Find(sq, r.rng.Pick(stops), chess.NoRole)
	}
	return 0
}

// serve returns a move that serves a request of the enemy.
func (r *path) serve() chess.Move {
	avoid := r.requests[r.Us].vacate | r.busy | r.ways[r.Them]
	for set := r.requests[r.Us].vacate & r.Own; set != 0; {
		sq := r.rng.Pick(set)
		set &^= sq.BB()
		if r.arrived>>r.At[sq]&1 != 0 {
			continue
		}
		if m := r.stepAside(sq, avoid, 2); m != 0 {
			return m
		}
	}
	if r.requests[r.Us].stopAttacking != 0 {
		return r.reduceAttacks(r.requests[r.Us].stopAttacking)
	}
	return 0
}

// evade returns an answer to a check that spoils as little as possible.
func (r *path) evade() chess.Move {
	var best choice
	zone := r.zone(r.Us)
	for _, m := range r.Moves {
		u := r.At[m.From()]
		if m.Captured() != chess.NoRole || !r.movable(u) {
			continue
		}
		cost := 10
		switch {
		case m.Role() == chess.Pawn:
			if !r.canStep(u) || r.busy.Has(m.To()) || (r.plan.Interim(u).Row()-m.To().Row())*r.Us.Forward() < 0 ||
				m.Promotion() != chess.NoRole && m.Promotion() != r.plan.Becomes[u] {
				continue
			}
			cost = 0
		case m.Role() == chess.King:
			cost = 5
			if zone.Has(m.To()) {
				cost = 20
			}
		case (r.arrived|r.bound)>>u&1 != 0:
			cost = 40
		}
		if r.ways[r.Us].Has(m.To()) || r.busy.Has(m.To()) {
			cost += 5
		}
		if r.GivesCheck(m) {
			cost += 15
		}
		best.offer(r.rng, m, cost)
	}
	return best.move
}

// waitingMove returns a move that does no harm: by an officer that is not needed where it
// stands, off all ways; failing that, by the king.
func (r *path) waitingMove(avoid chess.Bitboard) chess.Move {
	avoid |= r.ways[0] | r.ways[1] | r.requests[r.Us].vacate
	var best [2]choice
	for _, m := range r.Moves {
		if !r.quiet(m) || r.GivesCheck(m) || r.bound>>r.At[m.From()]&1 != 0 {
			continue
		}
		class := 0
		if m.Role() == chess.King || avoid.Has(m.To()) {
			class = 1
		}
		best[class].offer(r.rng, m, 0)
	}
	return cmp.Or(best[0].move, best[1].move)
}
