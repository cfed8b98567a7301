package play

import (
	"slices"

	"chesscensus/chess"
	"chesscensus/legality/proofgame/internal/base"
)

// askKingPercent is the chance in percent that the enemy king is requested to leave the square where a pawn held back would give it check.
const askKingPercent = 50

// placeMan returns a move that brings man u, which has the given index in the queue, nearer to its target; 0 if there is none. If a man
// of the same kind stands on the target, the two exchange their targets. If there is a way, u claims it.
func (p *placing) placeMan(u int8, index int) chess.Move {
	man := &p.Men[u]
	if man.Role == chess.Pawn {
		return p.releasePawn(u)
	}
	to := p.target[u]
	if p.Own.Has(to) {
		if other := p.At[to]; base.KindOf(p.Men[other].Role, to) == base.KindOf(man.Role, man.Sq) && man.Role != chess.King {
			p.target[u], p.target[other] = p.target[other], p.target[u]
			if p.isPlaced(u) {
				return 0
			}
			to = p.target[u]
		}
	}
	isForemost := p.foremost == base.NoMan // no man before u in the queue has a way
	stops, _ := p.stopsOf(man.Role)
	if !isForemost { // u may cross the way of the foremost man, but not stop on it
		stops &^= p.foremostWay
		if p.foremostWay.Has(to) {
			return 0
		}
	}
	if !p.Occ.Has(to) {
		if way, ok := p.FreeWay(man.Sq, man.Role, to.BB()&stops, stops); ok {
			p.claimWay(u, way.Path)
			return p.FindMove(man.Sq, way.First, chess.NoRole)
		}
	}
	if !isForemost { // only the foremost man sends others out of its way
		return 0
	}
	return p.placeThrough(u, index, to)
}

// placeThrough returns a move for man u on its cheapest way through other men to a square. That is its own first move if it is free and
// legal, and otherwise a move by one of our men in the way; 0 if there is none, or if the first move gives check. Unless the move gives
// check, man u claims the way, and the enemy is requested to leave it and, if it attacks a king's way somewhere, not to attack it.
func (p *placing) placeThrough(u int8, index int, to chess.Square) chess.Move {
	man := &p.Men[u]
	obstacles := p.obstacles()
	if man.Role == chess.King {
		p.wallPawnAttacks(&obstacles)
	}
	_, attacked := p.stopsOf(man.Role)
	way := base.CostWay(man.Sq, man.Role, to, &obstacles, p.Checks[man.Role], attacked)
	if way.First == chess.NoSquare {
		return 0
	}
	first := chess.Move(0)
	if leg := chess.Between(man.Sq, way.First) | way.First.BB(); leg&p.Occ == 0 {
		if first = p.FindMove(man.Sq, way.First, chess.NoRole); first != 0 && p.GivesCheck(first) {
			return 0 // the man that will shield the enemy king comes first
		}
	}
	p.claimWay(u, way.Path)
	p.requests[p.Them].vacate |= way.Path & p.Occ &^ p.Own
	if way.Path&attacked != 0 { // a king's
		p.requests[p.Them].stopAttacking |= way.Path
	}
	if first != 0 {
		return first
	}
	for own := way.Path & p.Own; own != 0; {
		sq := nearest(man.Sq, own)
		own &^= sq.BB()
		if m := p.moveAside(sq, way.Path, 2); m != 0 {
			p.requeueBehind(p.At[m.From()], index)
			return m
		}
	}
	return 0
}

// wallPawnAttacks makes walls of the squares that enemy pawns attack from their ends, where they stay.
func (p *placing) wallPawnAttacks(o *base.Obstacles) {
	for bb := chess.AllPawnAttacks(p.Them, p.final&p.Board.Pieces(p.Them, chess.Pawn)); bb != 0; bb &= bb - 1 {
		o[bb.First()] = base.Wall
	}
}

// nearest returns the square of a set with the least number of king steps to sq.
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

// claimWay adds the way of man u to the squares that other men keep clear. The first man that claims a way becomes the foremost.
func (p *placing) claimWay(u int8, path chess.Bitboard) {
	p.ways[p.Us] |= path
	if p.foremost == base.NoMan {
		p.foremost, p.foremostWay = u, path
	}
}

// requeueBehind moves man u, which steps aside for the man at the given index of our queue, directly behind that man if it is
// further behind. There it does not return before that man has passed.
func (p *placing) requeueBehind(u int8, index int) {
	queue := p.queue[p.Us]
	if i := slices.Index(queue, u); i > index {
		copy(queue[index+2:i+1], queue[index+1:i])
		queue[index+1] = u
	}
}

// releasePawn returns the next step of pawn u, which was held back, or a move by an officer of ours that stands before it. It returns 0 as
// long as an officer or king stands on the pawn's end, or would have no way to its target past it. If a man of the enemy stands before the
// pawn, it is requested to leave; so is, by chance, an enemy king to which the step would give check.
func (p *placing) releasePawn(u int8) chess.Move {
	pawn := &p.Men[u]
	walls := p.final | p.plan.End[u].BB() | p.plan.LockedOfficers
	for v := range int8(p.Size) {
		man := &p.Men[v]
		if man.Sq == chess.NoSquare || man.Role == chess.Pawn || p.isPlaced(v) {
			continue
		}
		if man.Sq == p.plan.End[u] || !chess.Flood(man.Role, man.Sq.BB(), walls).Has(p.target[v]) {
			return 0
		}
	}
	next := pawn.Sq.Ahead(pawn.Color)
	if p.Occ.Has(next) {
		if !p.Own.Has(next) {
			p.requests[p.Them].vacate |= next.BB()
			return 0
		}
		if p.Men[p.At[next]].Role == chess.Pawn {
			return 0
		}
		return p.moveAside(next, next.BB(), 2)
	}
	m := p.FindMove(pawn.Sq, next, chess.NoRole)
	if m == 0 || p.mayPlay(m, releaseCheckPercent) {
		return m
	}
	if p.rng.Chance(askKingPercent) {
		p.requests[p.Them].vacate |= p.EnemyKing.BB()
	}
	return 0
}

// obstacles returns what it costs to pass each square while officers are placed.
func (p *placing) obstacles() (o base.Obstacles) {
	for bb := p.Occ; bb != 0; bb &= bb - 1 {
		sq := bb.First()
		u := p.At[sq]
		man := &p.Men[u]
		switch {
		case !p.canMove(u) || p.final.Has(sq):
			o[sq] = base.Wall
			continue
		case man.Role == chess.Pawn:
			o[sq] = passPawn
			continue
		case p.isPlaced(u):
			o[sq] = passPlaced
		default:
			o[sq] = passOfficer
		}
		if man.Role == chess.King {
			o[sq] += kingExtra
		}
	}
	return o
}
