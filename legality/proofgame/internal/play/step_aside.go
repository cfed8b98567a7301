package play

import (
	"cmp"

	"chesscensus/chess"
)

// Chances in percent of the moves by which a man steps aside to a square that others need.
const (
	nearTaskChance = 50 // to a square of a task that is not done
	anywhereChance = 30 // to any square
)

// stepAside returns a move by which our man leaves a square, or one that prepares it, by the first rule that gives one; 0 if none does. It
// captures nothing.
//
//  1. An immobile man stays (fixedMen).
//  2. A pawn makes a free step if depth > 0, and otherwise stays.
//  3. A king goes to a square that is neither in avoid nor in its danger zone.
//  4. A man goes to a square that is neither in avoid, nor on a way of either side, nor to be vacated.
//  5. With nearTaskChance it goes to a square that is not to be vacated, and in avoid only if it is busy.
//  6. If depth > 0, enemy officers beside it are asked to leave, and one of our men beside it steps aside, by these rules
//     with depth-1 and without entering sq.
//  7. With anywhereChance it goes to any square, if depth > 0.
func (r *path) stepAside(sq chess.Square, avoid chess.Bitboard, depth int) chess.Move {
	u := r.At[sq]
	role := r.Men[u].Role
	if !r.movable(u) {
		return 0
	}
	if role == chess.Pawn {
		if depth > 0 {
			return r.freeStep(sq.BB(), depth-1)
		}
		return 0
	}
	vacate := r.requests[r.Us].vacate
	stops := r.QuietStops(sq, role)
	if role == chess.King {
		if away := stops &^ avoid &^ r.zone(r.Us); away != 0 {
			return r.Find(sq, r.rng.Pick(away), chess.NoRole)
		}
	}
	if away := stops &^ avoid &^ (r.ways[0] | r.ways[1]) &^ vacate; away != 0 {
		return r.Find(sq, r.rng.Pick(away), chess.NoRole)
	}
	if away := stops &^ vacate &^ (avoid &^ r.busy); away != 0 && r.rng.Chance(nearTaskChance) {
		return r.Find(sq, r.rng.Pick(away), chess.NoRole)
	}
	if depth == 0 {
		return 0
	}
	beside := chess.Steps(role, sq.BB())
	r.requests[r.Them].vacate |= beside & r.Occ &^ r.Own & r.officersOnly()
	for own := beside & r.Own; own != 0; {
		neighbor := r.rng.Pick(own)
		own &^= neighbor.BB()
		if m := r.stepAside(neighbor, avoid|sq.BB(), depth-1); m != 0 {
			return m
		}
	}
	if stops != 0 && r.rng.Chance(anywhereChance) {
		return r.Find(sq, r.rng.Pick(stops), chess.NoRole)
	}
	return 0
}

// fulfillRequest returns a move that does what the enemy asks for: a man leaves a square that is to be vacated, or failing that we attack
// fewer squares where the enemy's king has to go. It returns 0 if there is none.
func (r *path) fulfillRequest() chess.Move {
	asked := &r.requests[r.Us]
	avoid := asked.vacate | r.busy | r.ways[r.Them]
	for set := asked.vacate & r.Own; set != 0; {
		sq := r.rng.Pick(set)
		set &^= sq.BB()
		if r.arrived>>r.At[sq]&1 != 0 {
			continue
		}
		if m := r.stepAside(sq, avoid, 2); m != 0 {
			return m
		}
	}
	if asked.stopAttacking != 0 {
		return r.reduceAttacks(asked.stopAttacking)
	}
	return 0
}

// What an answer to a check costs: one of the first five by the man that moves, and the last two besides.
const (
	evadeByPawn    = 0
	evadeByKing    = 5
	evadeByOfficer = 10
	evadeIntoZone  = 20 // by the king, into its danger zone
	evadeByNeeded  = 40 // by an officer that has arrived or is bound to a task
	evadeOntoWay   = 5  // onto a square of our ways or of a task
	evadeWithCheck = 15 // and the move gives check
)

// evade returns the answer to a check that costs least, or 0. It never captures, nor moves an immobile man.
func (r *path) evade() chess.Move {
	var best choice
	zone := r.zone(r.Us)
	for _, m := range r.Moves {
		u := r.At[m.From()]
		if m.Captured() != chess.NoRole || !r.movable(u) {
			continue
		}
		cost := evadeByOfficer
		switch {
		case m.Role() == chess.Pawn:
			if !r.inPlan(u, m) {
				continue
			}
			cost = evadeByPawn
		case m.Role() == chess.King && zone.Has(m.To()):
			cost = evadeIntoZone
		case m.Role() == chess.King:
			cost = evadeByKing
		case (r.arrived|r.bound)>>u&1 != 0:
			cost = evadeByNeeded
		}
		if r.ways[r.Us].Has(m.To()) || r.busy.Has(m.To()) {
			cost += evadeOntoWay
		}
		if r.GivesCheck(m) {
			cost += evadeWithCheck
		}
		best.offer(r.rng, m, cost)
	}
	return best.move
}

// inPlan reports whether the step m of pawn u is one of the plan: not onto a square of a task, not past its interim square, and no promotion
// but to what it becomes.
func (r *path) inPlan(u int8, m chess.Move) bool {
	if !r.canStep(u) || r.busy.Has(m.To()) || (r.plan.InterimSquare(u).Row()-m.To().Row())*r.Us.Forward() < 0 {
		return false
	}
	return m.Promotion() == chess.NoRole || m.Promotion() == r.plan.PromotionRole[u]
}

// waitingMove returns a quiet move without check by a man that is not bound to a task; 0 if there is none. It prefers officers, and
// squares off all ways and not in avoid; what remains are moves of the king and onto those squares.
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
