package astar

import "chesscensus/chess"

// A promisingMoves tells which moves of a position seem to lead closer to the goal. It is a guess for the order: the other moves are
// tried later.
type promisingMoves struct {
	targets [64]chess.Bitboard // by square of a man of the side to move, squares that seem to bring it closer
}

// prepare finds the promising moves of position p, which is being expanded.
func (pm *promisingMoves) prepare(s *Search, p *chess.Position) {
	const all = ^chess.Bitboard(0)
	d := &s.detour
	b, c := p.Board(), p.Turn()
	s.goal.Bound(p)
	s.result.Bounded++
	for bb := b.Colored(c); bb != 0; bb &= bb - 1 {
		pm.targets[bb.First()] = 0
	}
	if s.opt.NonAdmissible {
		d.countMoves(s.goal, &s.target, p, s.blocked)
		for bb := d.inWay & b.Colored(c); bb != 0; bb &= bb - 1 {
			pm.targets[bb.First()] = all // in the way of others
		}
	}
	d.walls = s.blocked
	d.pairs = s.goal.AppendPairs(d.pairs[:0], c)
	for _, pair := range d.pairs {
		role := b.RoleAt(pair.From)
		switch {
		case pair.Moves == 0 && pair.To != chess.NoSquare:
		case pair.Moves == 1 && role != chess.Pawn && pair.To != chess.NoSquare:
			pm.targets[pair.From] |= pair.To.BB()
		case pair.Moves == 2 && role != chess.Pawn && pair.To != chess.NoSquare:
			pm.targets[pair.From] |= d.reach(role, pair.To)
		default:
			pm.targets[pair.From] = all
		}
	}
	if king := b.King(c); king != s.kings[c] {
		pm.targets[king] = all
	}
}

// is reports whether m is promising.
func (pm *promisingMoves) is(m chess.Move) bool {
	return m.Captured() != chess.NoRole || m.Castles() || pm.targets[m.From()].Has(m.To())
}
