package play

import (
	"cmp"

	"chesscensus/chess"
	"chesscensus/legality/proofgame/internal/base"
)

// Chances in percent.
const (
	ontoWayPercent     = 30 // of moves onto a way, by a man that can step aside in no other way
	moreAttacksPercent = 10 // of moves that increase our attacks on the way of the enemy king
)

// moveAside returns a quiet move of our man off sq to where it is in no way, preferably towards its target. Failing that, if depth > 0,
// it returns a move of a neighbor that gives the man free squares, by the same rules with depth-1, or by chance a move of the man onto a
// way. It returns 0 if there is none, for pawns, and for immobile men. Enemy officers beside a man without squares are requested to leave.
func (p *placing) moveAside(sq chess.Square, avoid chess.Bitboard, depth int) chess.Move {
	u := p.At[sq]
	man := &p.Men[u]
	if !p.canMove(u) || man.Role == chess.Pawn {
		return 0
	}
	stops := p.QuietStops(sq, man.Role)
	away := stops &^ avoid &^ (p.ways[0] | p.ways[1]) &^ p.requests[p.Us].vacate
	if away != 0 {
		if to := p.target[u]; to != chess.NoSquare && !p.isPlaced(u) {
			if away.Has(to) {
				return p.FindMove(sq, to, chess.NoRole)
			}
			if near := away & base.Reach(man.Role, to, p.Occ); near != 0 {
				away = near
			}
		}
		for range 3 {
			if m := p.FindMove(sq, p.rng.Pick(away), chess.NoRole); p.isAllowed(m) {
				return m
			}
		}
	}
	if depth == 0 {
		return 0
	}
	near := chess.Steps(man.Role, sq.BB())
	if stops&^avoid == 0 {
		p.requests[p.Them].vacate |= near & p.officers() &^ p.Own
	}
	for own := near & p.Own &^ p.Board.Of(chess.Pawn); own != 0; {
		neighbor := p.rng.Take(&own)
		if m := p.moveAside(neighbor, avoid|sq.BB(), depth-1); m != 0 {
			return m
		}
	}
	if free := stops &^ p.requests[p.Us].vacate; free != 0 && p.rng.Chance(ontoWayPercent) {
		return p.FindMove(sq, p.rng.Pick(free), chess.NoRole)
	}
	return 0
}

// isAllowed reports whether move m may be made: it does not increase our attacks on the way of the enemy king, or does so by chance.
func (p *placing) isAllowed(m chess.Move) bool {
	squares := p.requests[p.Us].stopAttacking
	return squares == 0 || p.rng.Chance(moreAttacksPercent) || p.attacksAfter(m, squares) <= p.attacksOn(squares).count
}

// fulfillRequest returns a move by which a man leaves a square that the enemy requests, or 0.
func (p *placing) fulfillRequest() chess.Move {
	avoid := p.requests[p.Us].vacate | p.ways[p.Them]
	for set := p.requests[p.Us].vacate; set != 0; {
		sq := p.rng.Take(&set)
		if m := p.moveAside(sq, avoid, 2); m != 0 {
			return m
		}
	}
	return 0
}

// waitingMove returns a quiet move without check, or 0. It prefers squares off all ways, and then men that are not placed.
func (p *placing) waitingMove() chess.Move {
	avoid := p.ways[0] | p.ways[1] | p.requests[p.Us].vacate
	var best [3]choice
	for _, m := range p.Moves {
		if !p.isQuiet(m) || p.GivesCheck(m) {
			continue
		}
		class := 0
		switch {
		case avoid.Has(m.To()):
			class = 2
		case p.isPlaced(p.At[m.From()]) || m.Role() == chess.King:
			class = 1
		}
		if class < 2 && p.requests[p.Us].stopAttacking != 0 && !p.isAllowed(m) {
			class = 2
		}
		best[class].offer(p.rng, m, 0)
	}
	return cmp.Or(best[0].move, best[1].move, best[2].move)
}

// Costs of an answer to a check while officers are placed, besides evadeByKing and evadeWithCheck.
const (
	evadeFromTarget = 20
	evadeToTarget   = -10
	evadeOntoAnyWay = 8
)

// evade returns an answer to a check by a move that is neither a capture nor a pawn move, preferably by a man that is not placed; 0 if
// there is none.
func (p *placing) evade() chess.Move {
	var best choice
	for _, m := range p.Moves {
		u := p.At[m.From()]
		if m.Irreversible() || !p.canMove(u) {
			continue
		}
		cost := 0
		if p.isPlaced(u) {
			cost += evadeFromTarget
		}
		if m.To() == p.target[u] {
			cost += evadeToTarget
		}
		if p.GivesCheck(m) {
			cost += evadeWithCheck
		}
		if (p.ways[0] | p.ways[1]).Has(m.To()) {
			cost += evadeOntoAnyWay
		}
		if m.Role() == chess.King {
			cost += evadeByKing
		}
		best.offer(p.rng, m, cost)
	}
	return best.move
}
