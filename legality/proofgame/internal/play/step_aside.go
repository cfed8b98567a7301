package play

import (
	"cmp"

	"chesscensus/chess"
)

// Chances in percent of the moves by which a man steps aside to a square that others may need.
const (
	otherWayPercent = 50 // a way, or a square of a task
	anywherePercent = 30 // any square
)

// stepAside returns a move by which our man on sq leaves it, or a move that prepares that, by the first rule that gives one; 0 if none
// does. The move captures nothing.
//
//  1. An immobile man stays (fixedMen).
//  2. A pawn makes a step of freePawnStep if depth > 0, and otherwise stays.
//  3. A king goes to a square that is neither in avoid nor in its danger zone.
//  4. A man goes to a square that is neither in avoid, nor on a way of either side, nor to be vacated.
//  5. With otherWayPercent it goes to a square that is not to be vacated, and in avoid only if it is one of taskSquares.
//  6. If depth > 0, enemy officers beside it are requested to leave, and one of our men beside it steps aside, by these rules
//     with depth-1 and without entering sq.
//  7. With anywherePercent it goes to any square, if depth > 0.
func (p *path) stepAside(sq chess.Square, avoid chess.Bitboard, depth int) chess.Move {
	u := p.At[sq]
	role := p.Men[u].Role
	if !p.canMove(u) {
		return 0
	}
	if role == chess.Pawn {
		if depth > 0 {
			return p.freePawnStep(sq.BB(), depth-1)
		}
		return 0
	}
	vacate := p.requests[p.Us].vacate
	stops := p.QuietStops(sq, role)
	if role == chess.King {
		if away := stops &^ avoid &^ p.dangerZone(p.Us); away != 0 {
			return p.FindMove(sq, p.rng.Pick(away), chess.NoRole)
		}
	}
	if away := stops &^ avoid &^ (p.ways[0] | p.ways[1]) &^ vacate; away != 0 {
		return p.FindMove(sq, p.rng.Pick(away), chess.NoRole)
	}
	if away := stops &^ vacate &^ (avoid &^ p.taskSquares); away != 0 && p.rng.Chance(otherWayPercent) {
		return p.FindMove(sq, p.rng.Pick(away), chess.NoRole)
	}
	if depth == 0 {
		return 0
	}
	beside := chess.Steps(role, sq.BB())
	p.requests[p.Them].vacate |= beside & p.officers() &^ p.Own
	for own := beside & p.Own; own != 0; {
		neighbor := p.rng.Take(&own)
		if m := p.stepAside(neighbor, avoid|sq.BB(), depth-1); m != 0 {
			return m
		}
	}
	if stops != 0 && p.rng.Chance(anywherePercent) {
		return p.FindMove(sq, p.rng.Pick(stops), chess.NoRole)
	}
	return 0
}

// fulfillRequest returns a move that the enemy requests: a man leaves a square that is to be vacated, or failing that we attack fewer
// squares of the way of the enemy's king. It returns 0 if there is none.
func (p *path) fulfillRequest() chess.Move {
	asked := &p.requests[p.Us]
	avoid := asked.vacate | p.taskSquares | p.ways[p.Them]
	for set := asked.vacate & p.Own; set != 0; {
		sq := p.rng.Take(&set)
		if p.arrived>>p.At[sq]&1 != 0 {
			continue
		}
		if m := p.stepAside(sq, avoid, 2); m != 0 {
			return m
		}
	}
	if asked.stopAttacking != 0 {
		return p.reduceAttacks(asked.stopAttacking)
	}
	return 0
}

// Costs of an answer to a check: one of the first five, by the man that moves, and the last two in addition.
const (
	evadeByPawn    = 0
	evadeByKing    = 5
	evadeByOfficer = 10
	evadeIntoZone  = 20 // by the king, into its danger zone
	evadeByNeeded  = 40 // by an officer that has arrived or is chosen for a task
	evadeOntoWay   = 5  // onto a square of our ways or of a task
	evadeWithCheck = 15 // and the move gives check
)

// evade returns the cheapest answer to a check, or 0. It never captures, nor moves an immobile man.
func (p *path) evade() chess.Move {
	var best choice
	zone := p.dangerZone(p.Us)
	for _, m := range p.Moves {
		u := p.At[m.From()]
		if m.Captured() != chess.NoRole || !p.canMove(u) {
			continue
		}
		cost := evadeByOfficer
		switch {
		case m.Role() == chess.Pawn:
			if !p.inPlan(u, m) {
				continue
			}
			cost = evadeByPawn
		case m.Role() == chess.King && zone.Has(m.To()):
			cost = evadeIntoZone
		case m.Role() == chess.King:
			cost = evadeByKing
		case (p.arrived|p.chosen)>>u&1 != 0:
			cost = evadeByNeeded
		}
		if p.ways[p.Us].Has(m.To()) || p.taskSquares.Has(m.To()) {
			cost += evadeOntoWay
		}
		if p.GivesCheck(m) {
			cost += evadeWithCheck
		}
		best.offer(p.rng, m, cost)
	}
	return best.move
}

// inPlan reports whether step m of pawn u is part of the plan: not onto a square of a task, not past its interim square, and no
// promotion but to what the pawn becomes.
func (p *path) inPlan(u int8, m chess.Move) bool {
	if !p.hasStep(u) || p.taskSquares.Has(m.To()) || (p.plan.InterimSquare(u).Row()-m.To().Row())*p.Us.Forward() < 0 {
		return false
	}
	return m.Promotion() == chess.NoRole || m.Promotion() == p.plan.PromotionRole[u]
}

// waitingMove returns a quiet move without check by a man that is not chosen for a task; 0 if there is none. It prefers moves of
// officers to squares off all ways and tasks.
func (p *path) waitingMove() chess.Move {
	avoid := p.taskSquares | p.ways[0] | p.ways[1] | p.requests[p.Us].vacate
	var best [2]choice
	for _, m := range p.Moves {
		if !p.isQuiet(m) || p.GivesCheck(m) || p.chosen>>p.At[m.From()]&1 != 0 {
			continue
		}
		class := 0
		if m.Role() == chess.King || avoid.Has(m.To()) {
			class = 1
		}
		best[class].offer(p.rng, m, 0)
	}
	return cmp.Or(best[0].move, best[1].move)
}
