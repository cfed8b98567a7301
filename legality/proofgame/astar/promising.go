package astar

import "chesscensus/chess"

// promising tells moves that may lead closer to the goal from those that do not seem to.
// It is a guess for the order: the other moves are looked at later.
type promising struct {
	to [64]chess.Bitboard // for a man of the side to move: squares that bring it closer
}

// prepare looks at the position p, which is being expanded.
func (w *promising) prepare(s *Search, p *chess.Position) {
	const all = ^chess.Bitboard(0)
	d := &s.detour
	b, c := p.Board(), p.Turn()
	s.goal.Bound(p)
	s.res.Bounded++
	for bb := b.Colored(c); bb != 0; bb &= bb - 1 {
		w.to[bb.First()] = 0
	}
	if s.opt.NonAdmissible {
		d.moves(s.goal, &s.target, p, s.blocked)
		for bb := d.met & b.Colored(c); bb != 0; bb &= bb - 1 {
			w.to[bb.First()] = all // in the way of others
		}
	}
	d.walls = s.blocked
	d.pairs = s.goal.AppendPairs(d.pairs[:0], c)
	for _, pair := range d.pairs {
		r := b.RoleAt(pair.From)
		switch {
		case pair.Moves == 0 && pair.To != chess.NoSquare:
		case pair.Moves == 1 && r != chess.Pawn && pair.To != chess.NoSquare:
			w.to[pair.From] |= pair.To.BB()
		case pair.Moves == 2 && r != chess.Pawn && pair.To != chess.NoSquare:
			w.to[pair.From] |= d.attacks(r, pair.To)
		default:
			w.to[pair.From] = all
		}
	}
	if king := b.King(c); king != s.kings[c] {
		w.to[king] = all
	}
}

// is reports whether m is promising.
func (w *promising) is(m chess.Move) bool {
	return m.Captured() != chess.NoRole || m.Castles() || w.to[m.From()].Has(m.To())
}
